/** A bar from 0 to 100. Say the counts beside it: the bar alone tells no one how much is left. */
import { classNames } from './class-names.ts';

interface ProgressProps {
  readonly percent: number;
  readonly label: string;
  readonly tone?: 'accent' | 'good' | 'attention' | 'bad';
  readonly className?: string;
}

const fills = { accent: 'bg-accent', good: 'bg-good', attention: 'bg-attention', bad: 'bg-bad' } as const;

export function Progress({ percent, label, tone = 'accent', className }: ProgressProps) {
  const shown = Math.min(100, Math.max(0, percent));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown)}
      className={classNames('h-1.5 overflow-hidden rounded-full bg-sunken', className)}
    >
      <div className={classNames('h-full rounded-full transition-[width]', fills[tone])} style={{ width: `${shown}%` }} />
    </div>
  );
}
