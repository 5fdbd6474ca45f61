/** Line on a campaign's card: why a running campaign places no calls now, or why it was paused. */
import { CirclePause, Hourglass } from 'lucide-react';
import type { Campaign } from '../../../contract/campaigns.ts';
import { campaignPauseReasonTexts, campaignWaitLabels, campaignWaitReasonTexts } from '../../../labels/campaigns-es.ts';
import { findLabelEntry } from '../../../labels/known.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { classNames } from '../../ui/class-names.ts';

export function CampaignPauseOrWaitNotice({ campaign }: { readonly campaign: Campaign }) {
  const format = useRegionalFormat();
  const { status, pauseReason, waitingReason, waitingUntil } = campaign;
  const isPaused = status === 'paused' && pauseReason !== null;
  if (!isPaused && (status !== 'in_progress' || waitingReason === null)) return null;
  const until =
    waitingUntil === null ? campaignWaitLabels.noEnd : campaignWaitLabels.until(format.dateTime(waitingUntil));
  const [Icon, lead, text] = isPaused
    ? ([
        CirclePause,
        campaignWaitLabels.paused,
        findLabelEntry(campaignPauseReasonTexts, pauseReason) ?? campaignWaitLabels.unknownReason,
      ] as const)
    : ([
        Hourglass,
        until,
        findLabelEntry(campaignWaitReasonTexts, waitingReason ?? 'calling_window') ?? campaignWaitLabels.unknownReason,
      ] as const);
  return (
    <p
      className={classNames(
        'flex items-start gap-2 rounded-md px-3 py-1.5 text-xs',
        isPaused || (waitingUntil === null && waitingReason !== 'open')
          ? 'bg-attention-soft text-attention'
          : 'bg-sunken text-muted',
      )}
    >
      <Icon aria-hidden className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0">
        <strong className="font-medium tabular-nums">{lead}</strong> {text}
      </span>
    </p>
  );
}
