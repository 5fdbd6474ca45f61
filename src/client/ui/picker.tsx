/** Select for long lists, with a search field in its popover. For screen readers it is a combobox. */
// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-has-required-aria-props -- a select's list can't be searched; the popup says what is open
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { lazyWithIdlePreload } from './idle-code.ts';
import { inputBoxClass } from './input.tsx';
import { LazyPopup } from './lazy-popup.tsx';
import type { OptionListOption } from './option-list.tsx';

const loadPopover = () => import('./picker-popover.tsx');
const PickerPopover = lazyWithIdlePreload(loadPopover);

interface PickerProps extends Omit<ComponentProps<'button'>, 'value' | 'onChange' | 'children' | 'type' | 'role'> {
  /** The list's name for screen readers. */
  readonly label: string;
  readonly options: readonly OptionListOption[];
  readonly value: string;
  /** Text shown if no option has the select's value. */
  readonly placeholder?: string | undefined;
  readonly onChange: (value: string) => void;
}

export function SearchableSelect({ label, options, value, placeholder, onChange, className, ...button }: PickerProps) {
  const shown = options.find((option) => option.value === value)?.label ?? placeholder;
  return (
    <span className={classNames('relative inline-flex min-w-0 base:w-full', className)}>
      <LazyPopup
        kind="dialog"
        Panel={PickerPopover}
        given={{ label, options, value, onChoose: onChange }}
        preload={() => void loadPopover()}
        trigger={
          <button
            {...button}
            type="button"
            role="combobox"
            value={value}
            className={classNames(inputBoxClass, 'h-9 truncate pr-8 pl-3 text-left')}
          >
            {shown}
          </button>
        }
      />
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2.5 right-2.5 size-4 text-muted" />
    </span>
  );
}
