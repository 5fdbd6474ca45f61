/** On or off, at once visible. Inside a `SwitchRow` it finds its label and what it means. */
import { Switch as Primitive } from 'radix-ui';
import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface SwitchRowProps {
  readonly label: ReactNode;
  /** What being on, or off, means. */
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  /** Stands under the hint: a state, a button. */
  readonly children?: ReactNode;
  readonly className?: string;
}

/** A line with the name at the left and the switch at the right; the name switches too. */
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
      <Primitive.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-describedby={hint ? hintId : undefined}
        className="relative mt-0.5 inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-line-strong bg-sunken transition-colors disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Primitive.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-4.5 data-[state=checked]:bg-accent-ink" />
      </Primitive.Root>
    </div>
  );
}
