/** Badge: a short word in a coloured capsule, sometimes with an icon. The word alone must say everything. */
import { Globe, Phone, PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CallDirection } from '../../contract/calls.ts';
import { callDirectionLabels } from '../../labels/es.ts';
import { findLabelEntry, getLabelOrUnknown } from '../../labels/known.ts';
import { classNames } from './class-names.ts';

const tones = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent-text',
  good: 'bg-good-soft text-good',
  attention: 'bg-attention-soft text-attention',
  bad: 'bg-bad-soft text-bad',
  inbound: 'bg-inbound-soft text-inbound',
  outbound: 'bg-outbound-soft text-outbound',
  web: 'bg-web-soft text-web',
} as const;
export type BadgeTone = keyof typeof tones;

interface BadgeProps {
  readonly tone?: BadgeTone;
  readonly children: ReactNode;
  readonly className?: string;
}

export function Badge({ tone = 'neutral', children, className }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-full px-2 text-xs base:font-medium [&_svg]:size-3 [&_svg]:shrink-0',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

const directions = {
  inbound: { tone: 'inbound', Icon: PhoneIncoming },
  outbound: { tone: 'outbound', Icon: PhoneOutgoing },
  web_call: { tone: 'web', Icon: Globe },
} as const;

/** Badge of a call's direction: blue for inbound, orange for outbound, purple for web. */
export function CallDirectionBadge({ direction }: { readonly direction: CallDirection }) {
  const { tone, Icon } = findLabelEntry(directions, direction) ?? { tone: 'neutral' as const, Icon: Phone };
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {getLabelOrUnknown(callDirectionLabels, direction)}
    </Badge>
  );
}
