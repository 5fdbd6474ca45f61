/** Page of the campaigns' origin numbers. It is refreshed at an interval, because every call changes the figures. */
import { originNumbersLabels as labels } from './numbers-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useApiQuery } from '../../api/queries.ts';
import { PageFrame } from '../../layout/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState } from '../../ui/states.tsx';
import { OriginNumberList } from './number-list.tsx';

const readEveryMs = 15_000;

export default function OriginNumbersPage() {
  const { data, error, isError, refetch } = useApiQuery('listNumbers', {}, { refetchInterval: readEveryMs });
  const retry = () => void refetch();
  return (
    <PageFrame title={labels.title} className="flex flex-col gap-4">
      {isError && data ? <StaleNotice onRetry={retry} /> : null}
      <div className="band">
        {data && data.numbers.length > 0 ? <OriginNumberList numbers={data.numbers} cap={data.cap} /> : null}
        {data?.numbers.length === 0 ? (
          <EmptyState picture="agents" title={labels.empty} text={labels.emptyText} />
        ) : null}
        {!data && isError ? <FailedReadState text={getRequestErrorText(error, labels.failed)} onRetry={retry} /> : null}
        {!data && !isError ? <SkeletonRows count={4} className="h-16" /> : null}
      </div>
    </PageFrame>
  );
}
