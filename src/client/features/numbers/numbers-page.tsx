/** Page of the campaigns' origin numbers. It is refreshed at an interval, because every call changes the figures. */
import { numbersLabels as labels } from './numbers-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { useApiQuery } from '../../api/queries.ts';
import { Page } from '../../layout/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { NumberList } from './number-list.tsx';

const readEveryMs = 15_000;

export default function NumbersPage() {
  const { data, error, isError, refetch } = useApiQuery('listNumbers', {}, { refetchInterval: readEveryMs });
  const retry = () => void refetch();
  return (
    <Page title={labels.title} className="flex flex-col gap-4">
      {isError && data ? <StaleNotice onRetry={retry} /> : null}
      <div className="band">
        {data && data.numbers.length > 0 ? <NumberList numbers={data.numbers} cap={data.cap} /> : null}
        {data?.numbers.length === 0 ? (
          <EmptyState picture="agents" title={labels.empty} text={labels.emptyText} />
        ) : null}
        {!data && isError ? <FailedState text={shownMessage(error, labels.failed)} onRetry={retry} /> : null}
        {!data && !isError ? <SkeletonRows count={4} className="h-16" /> : null}
      </div>
    </Page>
  );
}
