/** Progress bar from 0 to 100. Show numbers beside it, because the bar does not say how many items are left. */
import { classNames } from './class-names.ts';

interface ProgressProps {
  readonly percent: number;
  readonly label: string;
  readonly tone?: 'accent' | 'good' | 'attention' | 'bad';
  readonly className?: string;
}

const fills = { accent: 'text-accent', good: 'text-good', attention: 'text-attention', bad: 'text-bad' } as const;

export function ProgressBar({ percent, label, tone = 'accent', className }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      max={100}
      value={Math.min(100, Math.max(0, percent))}
      className={classNames(
        'block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken',
        '[&::-moz-progress-bar]:bg-current [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-current',
        fills[tone],
        className,
      )}
    />
  );
}
