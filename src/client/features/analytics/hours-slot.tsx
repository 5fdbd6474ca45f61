/** Loads the code and the data of the heat map of answer rates by hour of the week. */
import { hoursLabels as labels } from '../../../labels/analytics-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import type { useDialingHours } from '../../api/queries.ts';
import { HelpTip } from '../../help/help-tip.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import type { CallsLink } from './analytics-filters.ts';

const hoursMap = lazyPart(() => import('./hours-map.tsx'));
hoursMap.preload();

function MapSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="h-5 w-full sm:w-2/3" />
      <Skeleton className="mt-3 h-170 w-full md:h-56" />
      <Skeleton className="mt-3 h-5 w-64 max-w-full" />
    </div>
  );
}

interface HoursProps {
  readonly hours: ReturnType<typeof useDialingHours>;
  readonly linkOf: CallsLink;
}

function HoursBody({ hours: { data, error, isPlaceholderData, refetch }, linkOf }: HoursProps) {
  const retry = () => void refetch();
  if (!data) return error === null ? <MapSkeleton /> : <FailedState text={shownMessage(error)} onRetry={retry} />;
  return (
    <div className={classNames(isPlaceholderData && 'opacity-60')} aria-busy={isPlaceholderData}>
      {error === null ? null : <StaleNotice className="mb-3" onRetry={retry} />}
      {data.length === 0 ? (
        <EmptyState picture="week" title={labels.empty} text={labels.emptyText} />
      ) : (
        <hoursMap.Part hours={data} linkOf={linkOf} fallback={<MapSkeleton />} />
      )}
    </div>
  );
}

export function HoursCard({ hours, linkOf }: HoursProps) {
  return (
    <Card title={<HelpTip about={labels.title} text={labels.help} />} className="print:break-inside-avoid">
      <HoursBody hours={hours} linkOf={linkOf} />
    </Card>
  );
}
