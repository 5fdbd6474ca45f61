/** Radio button with a label and an explanation. It takes the props of a native radio input. */
import type { ComponentProps } from 'react';

interface RadioCardProps extends ComponentProps<'input'> {
  readonly label: string;
  readonly help: string;
}

export function RadioCard({ label, help, ...input }: RadioCardProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-md border border-line px-3 py-2 transition-colors hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft">
      <input type="radio" className="mt-0.5 size-4 shrink-0 accent-accent" {...input} />
      <span>
        <span className="block font-medium">{label}</span>
        <span className="block text-xs text-muted">{help}</span>
      </span>
    </label>
  );
}
