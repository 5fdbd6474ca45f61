/** '/campana/{id}': one campaign's own page, whose link can be sent; what the history's window shows at a glance. */
import { PhoneOutgoing, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { isGrowing } from '../../../contract/recipient-file.ts';
import { addRecipientsLabels } from '../../../labels/add-recipients-es.ts';
import { campaignDetailLabels as labels } from '../../../labels/campaign-detail-es.ts';
import type { ReadAhead } from '../../api/read-ahead.ts';
import { useCampaign } from '../../api/queries.ts';
import { HeaderActions } from '../../layout/header-actions.tsx';
import { Page } from '../../layout/page.tsx';
import { paths } from '../../paths.ts';
import { useMay } from '../../session/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CampaignControls, UncontactedLink } from './campaign-controls.tsx';
import type { Asked } from './campaign-dialogs.tsx';
import { AskedDialog } from './campaign-windows.tsx';
import { CampaignBody, CampaignDescription } from './detail/campaign-body.tsx';

/** What it reads first; found by app/routes.tsx. @public */
export const readAhead: ReadAhead = ({ read }, { path }) => {
  read('getCampaign', { params: { id: decodeURIComponent(path.split('/').at(-1) ?? '') } });
};

export default function CampaignPage() {
  const { id = '' } = useParams();
  const [, navigate] = useLocation();
  const query = useCampaign(id);
  const mayControl = useMay('editor');
  const [asked, setAsked] = useState<Asked | null>(null);
  const campaign = query.data;
  return (
    <Page
      title={campaign?.name ?? labels.label}
      back={{ href: paths.campaigns(), label: labels.backToHistory }}
      className="flex flex-col gap-4"
      actions={
        campaign && mayControl && campaign.status !== 'failed' ? (
          <HeaderActions>
            <UncontactedLink campaign={campaign} isMain />
            {isGrowing(campaign.status) ? (
              <Link href={paths.addRecipients(id)} className={buttonClass({ size: 'small' })}>
                <UserRoundPlus aria-hidden />
                {addRecipientsLabels.title}
              </Link>
            ) : null}
            <CampaignControls campaign={campaign} onAsk={(change) => setAsked({ campaign, change })} />
          </HeaderActions>
        ) : null
      }
    >
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
      <AskedDialog
        asked={asked}
        campaign={campaign}
        onAsk={setAsked}
        onRemoved={() => navigate(paths.campaigns(), { replace: true })}
      />
    </Page>
  );
}
