/** Content of one campaign's window or page: tabs, details, and placeholders while the campaign loads. */
import { useEffect, type ReactNode } from 'react';
import type { Campaign } from '../../../../contract/campaigns.ts';
import { campaignDetailLabels as labels } from '../../../../labels/campaign-detail-es.ts';
import { campaignsLabels, keepCampaignOpenLabels } from '../../../../labels/campaigns-es.ts';
import { isApiErrorWithCode, getRequestErrorText } from '../../../api/api-error.ts';
import type { useCampaign } from '../../../api/queries.ts';
import { formatAgentLabel } from '../../../format/calls.ts';
import { Badge } from '../../../ui/badge.tsx';
import { createLazyComponent } from '../../../ui/lazy-part.tsx';
import { TextWithPhoneNumbers } from '../../../ui/numbers-in.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StaleNotice } from '../../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { campaignTabNames, useCampaignDialogUrlState, type CampaignTabName } from '../campaign-address.ts';
import { CampaignStatusBadge } from '../campaign-status-badge.tsx';
import { CampaignSummaryTab } from './summary-tab.tsx';

const recipientsTab = createLazyComponent(() => import('./recipients-tab.tsx'));
const logTab = createLazyComponent(() => import('./log-tab.tsx'));

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

interface CampaignProps {
  readonly campaign: Campaign;
}

function DetailTabs({ campaign }: CampaignProps) {
  const { view, changeView } = useCampaignDialogUrlState();
  useEffect(() => {
    recipientsTab.preload();
    logTab.preload();
  }, []);
  const contents: Readonly<Record<CampaignTabName, ReactNode>> = {
    resumen: <CampaignSummaryTab campaign={campaign} />,
    destinatarios: <recipientsTab.Part campaign={campaign} />,
    registro: <logTab.Part campaignId={campaign.id} />,
  };
  return (
    <Tabs
      label={labels.label}
      value={view}
      onChange={changeView}
      tabs={campaignTabNames.map((value) => ({ value, label: labels.tabs[value], content: contents[value] }))}
    />
  );
}

export function CampaignStatusAgentAndNumbers({ campaign }: CampaignProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
      <CampaignStatusBadge status={campaign.status} />
      {campaign.isOpen ? <Badge tone="accent">{keepCampaignOpenLabels.badge}</Badge> : null}
      <span>{formatAgentLabel(campaign, campaignsLabels.noAgent)}</span>
      <span>
        <TextWithPhoneNumbers text={labels.from(campaignsLabels.numbers(campaign.phoneNumbersShown))} />
      </span>
    </span>
  );
}

interface CampaignBodyProps {
  readonly campaign: Campaign | undefined;
  readonly query: Pick<ReturnType<typeof useCampaign>, 'error' | 'isError' | 'refetch'>;
}

export function CampaignDetailContent({ campaign, query }: CampaignBodyProps) {
  const retry = () => void query.refetch();
  if (campaign)
    return (
      <>
        {query.isError ? <StaleNotice className="mb-4" onRetry={retry} /> : null}
        <DetailTabs campaign={campaign} />
      </>
    );
  if (!query.isError) return <DetailSkeleton />;
  const isMissing = isApiErrorWithCode(query.error, 'not_found') || isApiErrorWithCode(query.error, 'invalid_input');
  return isMissing ? (
    <EmptyState picture="search" title={labels.notFound} text={labels.notFoundText} className="h-full" />
  ) : (
    <FailedReadState text={getRequestErrorText(query.error)} onRetry={retry} />
  );
}
