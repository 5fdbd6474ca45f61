/** List of running campaigns, one on a line: progress, remaining time, and for editors the actions. */
import { Link } from 'wouter';
import type { Campaign } from '../../../contract/campaigns.ts';
import { campaignProgressLabels } from '../../../labels/campaigns-es.ts';
import { dashboardCurrentActivityLabels as labels } from '../../../labels/dashboard-now-es.ts';
import { computePercent } from '../../format/numbers.ts';
import { screenPaths } from '../../paths.ts';
import { useHasRole } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { getButtonClasses } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { CampaignStatusButtons } from './campaign-controls.tsx';
import type { CampaignActionToConfirm } from './campaign-dialogs.tsx';
import { countFinishedRecipients, countRecipientsWithResult } from './campaign-figures.ts';
import { CampaignNameLink } from './campaign-link.tsx';
import { CampaignWaitOrTimeLeft } from './campaign-progress.tsx';

/** Re-export the campaign buttons, so that they are in the same code chunk as the list of running campaigns. */
export { CampaignStatusButtons };

const shownCampaigns = 5;

interface CampaignsNowProps {
  /** Campaigns in progress. */
  readonly campaigns: readonly Campaign[];
  readonly onAsk: (asked: CampaignActionToConfirm) => void;
}

export default function RunningCampaignList({ campaigns, onAsk }: CampaignsNowProps) {
  const format = useRegionalFormat();
  const mayControl = useHasRole('editor');
  return (
    <SectionCard
      title={labels.campaigns}
      bodyClassName="p-0"
      footer={
        campaigns.length > shownCampaigns ? (
          <Link href={screenPaths.campaigns()} className={getButtonClasses({ variant: 'ghost', size: 'small' })}>
            {labels.allCampaigns(format.count(campaigns.length))}
          </Link>
        ) : null
      }
    >
      <ul aria-label={labels.campaigns}>
        {campaigns.slice(0, shownCampaigns).map((campaign) => {
          const total = campaign.totalRecipients;
          const progress = campaignProgressLabels.withResult(
            format.count(countRecipientsWithResult(campaign)),
            format.count(total),
          );
          return (
            <li
              key={campaign.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2 last:border-0"
            >
              <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
                <span className="break-words">
                  <CampaignNameLink campaign={campaign} />
                </span>
                <ProgressBar
                  percent={computePercent(countFinishedRecipients(campaign), total)}
                  label={`${campaign.name}: ${progress}`}
                />
                <span className="flex flex-wrap justify-between gap-x-2 text-xs tabular-nums [&_svg]:hidden">
                  {progress}
                  <CampaignWaitOrTimeLeft campaign={campaign} />
                </span>
              </div>
              {mayControl ? (
                <span className="flex gap-2">
                  <CampaignStatusButtons campaign={campaign} onAsk={(change) => onAsk({ campaign, change })} />
                </span>
              ) : null}
            </li>
          );
        })}
      </ul>
    </SectionCard>
  );
}
