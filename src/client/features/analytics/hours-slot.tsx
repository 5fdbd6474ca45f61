/** Loads the code and the data of the heat map of answer rates by hour of the week. */
import { whenToCallLabels as labels } from '../../../labels/analytics-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import type { useAnswerRatesByHour } from '../../api/queries.ts';
import { LabelWithHelp } from '../../help/help-tip.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState } from '../../ui/states.tsx';
import type { FigureCallsLinkBuilder } from './analytics-filters.ts';

const hoursMap = createLazyComponent(() => import('./hours-map.tsx'));
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
  readonly hours: ReturnType<typeof useAnswerRatesByHour>;
  readonly linkOf: FigureCallsLinkBuilder;
}

function HoursBody({ hours: { data, error, isPlaceholderData, refetch }, linkOf }: HoursProps) {
  const retry = () => void refetch();
  if (!data)
    return error === null ? <MapSkeleton /> : <FailedReadState text={getRequestErrorText(error)} onRetry={retry} />;
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

export function AnswerRateHeatMapCard({ hours, linkOf }: HoursProps) {
  return (
    <SectionCard title={<LabelWithHelp about={labels.title} text={labels.help} />} className="print:break-inside-avoid">
      <HoursBody hours={hours} linkOf={linkOf} />
    </SectionCard>
  );
}
