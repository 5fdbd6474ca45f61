/** Message box inside a page or form: a failure, a warning or information. */
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  bad: { className: 'border-bad/40 bg-bad-soft text-bad', Icon: CircleAlert, role: 'alert' },
  attention: { className: 'border-attention/40 bg-attention-soft text-attention', Icon: TriangleAlert, role: 'status' },
  info: { className: 'border-line bg-sunken text-ink', Icon: Info, role: 'status' },
} as const;

interface AlertProps {
  readonly tone: keyof typeof tones;
  readonly children: ReactNode;
  readonly className?: string;
  /** Button that fixes the problem. */
  readonly action?: ReactNode;
}

export function Alert({ tone, children, className, action }: AlertProps) {
  const { className: toneClass, Icon, role } = tones[tone];
  return (
    <div
      role={role}
      className={classNames(
        'flex gap-2 rounded-md border px-3 py-2',
        action ? 'items-center' : 'items-start',
        toneClass,
        className,
      )}
    >
      <Icon aria-hidden className={classNames('size-4 shrink-0', !action && 'mt-0.5')} />
      <div className="min-w-0 flex-1 break-words">{children}</div>
      {action}
    </div>
  );
}
