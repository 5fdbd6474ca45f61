/** Native checkbox in the console's colours, with a third state for 'some items are selected'. */
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** True if only some of the items that the checkbox stands for are selected. The checkbox then shows a dash. */
  readonly indeterminate?: boolean;
}

/** A checkbox. It needs an aria-label if no visible label belongs to it. */
export function Checkbox({ indeterminate = false, className, ...props }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      ref={(element) => {
        if (element) element.indeterminate = indeterminate;
      }}
      className={classNames(
        'size-4 shrink-0 cursor-pointer align-middle accent-accent disabled:cursor-not-allowed',
        className,
      )}
      {...props}
    />
  );
}
