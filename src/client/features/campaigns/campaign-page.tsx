/**
 * Page '/campana/{id}': one campaign at a URL that can be shared. The window in the campaign history shows a shorter
 * version.
 */
import { PhoneOutgoing, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import type { Campaign } from '../../../contract/campaigns.ts';
import { canCampaignStatusTakeRecipients } from '../../../contract/recipient-file.ts';
import { addRecipientsLabels } from '../../../labels/add-recipients-es.ts';
import { campaignDetailLabels as labels } from '../../../labels/campaign-detail-es.ts';
import { campaignsLabels } from '../../../labels/campaigns-es.ts';
import { figureRangeLabels } from '../../../labels/figure-range-es.ts';
import type { ScreenPrefetchFunction } from '../../api/read-ahead.ts';
import { useCampaign } from '../../api/queries.ts';
import { formatAgentLabel } from '../../format/calls.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { PageHeaderActions } from '../../layout/header-actions.tsx';
import { PageFrame } from '../../layout/page.tsx';
import { PrintButton } from '../../layout/print-button.tsx';
import { PrintedReportHeader, type PrintedReportHeading } from '../../layout/report-header.tsx';
import { screenPaths } from '../../paths.ts';
import { useHasRole, useSession } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { getButtonClasses } from '../../ui/button.tsx';
import { CampaignActionBar, NewCampaignForUncontactedLink } from './campaign-controls.tsx';
import type { CampaignActionToConfirm } from './campaign-dialogs.tsx';
import { CampaignConfirmDialog } from './campaign-windows.tsx';
import { CampaignDetailContent, CampaignStatusAgentAndNumbers } from './detail/campaign-body.tsx';

/**
 * Starts the first API reads of a campaign's page while its code loads. app/routes.tsx finds this export by its name.
 * @public
 */
export const readAhead: ScreenPrefetchFunction = ({ read }, { path }) => {
  read('getCampaign', { params: { id: decodeURIComponent(path.split('/').at(-1) ?? '') } });
};

/**
 * Builds the heading of a campaign's printed report. The period runs from the campaign's creation to its last start.
 */
function reportOf(campaign: Campaign, workspace: string, format: RegionalFormat): PrintedReportHeading {
  const days = [campaign.createdAt, campaign.lastSentAt ?? campaign.createdAt].map(format.date);
  return {
    workspace,
    period: figureRangeLabels.days(days[0] ?? '', days[1] ?? ''),
    agent: formatAgentLabel(campaign, campaignsLabels.noAgent),
  };
}

export default function CampaignPage() {
  const { id = '' } = useParams();
  const [, navigate] = useLocation();
  const query = useCampaign(id);
  const mayControl = useHasRole('editor');
  const { workspace } = useSession();
  const format = useRegionalFormat();
  const [asked, setAsked] = useState<CampaignActionToConfirm | null>(null);
  const campaign = query.data;
  return (
    <PageFrame
      title={campaign?.name ?? labels.label}
      back={{ href: screenPaths.campaigns(), label: labels.backToHistory }}
      className="flex flex-col gap-4 print:block print:space-y-4"
      actions={
        <PageHeaderActions>
          {campaign && mayControl && campaign.status !== 'failed' ? (
            <>
              <NewCampaignForUncontactedLink campaign={campaign} isMain />
              {canCampaignStatusTakeRecipients(campaign.status) ? (
                <Link href={screenPaths.addRecipients(id)} className={getButtonClasses({ size: 'small' })}>
                  <UserRoundPlus aria-hidden />
                  {addRecipientsLabels.title}
                </Link>
              ) : null}
              <CampaignActionBar campaign={campaign} onAsk={(change) => setAsked({ campaign, change })} />
            </>
          ) : null}
          <PrintButton isWhole={campaign !== undefined} />
        </PageHeaderActions>
      }
    >
      {campaign ? <PrintedReportHeader report={reportOf(campaign, workspace?.name ?? '', format)} /> : null}
      {campaign ? (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <CampaignStatusAgentAndNumbers campaign={campaign} />
          <Link
            href={screenPaths.callHistory({ campaign: campaign.id, name: campaign.name })}
            className={getButtonClasses({ size: 'small' })}
          >
            <PhoneOutgoing aria-hidden />
            {labels.seeCallLogs}
          </Link>
        </div>
      ) : null}
      <div className="band p-4">
        <CampaignDetailContent campaign={campaign} query={query} />
      </div>
      <CampaignConfirmDialog
        asked={asked}
        campaign={campaign}
        onAsk={setAsked}
        onRemoved={() => navigate(screenPaths.campaigns(), { replace: true })}
      />
    </PageFrame>
  );
}
