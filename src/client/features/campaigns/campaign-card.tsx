/** Card of one campaign in the campaign history: its settings, progress, results and actions. */
import { Bot, CalendarClock, CalendarDays, PhoneOutgoing } from 'lucide-react';
import { Link } from 'wouter';
import type { Campaign } from '../../../contract/campaigns.ts';
import { campaignFigureLabels as figures, campaignsLabels as labels } from '../../../labels/campaigns-es.ts';
import { formatAgentLabel } from '../../format/calls.ts';
import { screenPaths } from '../../paths.ts';
import { useHasRole } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { getButtonClasses } from '../../ui/button.tsx';
import { TextWithPhoneNumbers } from '../../ui/numbers-in.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { LabelWithHelp } from '../../help/help-tip.tsx';
import { useCampaignUrlBuilder } from './campaign-address.ts';
import { buildCampaignCardLinkId } from './campaign-link.tsx';
import { CampaignActionBar, NewCampaignForUncontactedLink } from './campaign-controls.tsx';
import type { ConfirmableCampaignAction } from './campaign-dialogs.tsx';
import { formatCampaignFigureOrDash, truncateCampaignName, computeCampaignSuccessRate } from './campaign-figures.ts';
import { CampaignPauseOrWaitNotice } from './campaign-notice.tsx';
import { CampaignProgressBar } from './campaign-progress.tsx';
import { CampaignStatusBadge } from './campaign-status-badge.tsx';

interface CampaignCardProps {
  readonly campaign: Campaign;
  /** Callback that opens the dialog for stopping or deleting the campaign. */
  readonly onAsk: (change: ConfirmableCampaignAction) => void;
}

function Figure({
  figure,
  value,
}: {
  readonly figure: (typeof figures)[keyof typeof figures];
  readonly value: string;
}) {
  return (
    <div className="min-w-0">
      <dt className="flex text-xs text-muted">
        <LabelWithHelp about={figure.label} text={figure.help} className="truncate" />
      </dt>
      <dd className="mt-0.5 text-lg font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

function Facts({ campaign }: Pick<CampaignCardProps, 'campaign'>) {
  const format = useRegionalFormat();
  const isWaiting = campaign.status === 'scheduled' && campaign.scheduledDate !== null;
  const scheduled = labels.scheduledFor(
    `${format.day(campaign.scheduledDate)} ${campaign.scheduledTime ?? ''}`.trimEnd(),
  );
  const sent = `${campaign.lastSentAt === null ? labels.created : labels.lastSent} ${format.date(campaign.lastSentAt ?? campaign.createdAt)}`;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted [&_li]:flex [&_li]:min-w-0 [&_li]:items-center [&_li]:gap-1.5 [&_svg]:size-3.5 [&_svg]:shrink-0">
      <li className="tabular-nums">
        <CalendarDays aria-hidden />
        {sent}
      </li>
      {isWaiting ? (
        <li className="tabular-nums">
          <CalendarClock aria-hidden />
          {scheduled}
        </li>
      ) : null}
      <li>
        <Bot aria-hidden />
        <span className="truncate">{formatAgentLabel(campaign, labels.noAgent)}</span>
      </li>
      <li>
        <PhoneOutgoing aria-hidden />
        <span>
          <TextWithPhoneNumbers text={labels.numbers(campaign.phoneNumbersShown)} />
        </span>
      </li>
    </ul>
  );
}

/** A campaign's card. The link on the campaign's name covers the whole card; the buttons lie above that link. */
export function CampaignCard({ campaign, onAsk }: CampaignCardProps) {
  const addressOf = useCampaignUrlBuilder();
  const format = useRegionalFormat();
  const mayControl = useHasRole('editor');
  const name = truncateCampaignName(campaign.name);
  const linkId = buildCampaignCardLinkId(campaign.id);
  return (
    <article
      aria-labelledby={linkId}
      className="relative flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-line-strong"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-col gap-1.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="min-w-0 font-semibold break-words">
              <Tooltip text={campaign.name} enabled={name !== campaign.name}>
                <Link
                  id={linkId}
                  href={addressOf({ id: campaign.id })}
                  className="rounded-sm after:absolute after:inset-0 after:rounded-lg"
                >
                  {name}
                </Link>
              </Tooltip>
            </h2>
            <CampaignStatusBadge status={campaign.status} />
          </div>
          <Facts campaign={campaign} />
        </div>
        <div className="relative z-1 flex flex-wrap items-center gap-1.5 sm:gap-2">
          {mayControl ? <NewCampaignForUncontactedLink campaign={campaign} /> : null}
          <Link
            href={screenPaths.callHistory({ campaign: campaign.id, name: campaign.name })}
            className={getButtonClasses({ size: 'small', className: 'max-sm:px-2.5' })}
          >
            {labels.seeResults}
          </Link>
          {mayControl ? <CampaignActionBar campaign={campaign} onAsk={onAsk} /> : null}
        </div>
      </header>
      <CampaignPauseOrWaitNotice campaign={campaign} />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-4 sm:grid-cols-3 lg:grid-cols-5">
        <Figure figure={figures.total} value={format.count(campaign.totalRecipients)} />
        <Figure
          figure={figures.responded}
          value={formatCampaignFigureOrDash(campaign, format.count(campaign.pickedUpCount))}
        />
        <Figure
          figure={figures.completed}
          value={formatCampaignFigureOrDash(campaign, format.count(campaign.completedCount))}
        />
        <Figure
          figure={figures.successful}
          value={formatCampaignFigureOrDash(campaign, format.count(campaign.successfulCount))}
        />
        <Figure
          figure={figures.successRate}
          value={formatCampaignFigureOrDash(campaign, format.percent(computeCampaignSuccessRate(campaign)))}
        />
      </dl>
      <CampaignProgressBar campaign={campaign} />
    </article>
  );
}
