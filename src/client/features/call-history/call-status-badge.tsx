/** 'Exitosa', 'En curso' or 'Fallida': colour, icon and word. */
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import type { CallStatus } from '../../../contract/calls.ts';
import { callStatusLabels } from '../../../labels/es.ts';
import { Badge } from '../../ui/badge.tsx';

const failed = { tone: 'bad', Icon: CircleX } as const;
const looks = {
  ended: { tone: 'good', Icon: CircleCheck },
  in_progress: { tone: 'accent', Icon: Clock },
  not_connected: failed,
  failed,
} as const satisfies Record<CallStatus, unknown>;

export function CallStatusBadge({ status }: { readonly status: CallStatus }) {
  const { tone, Icon } = looks[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {callStatusLabels[status]}
    </Badge>
  );
}
