/** Switch input. Inside a `SwitchRow` it gets its label and hint from the row. */
import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'onChange'> {
  readonly checked: boolean;
  readonly onSwitch: (checked: boolean) => void;
}

/** Native checkbox that looks like a switch. It needs an aria-label if no label belongs to it. */
export function SwitchInput({ checked, onSwitch, ...props }: SwitchProps) {
  return (
    <input
      {...props}
      type="checkbox"
      role="switch"
      checked={checked}
      aria-checked={checked}
      onChange={(event) => onSwitch(event.target.checked)}
      className="relative mt-0.5 inline-block h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken transition-colors before:absolute before:top-0.5 before:size-3.5 before:translate-x-0.5 before:rounded-full before:bg-line-strong before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-4.5 checked:before:bg-accent-ink disabled:cursor-not-allowed disabled:opacity-55"
    />
  );
}

interface SwitchRowProps {
  readonly label: ReactNode;
  /** Explanation of the switch's effect. */
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly children?: ReactNode;
  readonly className?: string;
}

/** Row with a label and a switch. Clicking the label switches too. */
export function SwitchRow({ label, hint, checked, onChange, disabled = false, children, className }: SwitchRowProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className={classNames('flex items-start justify-between gap-4 base:py-3', className)}>
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint ? (
          <p id={hintId} className="mt-0.5 text-xs text-muted">
            {hint}
          </p>
        ) : null}
        {children}
      </div>
      <SwitchInput
        id={id}
        checked={checked}
        onSwitch={onChange}
        disabled={disabled}
        aria-describedby={hint ? hintId : undefined}
      />
    </div>
  );
}
