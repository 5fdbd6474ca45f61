/** Page of the campaign history: five campaign cards a page, refreshed every 30 s and on realtime events. */
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { campaignsLabels as labels } from '../../../labels/campaigns-es.ts';
import { loadingAndErrorStateLabels } from '../../../labels/common-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useCampaigns } from '../../api/queries.ts';
import { PageFrame } from '../../layout/page.tsx';
import { screenPaths } from '../../paths.ts';
import { useHasRole } from '../../session/session.ts';
import { getButtonClasses } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState } from '../../ui/states.tsx';
import type { CampaignActionToConfirm } from './campaign-dialogs.tsx';
import { CampaignHistoryList } from './campaign-list.tsx';
import { CampaignDetailAndConfirmDialogs, preloadCampaignWindow } from './campaign-windows.tsx';

function CardSkeletons() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <span className="sr-only">{loadingAndErrorStateLabels.loading}</span>
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
    <div className="band">
      <EmptyState
        picture="campaigns"
        title={labels.empty}
        text={mayCreate ? labels.emptyText : labels.emptyOperatorText}
        action={
          mayCreate ? (
            <Link href={screenPaths.newCampaign()} className={getButtonClasses({ variant: 'primary' })}>
              {labels.createFirst}
            </Link>
          ) : null
        }
      />
    </div>
  );
}

export default function CampaignHistoryPage() {
  const { data, error, isError, refetch } = useCampaigns();
  const mayCreate = useHasRole('editor');
  const [asked, setAsked] = useState<CampaignActionToConfirm | null>(null);
  useEffect(preloadCampaignWindow, []);
  const retry = () => void refetch();
  return (
    <PageFrame
      title={labels.title}
      className="flex flex-col gap-4"
      actions={
        mayCreate ? (
          <Link
            href={screenPaths.newCampaign()}
            className={getButtonClasses({ variant: data?.total === 0 ? 'secondary' : 'primary', size: 'small' })}
          >
            <Plus aria-hidden />
            <span className="max-sm:sr-only">{labels.newCampaign}</span>
          </Link>
        ) : null
      }
    >
      {isError && data ? <StaleNotice onRetry={retry} /> : null}
      {!data && isError ? (
        <div className="band">
          <FailedReadState text={getRequestErrorText(error)} onRetry={retry} />
        </div>
      ) : null}
      {!data && !isError ? <CardSkeletons /> : null}
      {data?.total === 0 ? <NoCampaigns mayCreate={mayCreate} /> : null}
      {data && data.total > 0 ? (
        <CampaignHistoryList campaigns={data.items} inAll={data.total} onAsk={setAsked} />
      ) : null}
      <CampaignDetailAndConfirmDialogs campaigns={data?.items} asked={asked} onAsk={setAsked} />
    </PageFrame>
  );
}
