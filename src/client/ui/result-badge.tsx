/** Coloured badge of a call's result. The badge of the call's status beside it has no colour. */
import { Ban, CircleCheck, CircleHelp, CircleX, Clock, PhoneOff, Voicemail } from 'lucide-react';
import type { CallResult } from '../../contract/calls.ts';
import { callResultLabels } from '../../labels/es.ts';
import { findLabelEntry, getLabelOrUnknown } from '../../labels/known.ts';
import { Badge } from './badge.tsx';

const looks = {
  in_progress: { tone: 'accent', Icon: Clock },
  goal_reached: { tone: 'good', Icon: CircleCheck },
  goal_missed: { tone: 'attention', Icon: Ban },
  machine: { tone: 'neutral', Icon: Voicemail },
  no_conversation: { tone: 'neutral', Icon: PhoneOff },
  failed: { tone: 'bad', Icon: CircleX },
  unjudged: { tone: 'neutral', Icon: CircleHelp },
} as const satisfies Record<CallResult, unknown>;

export function CallResultBadge({ result }: { readonly result: CallResult }) {
  const { tone, Icon } = findLabelEntry(looks, result) ?? looks.unjudged;
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {getLabelOrUnknown(callResultLabels, result)}
    </Badge>
  );
}
