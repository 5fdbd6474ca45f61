/** The three series of the call volume chart, and the number of calls in each. All pure. */
import type { DashboardMetrics, CallVolumeBucket } from '../../../contract/analytics.ts';
import { formatClockTimeForInput } from '../../format/dates.ts';
import { computePercent } from '../../format/numbers.ts';
import type { CallDirectionSeriesId } from '../../ui/series-looks.ts';

/** Series of the call volume chart in the order of its legend, tooltip, table and footer. */
export const dashboardVolumeSeries = [
  { id: 'inbound', field: 'inboundCalls' },
  { id: 'outbound', field: 'outboundCalls' },
  { id: 'web', field: 'webCalls' },
] as const satisfies readonly { readonly id: CallDirectionSeriesId; readonly field: keyof CallVolumeBucket }[];

type VolumeSeries = (typeof dashboardVolumeSeries)[number];

export type CallVolumeSeriesTotal = VolumeSeries & {
  readonly count: number;
  /** Percentage of the chart's calls that belong to this series, 0 to 100. */
  readonly percentage: number;
};

export function countCallsInBuckets(buckets: readonly CallVolumeBucket[]): number {
  return buckets.reduce((sum, { totalCalls }) => sum + totalCalls, 0);
}

/**
 * Number of calls in each series of the call volume chart. The numbers come from the call metrics if they are loaded,
 * because metrics may be newer than the chart's buckets.
 */
export function computeCallVolumeSeriesTotals(
  buckets: readonly CallVolumeBucket[],
  metrics?: DashboardMetrics,
): readonly CallVolumeSeriesTotal[] {
  const counts = dashboardVolumeSeries.map(
    ({ field }) => metrics?.[field] ?? buckets.reduce((sum, bucket) => sum + bucket[field], 0),
  );
  const all = counts.reduce((sum, count) => sum + count, 0);
  return dashboardVolumeSeries.map((series, index) => {
    const count = counts[index] ?? 0;
    return { ...series, count, percentage: computePercent(count, all) };
  });
}

/** Series that are drawn in the chart: those that have calls and that the person has not switched off. */
export function filterVisibleVolumeSeries(
  figures: readonly CallVolumeSeriesTotal[],
  hidden: ReadonlySet<CallDirectionSeriesId>,
): readonly CallVolumeSeriesTotal[] {
  return figures.filter(({ id, count }) => count > 0 && !hidden.has(id));
}

/** Highest number of calls that one of the given series has in any bucket; 0 without series. */
export function findHighestSeriesCallCount(
  buckets: readonly CallVolumeBucket[],
  series: readonly VolumeSeries[],
): number {
  return buckets.reduce((highest, bucket) => Math.max(highest, ...series.map(({ field }) => bucket[field])), 0);
}

/**
 * For each bucket of the chart, returns the number of calls that the given series had together at the same clock time
 * of `otherDay`. Empty if `otherDay` has no calls.
 */
export function sumVolumeSeriesAtSameClockTime(
  buckets: readonly CallVolumeBucket[],
  otherDay: readonly CallVolumeBucket[],
  series: readonly VolumeSeries[],
  zone: string,
): readonly number[] {
  if (countCallsInBuckets(otherDay) === 0) return [];
  const clockOf = ({ time }: CallVolumeBucket) => formatClockTimeForInput(new Date(time), zone);
  const sums = new Map(
    otherDay.map((bucket) => [clockOf(bucket), series.reduce((sum, { field }) => sum + bucket[field], 0)]),
  );
  return buckets.map((bucket) => sums.get(clockOf(bucket)) ?? 0);
}
