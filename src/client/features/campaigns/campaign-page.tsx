/** Page '/campana/{id}': one campaign at a URL that can be shared. The history's window shows a shorter version. */
import { PhoneOutgoing, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import type { Campaign } from '../../../contract/campaigns.ts';
import { acceptsRecipients } from '../../../contract/recipient-file.ts';
import { addRecipientsLabels } from '../../../labels/add-recipients-es.ts';
import { campaignDetailLabels as labels } from '../../../labels/campaign-detail-es.ts';
import { campaignsLabels } from '../../../labels/campaigns-es.ts';
import { figureRangeLabels } from '../../../labels/figure-range-es.ts';
import type { ReadAhead } from '../../api/read-ahead.ts';
import { useCampaign } from '../../api/queries.ts';
import { agentLabel } from '../../format/calls.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { HeaderActions } from '../../layout/header-actions.tsx';
import { Page } from '../../layout/page.tsx';
import { PrintButton } from '../../layout/print-button.tsx';
import { ReportHeader, type ReportNames } from '../../layout/report-header.tsx';
import { paths } from '../../paths.ts';
import { useHasRole, useSession } from '../../session/session.ts';
import { useFormat } from '../../session/use-format.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CampaignControls, UncontactedLink } from './campaign-controls.tsx';
import type { PendingConfirmation } from './campaign-dialogs.tsx';
import { CampaignConfirmDialog } from './campaign-windows.tsx';
import { CampaignBody, CampaignDescription } from './detail/campaign-body.tsx';

/** Starts the first API reads of a campaign's page as its code loads. app/routes.tsx finds it by name. @public */
export const readAhead: ReadAhead = ({ read }, { path }) => {
  read('getCampaign', { params: { id: decodeURIComponent(path.split('/').at(-1) ?? '') } });
};

/** Names for the header of a campaign's printed report. Its period is from the creation to the last start. */
function reportOf(campaign: Campaign, workspace: string, format: RegionalFormat): ReportNames {
  const days = [campaign.createdAt, campaign.lastSentAt ?? campaign.createdAt].map(format.date);
  return {
    workspace,
    period: figureRangeLabels.days(days[0] ?? '', days[1] ?? ''),
    agent: agentLabel(campaign, campaignsLabels.noAgent),
  };
}

export default function CampaignPage() {
  const { id = '' } = useParams();
  const [, navigate] = useLocation();
  const query = useCampaign(id);
  const mayControl = useHasRole('editor');
  const { workspace } = useSession();
  const format = useFormat();
  const [asked, setAsked] = useState<PendingConfirmation | null>(null);
  const campaign = query.data;
  return (
    <Page
      title={campaign?.name ?? labels.label}
      back={{ href: paths.campaigns(), label: labels.backToHistory }}
      className="flex flex-col gap-4 print:block print:space-y-4"
      actions={
        <HeaderActions>
          {campaign && mayControl && campaign.status !== 'failed' ? (
            <>
              <UncontactedLink campaign={campaign} isMain />
              {acceptsRecipients(campaign.status) ? (
                <Link href={paths.addRecipients(id)} className={buttonClass({ size: 'small' })}>
                  <UserRoundPlus aria-hidden />
                  {addRecipientsLabels.title}
                </Link>
              ) : null}
              <CampaignControls campaign={campaign} onAsk={(change) => setAsked({ campaign, change })} />
            </>
          ) : null}
          <PrintButton isWhole={campaign !== undefined} />
        </HeaderActions>
      }
    >
      {campaign ? <ReportHeader report={reportOf(campaign, workspace?.name ?? '', format)} /> : null}
      {campaign ? (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <CampaignDescription campaign={campaign} />
          <Link
            href={paths.callHistory({ campaign: campaign.id, name: campaign.name })}
            className={buttonClass({ size: 'small' })}
          >
            <PhoneOutgoing aria-hidden />
            {labels.seeCallLogs}
          </Link>
        </div>
      ) : null}
      <div className="band p-4">
        <CampaignBody campaign={campaign} query={query} />
      </div>
      <CampaignConfirmDialog
        asked={asked}
        campaign={campaign}
        onAsk={setAsked}
        onRemoved={() => navigate(paths.campaigns(), { replace: true })}
      />
    </Page>
  );
}
