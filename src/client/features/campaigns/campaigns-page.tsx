/** The campaign history: cards, five a page, renewed every 30 s and by realtime. */
import { Megaphone, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Campaign } from '../../../contract/campaigns.ts';
import { campaignsLabels as labels } from '../../../labels/campaigns-es.ts';
import { stateLabels } from '../../../labels/common-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { useAgents, useCampaigns } from '../../api/queries.ts';
import { useSearchState } from '../../hooks/use-search-state.ts';
import { Page } from '../../layout/page.tsx';
import { paths } from '../../paths.ts';
import { useMay } from '../../session/session.ts';
import { useFormat } from '../../session/use-format.ts';
import { buttonClass } from '../../ui/button.tsx';
import { clampPage, collapsedPages } from '../../ui/page-numbers.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { CampaignCard, type CampaignAction } from './campaign-card.tsx';
import { CampaignActionDialog } from './campaign-dialogs.tsx';

const pageSize = 5;

function CardSkeletons() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <span className="sr-only">{stateLabels.loading}</span>
      {Array.from({ length: 3 }, (_, index) => (
        <div key={index} className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4">
          <Skeleton className="h-5 w-72 max-w-full" />
          <Skeleton className="h-4 w-48 max-w-full" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-2 w-full rounded-full" />
        </div>
      ))}
    </div>
  );
}

function NoCampaigns({ mayCreate }: { readonly mayCreate: boolean }) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      <EmptyState
        icon={Megaphone}
        title={labels.empty}
        text={mayCreate ? labels.emptyText : labels.emptyOperatorText}
        action={
          mayCreate ? (
            <Link href={paths.newCampaign()} className={buttonClass({ variant: 'primary' })}>
              {labels.createFirst}
            </Link>
          ) : null
        }
      />
    </div>
  );
}

function CampaignList({ campaigns }: { readonly campaigns: readonly Campaign[] }) {
  const format = useFormat();
  const [search, changeSearch] = useSearchState();
  const agents = useAgents();
  const [asked, setAsked] = useState<{ readonly id: string; readonly action: CampaignAction } | null>(null);
  const total = campaigns.length;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = clampPage(Number(search.get('page') ?? 1), pages);
  const from = (page - 1) * pageSize;
  const nameOf = (agentId: string | null) => agents.data?.find(({ agent_id }) => agent_id === agentId)?.agent_name ?? null;
  // Looked up anew: the dialog's counts go on changing while it is open.
  const askedCampaign = campaigns.find(({ id }) => id === asked?.id);
  return (
    <>
      <ul aria-label={labels.list} className="flex flex-col gap-4">
        {campaigns.slice(from, from + pageSize).map((campaign) => (
          <li key={campaign.id}>
            <CampaignCard
              campaign={campaign}
              agentName={nameOf(campaign.agentId)}
              onAction={(action) => setAsked({ id: campaign.id, action })}
            />
          </li>
        ))}
      </ul>
      {pages > 1 ? (
        <div className="flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
          <span className="tabular-nums">
            {labels.pageOf(
              format.count(page),
              format.count(pages),
              format.count(from + 1),
              format.count(Math.min(from + pageSize, total)),
              format.count(total),
            )}
          </span>
          <Pagination
            page={page}
            pages={pages}
            numbers={collapsedPages(page, pages)}
            write={format.count}
            onPage={(next) => changeSearch({ page: next === 1 ? null : String(next) })}
          />
        </div>
      ) : null}
      {asked && askedCampaign ? (
        <CampaignActionDialog campaign={askedCampaign} action={asked.action} onClose={() => setAsked(null)} />
      ) : null}
    </>
  );
}

export default function CampaignsPage() {
  const { data, error, isError, refetch } = useCampaigns();
  const mayCreate = useMay('editor');
  const retry = () => void refetch();
  return (
    <Page
      title={labels.title}
      className="flex max-w-6xl flex-col gap-4"
      actions={
        mayCreate ? (
          <Link href={paths.newCampaign()} className={buttonClass({ variant: data?.length === 0 ? 'secondary' : 'primary', size: 'small' })}>
            <Plus aria-hidden />
            <span className="max-sm:sr-only">{labels.newCampaign}</span>
          </Link>
        ) : null
      }
    >
      {isError && data ? <StaleNotice onRetry={retry} /> : null}
      {!data && isError ? (
        <div className="rounded-lg border border-line bg-surface">
          <FailedState text={shownMessage(error)} onRetry={retry} />
        </div>
      ) : null}
      {!data && !isError ? <CardSkeletons /> : null}
      {data?.length === 0 ? <NoCampaigns mayCreate={mayCreate} /> : null}
      {data && data.length > 0 ? <CampaignList campaigns={data} /> : null}
    </Page>
  );
}
