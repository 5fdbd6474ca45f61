/**
 * Chart of the call volume, whose code loads on demand. For a single day, it also fetches the calls by half hour, from
 * which the hourly bars are computed.
 */
import { callVolumeLabels as labels } from '../../../labels/analytics-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useCallVolume } from '../../api/queries.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { SectionCard } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { FailedReadState } from '../../ui/states.tsx';
import { toDailyVolumeBars, toHourlyVolumeBars, type CallVolumeBar } from './daily-bars.ts';
import { toCallVolumeQuery } from './analytics-filters.ts';
import { AnalyticsCallVolumeSkeleton, type AnalyticsCallVolumeProps } from './daily-skeleton.tsx';

const dailyCard = createLazyComponent(() => import('./daily-card.tsx'));
dailyCard.preload();

function Daily({ bars, ...props }: AnalyticsCallVolumeProps & { readonly bars: readonly CallVolumeBar[] }) {
  const isDay = props.analytics.callsByDay.length === 1;
  const title = isDay ? labels.byHour : labels.byDay;
  return (
    <dailyCard.Part
      title={title}
      bars={bars}
      isDay={isDay}
      {...props}
      fallback={<AnalyticsCallVolumeSkeleton title={title} />}
    />
  );
}

function DayByHour({
  query,
  ...props
}: AnalyticsCallVolumeProps & { readonly query: Parameters<typeof useCallVolume>[0] }) {
  const format = useRegionalFormat();
  const volume = useCallVolume(query);
  // While a single day loads, the query still returns the previous date range by day. So accept only data by half hour.
  const buckets = volume.data?.[0]?.intervalMinutes === 30 ? volume.data : undefined;
  if (buckets) {
    return (
      <div className={classNames(volume.isPlaceholderData && 'opacity-60')} aria-busy={volume.isPlaceholderData}>
        <Daily {...props} bars={toHourlyVolumeBars(buckets, format)} />
      </div>
    );
  }
  if (!volume.isError) return <AnalyticsCallVolumeSkeleton title={labels.byHour} />;
  return (
    <SectionCard title={labels.byHour}>
      <FailedReadState text={getRequestErrorText(volume.error)} onRetry={() => void volume.refetch()} />
    </SectionCard>
  );
}

export function AnalyticsCallVolumeSlot(props: AnalyticsCallVolumeProps) {
  const format = useRegionalFormat();
  const { callsByDay } = props.analytics;
  const query = toCallVolumeQuery(props.range, props.agentId);
  if (callsByDay.length === 1 && query) return <DayByHour {...props} query={query} />;
  return <Daily {...props} bars={toDailyVolumeBars(callsByDay, format)} />;
}
