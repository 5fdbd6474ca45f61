/**
 * Progress bar of a campaign, with the number of recipients in each part. Every row of the uploaded file is in exactly
 * one part. Each number links to its recipients.
 */
import { Clock3 } from 'lucide-react';
import { Link } from 'wouter';
import type { Campaign, RecipientFilter } from '../../../contract/campaigns.ts';
import { campaignProgressLabels as labels, campaignWaitLabels } from '../../../labels/campaigns-es.ts';
import { getServerTimeMs } from '../../api/realtime.ts';
import { describeMomentRange } from '../../format/moment-range.ts';
import { computePercent } from '../../format/numbers.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { classNames } from '../../ui/class-names.ts';
import { useCampaignUrlBuilder } from './campaign-address.ts';
import {
  countRecipientsWithResult,
  countRecipientsByProgressPart,
  formatCampaignTimeLeft,
  type CampaignProgressPart,
} from './campaign-figures.ts';

interface PartLook {
  readonly part: CampaignProgressPart;
  readonly label: string;
  readonly help: string;
  readonly fill: string;
  /**
   * True if this part of the campaign's progress bar has an entry even when its count is 0, so that the layout does not
   * move.
   */
  readonly steady: boolean;
  readonly show: RecipientFilter;
}

const looks: readonly PartLook[] = [
  {
    part: 'finished',
    label: labels.finished,
    help: labels.finishedHelp,
    fill: 'bg-accent',
    steady: true,
    show: 'finished',
  },
  { part: 'live', label: labels.live, help: labels.liveHelp, fill: 'bg-accent/55', steady: true, show: 'live' },
  {
    part: 'dialing',
    label: labels.dialing,
    help: labels.dialingHelp,
    fill: 'bg-accent/30',
    steady: true,
    show: 'dialing',
  },
  {
    part: 'undelivered',
    label: labels.undelivered,
    help: labels.undeliveredHelp,
    fill: 'bg-bad',
    steady: false,
    show: 'undelivered',
  },
  {
    part: 'unconfirmed',
    label: labels.unconfirmed,
    help: labels.unconfirmedHelp,
    fill: 'bg-attention',
    steady: false,
    show: 'unconfirmed',
  },
  {
    part: 'skipped',
    label: labels.skipped,
    help: labels.skippedHelp,
    fill: 'bg-line-strong',
    steady: false,
    show: 'skipped',
  },
  {
    part: 'pending',
    label: labels.pending,
    help: labels.pendingHelp,
    fill: 'bg-sunken',
    steady: true,
    show: 'pending',
  },
];

interface CountProps {
  readonly label: string;
  readonly help: string;
  readonly count: number;
  readonly fill?: string;
  readonly href?: string;
}

function Count({ label, help, count, fill, href }: CountProps) {
  const format = useRegionalFormat();
  return (
    <div className="relative z-1 flex items-center gap-1.5" title={help}>
      {fill ? (
        <span
          aria-hidden
          className={classNames('size-2 shrink-0 rounded-full ring-1 ring-line-strong/40 ring-inset', fill)}
        />
      ) : null}
      <dt className="text-muted">
        {href ? (
          <Link href={href} className="rounded-sm after:absolute after:inset-0 hover:text-ink hover:underline">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="font-medium tabular-nums">{format.count(count)}</dd>
    </div>
  );
}

/** True if the campaign is running and its remaining time is not known yet. */
const isUnknown = ({ status, endsBetween, waitingReason, pendingCount }: Campaign): boolean =>
  status === 'in_progress' && endsBetween === null && waitingReason !== 'open' && pendingCount > 0;

/** Remaining time of a running campaign; renders nothing while it is unknown. */
function TimeLeft({ campaign: { status, endsBetween } }: { readonly campaign: Campaign }) {
  const format = useRegionalFormat();
  const now = useNow(getServerTimeMs, 10_000);
  if (status !== 'in_progress' || endsBetween === null) return null;
  return (
    <span className="relative z-1 flex items-center gap-1 text-muted tabular-nums" title={labels.timeLeftHelp}>
      <Clock3 aria-hidden className="size-3.5" />
      {formatCampaignTimeLeft(endsBetween, now)} · {describeMomentRange(endsBetween, format, now)}
    </span>
  );
}

/**
 * One line of text on a campaign: the time until which it waits, or its estimated remaining time if it does not wait.
 */
export function CampaignWaitOrTimeLeft({ campaign }: { readonly campaign: Campaign }) {
  const format = useRegionalFormat();
  const { waitingReason, waitingUntil } = campaign;
  if (waitingReason === null) return <TimeLeft campaign={campaign} />;
  return (
    <span className="text-muted">
      {waitingUntil === null ? campaignWaitLabels.noEnd : campaignWaitLabels.until(format.dateTime(waitingUntil))}
    </span>
  );
}

function Bar({
  parts,
  total,
}: {
  readonly parts: Readonly<Record<CampaignProgressPart, number>>;
  readonly total: number;
}) {
  return (
    <div
      aria-hidden
      className="flex h-2 min-w-0 flex-1 basis-40 gap-px overflow-hidden rounded-full bg-sunken ring-1 ring-line ring-inset"
    >
      {looks.map(({ part, fill }) =>
        part === 'pending' || parts[part] === 0 ? null : (
          <div
            key={part}
            className={classNames('h-full transition-[width]', fill)}
            style={{ width: `${computePercent(parts[part], total)}%` }}
          />
        ),
      )}
    </div>
  );
}

export function CampaignProgressBar({ campaign }: { readonly campaign: Campaign }) {
  const format = useRegionalFormat();
  const addressOf = useCampaignUrlBuilder();
  const parts = countRecipientsByProgressPart(campaign);
  const total = campaign.totalRecipients;
  const summary = labels.withResult(format.count(countRecipientsWithResult(campaign)), format.count(total));
  const isRunning = campaign.status === 'in_progress' || campaign.status === 'paused';
  const listOf = (show: RecipientFilter) => addressOf({ id: campaign.id, view: 'destinatarios', show });
  return (
    <div className="flex flex-col gap-2 text-xs">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Bar parts={parts} total={total} />
        <span className="shrink-0 font-medium tabular-nums">{summary}</span>
        <TimeLeft campaign={campaign} />
        {isUnknown(campaign) ? (
          <span className="relative z-1 text-muted" title={labels.timeUnknownHelp}>
            {labels.timeUnknown}
          </span>
        ) : null}
      </div>
      <dl className="flex flex-wrap gap-x-4 gap-y-1">
        {looks.map(({ part, label, help, fill, steady, show }) =>
          parts[part] > 0 || (steady && isRunning) ? (
            <Count key={part} label={label} help={help} count={parts[part]} fill={fill} href={listOf(show)} />
          ) : null,
        )}
        {campaign.retryingCount > 0 ? (
          <Count
            label={labels.retrying}
            help={labels.retryingHelp}
            count={campaign.retryingCount}
            href={listOf('retrying')}
          />
        ) : null}
        {campaign.duplicateCount > 0 ? (
          <Count label={labels.duplicates} help={labels.duplicatesHelp} count={campaign.duplicateCount} />
        ) : null}
        {campaign.rejectedCount > 0 ? (
          <Count label={labels.rejected} help={labels.rejectedHelp} count={campaign.rejectedCount} />
        ) : null}
      </dl>
    </div>
  );
}
