/** A campaign's status as a word with its icon. */
import {
  CalendarClock,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  PhoneOutgoing,
  Send,
  type LucideIcon,
} from 'lucide-react';
import type { CampaignStatus } from '../../../contract/campaigns.ts';
import { campaignStatusLabels } from '../../../labels/es.ts';
import { findLabelEntry, getLabelOrUnknown } from '../../../labels/known.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const looks: Readonly<Record<CampaignStatus, { readonly tone: BadgeTone; readonly Icon: LucideIcon }>> = {
  created: { tone: 'neutral', Icon: CircleDashed },
  scheduled: { tone: 'neutral', Icon: CalendarClock },
  in_progress: { tone: 'accent', Icon: PhoneOutgoing },
  paused: { tone: 'attention', Icon: CirclePause },
  sent: { tone: 'accent', Icon: Send },
  completed: { tone: 'good', Icon: CircleCheck },
  failed: { tone: 'bad', Icon: CircleX },
};

export function CampaignStatusBadge({ status }: { readonly status: CampaignStatus }) {
  const { tone, Icon } = findLabelEntry(looks, status) ?? looks.created;
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {getLabelOrUnknown(campaignStatusLabels, status)}
    </Badge>
  );
}
