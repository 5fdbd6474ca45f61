/** The platform's own checkbox in our colours; also half ticked, for 'some of them'. */
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Some but not all: shown as a dash. */
  readonly indeterminate?: boolean;
}

/** Give it an aria-label where no visible label names it. */
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
