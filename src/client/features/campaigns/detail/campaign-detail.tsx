/**
 * Window over the campaign history with the details of one campaign. The URL names the campaign and the tab. Until the
 * details are loaded, the window shows the campaign's data from the history's list.
 */
import { ExternalLink, PhoneOutgoing } from 'lucide-react';
import { Link } from 'wouter';
import type { Campaign } from '../../../../contract/campaigns.ts';
import { campaignDetailLabels as labels } from '../../../../labels/campaign-detail-es.ts';
import { useCampaign } from '../../../api/queries.ts';
import { screenPaths } from '../../../paths.ts';
import { useHasRole } from '../../../session/session.ts';
import { getButtonClasses } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useCampaignDialogUrlState } from '../campaign-address.ts';
import { CampaignActionBar, NewCampaignForUncontactedLink } from '../campaign-controls.tsx';
import type { CampaignActionToConfirm } from '../campaign-dialogs.tsx';
import { CampaignDetailContent, CampaignStatusAgentAndNumbers } from './campaign-body.tsx';

interface CampaignDetailProps {
  readonly id: string;
  /** The campaign's data from the list of the campaign history; undefined if that list does not contain it. */
  readonly listed: Campaign | undefined;
  readonly onAsk: (asked: CampaignActionToConfirm) => void;
}

function CampaignFooter({
  campaign,
  onAsk,
}: {
  readonly campaign: Campaign;
  readonly onAsk: (asked: CampaignActionToConfirm) => void;
}) {
  const mayControl = useHasRole('editor');
  return (
    <>
      {mayControl && campaign.status !== 'failed' ? (
        <>
          <NewCampaignForUncontactedLink campaign={campaign} />
          <CampaignActionBar campaign={campaign} onAsk={(change) => onAsk({ campaign, change })} />
        </>
      ) : null}
      <Link
        href={screenPaths.campaign(campaign.id)}
        className={getButtonClasses({ size: 'small', className: 'max-sm:px-2.5 max-sm:[&_svg]:hidden' })}
      >
        <ExternalLink aria-hidden />
        {labels.openPage}
      </Link>
      <Link
        href={screenPaths.callHistory({ campaign: campaign.id, name: campaign.name })}
        className={getButtonClasses({
          variant: 'primary',
          size: 'small',
          className: 'max-sm:px-2.5 max-sm:[&_svg]:hidden',
        })}
      >
        <PhoneOutgoing aria-hidden />
        {labels.seeCallLogs}
      </Link>
    </>
  );
}

export default function CampaignDetailWindow({ id, listed, onAsk }: CampaignDetailProps) {
  const { close } = useCampaignDialogUrlState();
  const query = useCampaign(id);
  const campaign = query.data ?? listed;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={campaign?.name ?? labels.label}
      {...(campaign
        ? {
            description: <CampaignStatusAgentAndNumbers campaign={campaign} />,
            footer: <CampaignFooter campaign={campaign} onAsk={onAsk} />,
          }
        : {})}
      className="h-[min(52rem,calc(100dvh-2rem))] max-w-5xl max-sm:h-dvh max-sm:max-h-dvh max-sm:w-screen max-sm:rounded-none max-sm:border-0"
    >
      {/* The campaign window's tabs stay visible while the content below them scrolls. */}
      <div className="h-full [&:has([role=tablist])]:-mt-4 [&>div>[role=tablist]]:sticky [&>div>[role=tablist]]:-top-4 [&>div>[role=tablist]]:z-10 [&>div>[role=tablist]]:bg-surface">
        <CampaignDetailContent campaign={campaign} query={query} />
      </div>
    </Dialog>
  );
}
