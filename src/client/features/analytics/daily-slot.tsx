/** Where the calls' chart stands: its code comes in a chunk of its own, its data with the figures (of one day by the hour). */
import { lazy, Suspense } from 'react';
import { dailyLabels as labels } from '../../../labels/analytics-es.ts';
import { useCallVolume } from '../../api/queries.ts';
import { useFormat } from '../../session/use-format.ts';
import { barsOfDays, barsOfHours, type Bar } from './daily-bars.ts';
import { DailySkeleton, type DailyProps } from './daily-skeleton.tsx';

const DailyCard = lazy(() => import('./daily-card.tsx'));

function Daily({ bars, ...props }: DailyProps & { readonly bars: readonly Bar[] }) {
  const isDay = props.analytics.callsByDay.length === 1;
  const title = isDay ? labels.byHour : labels.byDay;
  return (
    <Suspense fallback={<DailySkeleton title={title} />}>
      <DailyCard title={title} bars={bars} isDay={isDay} {...props} />
    </Suspense>
  );
}

function DayByHour(props: DailyProps & { readonly timeRange: 'today' | 'yesterday' }) {
  const format = useFormat();
  const { agentId, timeRange } = props;
  const volume = useCallVolume({ timeRange, ...(agentId ? { agentFilter: agentId } : {}) });
  // Of one day the total is enough where its hours can't be read: the card says so by having no bars.
  const buckets = volume.data?.[0]?.intervalMinutes === 30 ? volume.data : undefined;
  if (!buckets && !volume.isError) return <DailySkeleton title={labels.byHour} />;
  return <Daily {...props} bars={buckets ? barsOfHours(buckets, format) : []} />;
}

export function DailySlot(props: DailyProps) {
  const format = useFormat();
  const { callsByDay } = props.analytics;
  const { value } = props.period;
  if (callsByDay.length === 1 && (value === 'today' || value === 'yesterday')) return <DayByHour {...props} timeRange={value} />;
  return <Daily {...props} bars={barsOfDays(callsByDay, format)} />;
}
