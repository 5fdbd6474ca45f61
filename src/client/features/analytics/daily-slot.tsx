/** Loads the code of the call volume chart, and for a single day also its calls by hour. */
import { dailyLabels as labels } from '../../../labels/analytics-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { useCallVolume } from '../../api/queries.ts';
import { useFormat } from '../../session/use-format.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FailedState } from '../../ui/states.tsx';
import { barsOfDays, barsOfHours, type Bar } from './daily-bars.ts';
import { toVolumeQuery } from './analytics-filters.ts';
import { DailySkeleton, type DailyProps } from './daily-skeleton.tsx';

const dailyCard = lazyPart(() => import('./daily-card.tsx'));
dailyCard.preload();

function Daily({ bars, ...props }: DailyProps & { readonly bars: readonly Bar[] }) {
  const isDay = props.analytics.callsByDay.length === 1;
  const title = isDay ? labels.byHour : labels.byDay;
  return (
    <dailyCard.Part title={title} bars={bars} isDay={isDay} {...props} fallback={<DailySkeleton title={title} />} />
  );
}

function DayByHour({ query, ...props }: DailyProps & { readonly query: Parameters<typeof useCallVolume>[0] }) {
  const format = useFormat();
  const volume = useCallVolume(query);
  // While a day loads, the data may still be those of a longer range, by day, which the chart by hour can't draw.
  const buckets = volume.data?.[0]?.intervalMinutes === 30 ? volume.data : undefined;
  if (buckets) {
    return (
      <div className={classNames(volume.isPlaceholderData && 'opacity-60')} aria-busy={volume.isPlaceholderData}>
        <Daily {...props} bars={barsOfHours(buckets, format)} />
      </div>
    );
  }
  if (!volume.isError) return <DailySkeleton title={labels.byHour} />;
  return (
    <Card title={labels.byHour}>
      <FailedState text={shownMessage(volume.error)} onRetry={() => void volume.refetch()} />
    </Card>
  );
}

export function DailySlot(props: DailyProps) {
  const format = useFormat();
  const { callsByDay } = props.analytics;
  const query = toVolumeQuery(props.range, props.agentId);
  if (callsByDay.length === 1 && query) return <DayByHour {...props} query={query} />;
  return <Daily {...props} bars={barsOfDays(callsByDay, format)} />;
}
