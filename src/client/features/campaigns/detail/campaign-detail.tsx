/**
 * One campaign's window: what came of it, everybody on its list with every attempt, what happened to it. Which campaign
 * and tab stand in the address. What the history already knows of it is shown until the window's own read arrives.
 */
import { PhoneOutgoing, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Campaign } from '../../../../contract/campaigns.ts';
import { campaignDetailLabels as labels } from '../../../../labels/campaign-detail-es.ts';
import { campaignsLabels } from '../../../../labels/campaigns-es.ts';
import { hasCode, shownMessage } from '../../../api/api-error.ts';
import { useCampaign } from '../../../api/queries.ts';
import { agentLabel } from '../../../format/calls.ts';
import { paths } from '../../../paths.ts';
import { useMay } from '../../../session/session.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StaleNotice } from '../../../ui/stale-notice.tsx';
import { EmptyState, FailedState } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { campaignViews, useCampaignWindow, type CampaignView } from '../campaign-address.ts';
import { CampaignControls } from '../campaign-controls.tsx';
import type { Asked } from '../campaign-dialogs.tsx';
import { CampaignStatusBadge } from '../campaign-status-badge.tsx';
import { LogTab } from './log-tab.tsx';
import { RecipientsTab } from './recipients-tab.tsx';
import { SummaryTab } from './summary-tab.tsx';

interface CampaignDetailProps {
  readonly id: string;
  /** As the history has it; undefined where it does not, or not yet. */
  readonly listed: Campaign | undefined;
  readonly nameOfAgent: (agentId: string | null) => string | null;
  readonly onAsk: (asked: Asked) => void;
}

function DetailSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-4">
      <span className="sr-only">{labels.loading}</span>
      <Skeleton className="h-9 w-72 max-w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-56 w-full" />
    </div>
  );
}

interface DetailTabsProps {
  readonly campaign: Campaign;
  readonly agentName: string | null;
}

/** The row of tabs stays in sight while what is below scrolls. */
function DetailTabs({ campaign, agentName }: DetailTabsProps) {
  const { view, changeView } = useCampaignWindow();
  const contents: Readonly<Record<CampaignView, ReactNode>> = {
    resumen: <SummaryTab campaign={campaign} agentName={agentName} />,
    destinatarios: <RecipientsTab campaign={campaign} />,
    registro: <LogTab campaignId={campaign.id} />,
  };
  return (
    <div className="-mt-4 [&>div>[role=tablist]]:sticky [&>div>[role=tablist]]:-top-4 [&>div>[role=tablist]]:z-10 [&>div>[role=tablist]]:bg-surface">
      <Tabs
        label={labels.label}
        value={view}
        onChange={changeView}
        tabs={campaignViews.map((value) => ({ value, label: labels.tabs[value], content: contents[value] }))}
      />
    </div>
  );
}

function Description({ campaign, agentName }: DetailTabsProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
      <CampaignStatusBadge status={campaign.status} />
      <span>{agentLabel({ agentId: campaign.agentId, agentName }, campaignsLabels.noAgent)}</span>
      <span className="tabular-nums">{labels.from(campaign.phoneNumber)}</span>
    </span>
  );
}

function CampaignFooter({ campaign, onAsk }: { readonly campaign: Campaign; readonly onAsk: (asked: Asked) => void }) {
  const mayControl = useMay('editor');
  return (
    <>
      {mayControl && campaign.status !== 'failed' ? (
        <CampaignControls campaign={campaign} onAsk={(change) => onAsk({ campaign, change })} />
      ) : null}
      <Link
        href={paths.callHistory({ campaign: campaign.id, name: campaign.name })}
        className={buttonClass({ variant: 'primary', size: 'small', className: 'max-sm:px-2.5 max-sm:[&_svg]:hidden' })}
      >
        <PhoneOutgoing aria-hidden />
        {labels.seeCallLogs}
      </Link>
    </>
  );
}

export default function CampaignDetail({ id, listed, nameOfAgent, onAsk }: CampaignDetailProps) {
  const { close } = useCampaignWindow();
  const query = useCampaign(id);
  const campaign = query.data ?? listed;
  const agentName = nameOfAgent(campaign?.agentId ?? null);
  const retry = () => void query.refetch();
  const missing = hasCode(query.error, 'not_found') || hasCode(query.error, 'invalid_input');
  const failure = missing ? (
    <EmptyState icon={SearchX} title={labels.notFound} text={labels.notFoundText} className="h-full" />
  ) : (
    <FailedState text={shownMessage(query.error)} onRetry={retry} />
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={campaign?.name ?? labels.label}
      {...(campaign
        ? {
            description: <Description campaign={campaign} agentName={agentName} />,
            footer: <CampaignFooter campaign={campaign} onAsk={onAsk} />,
          }
        : {})}
      className="h-[min(52rem,calc(100dvh-2rem))] max-w-5xl max-sm:h-dvh max-sm:max-h-dvh max-sm:w-screen max-sm:rounded-none max-sm:border-0"
    >
      {campaign ? (
        <>
          {query.isError ? <StaleNotice className="mb-4" onRetry={retry} /> : null}
          <DetailTabs campaign={campaign} agentName={agentName} />
        </>
      ) : query.isError ? (
        failure
      ) : (
        <DetailSkeleton />
      )}
    </Dialog>
  );
}
