/** The window of a picker. */
import type { ReactNode } from 'react';
import { InitiallyOpenPopover } from './open-popover.tsx';
import { OptionList, type OptionListOption } from './option-list.tsx';

interface PickerPopoverProps {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly options: readonly OptionListOption[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

export default function SearchableSelectPopover({ trigger, label, options, value, onChoose }: PickerPopoverProps) {
  return (
    <InitiallyOpenPopover trigger={trigger} label={label} className="w-80 p-2">
      {(close) => (
        <OptionList
          label={label}
          options={options}
          value={value}
          onChoose={(chosen) => {
            close();
            if (chosen !== value) onChoose(chosen);
          }}
        />
      )}
    </InitiallyOpenPopover>
  );
}
