/**
 * Computes the axis ticks of the call volume chart (spec B 2.1). Each time bucket has one position on the time axis. A
 * chart of one day shows only the hours that had calls (decision 26). All pure.
 */
import type { CallVolumeBucket } from '../../../contract/analytics.ts';
import { toCalendarDay, formatClockTimeForInput, convertZonedDateTimeToMoment } from '../../format/dates.ts';

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
/** Width of an hour's label. */
const labelPx = 64;
const hourSteps = [1, 2, 3, 6];
/** Fewest half hours on a day's axis. */
const leastPlaces = 8;
/** A month's chart that is narrower than this many pixels labels every eighth day instead of every fourth. */
const narrowPx = 320;
const mostTicks = { hours: 13, week: 7, month: 8 } as const;

/** True if the call volume buckets divide a single day, false if each bucket is a whole day. */
export function areBucketsOfSingleDay(buckets: readonly CallVolumeBucket[]): boolean {
  return (buckets[0]?.intervalMinutes ?? dayMinutes) < dayMinutes;
}

function endOfDay(moment: number, zone: string): number {
  const next = new Date(Date.parse(`${toCalendarDay(new Date(moment), zone)}T00:00Z`) + dayMinutes * minuteMs);
  return convertZonedDateTimeToMoment(next.toISOString().slice(0, 10), '00:00', zone).getTime();
}

type Buckets = readonly [CallVolumeBucket, ...CallVolumeBucket[]];

/**
 * Cuts a day's time buckets to those between the first and the last busy bucket, but keeps at least four hours. A
 * bucket is busy if it has calls, or if the same bucket of the comparison day has calls (`counts`). If `isRunning`, the
 * last bucket is the current one and always stays.
 */
export function trimDayToBusyBuckets(buckets: Buckets, counts: readonly number[], isRunning: boolean): Buckets {
  if (!areBucketsOfSingleDay(buckets)) return buckets;
  const isBusy = ({ totalCalls }: CallVolumeBucket, index: number) => totalCalls > 0 || (counts[index] ?? 0) > 0;
  const first = Math.max(0, buckets.findIndex(isBusy));
  const last = isRunning ? buckets.length - 1 : buckets.findLastIndex(isBusy);
  const hour = buckets.slice(0, first + 1).findLastIndex(({ isHourMark }) => isHourMark);
  const end = Math.max(last + 1, Math.min(buckets.length, hour + leastPlaces));
  const from = Math.max(0, Math.min(hour, end - leastPlaces));
  return [buckets[from] ?? buckets[0], ...buckets.slice(from + 1, end)];
}

/**
 * Returns the start times (epoch ms) on the chart's time axis. A day with few buckets also gets times after its last
 * bucket, so that the axis has a minimum length.
 */
export function computeVolumeAxisTimes(buckets: readonly CallVolumeBucket[], zone: string): readonly number[] {
  const times = buckets.map(({ time }) => Date.parse(time));
  const first = times[0];
  const last = buckets.at(-1);
  if (first === undefined || !last || !areBucketsOfSingleDay(buckets)) return times;
  const end = endOfDay(first, zone);
  const step = last.intervalMinutes * minuteMs;
  for (let time = Date.parse(last.time) + step; time < end && times.length < leastPlaces; time += step)
    times.push(time);
  return times;
}

/** Indices of the time axis positions that get an hour label, as many as the chart's width allows. */
function hourTicks(times: readonly number[], zone: string, width: number): readonly number[] {
  const most = Math.min(mostTicks.hours, width / labelPx);
  const every = hourSteps.find((hours) => times.length / (2 * hours) <= most) ?? 6;
  return times.flatMap((time, index) => {
    const clock = formatClockTimeForInput(new Date(time), zone);
    return clock.endsWith(':00') && Number(clock.slice(0, 2)) % every === 0 ? [index] : [];
  });
}

interface TimeAxis {
  readonly times: readonly number[];
  readonly isDay: boolean;
  readonly zone: string;
  /** Width of the plot, in pixels. */
  readonly width: number;
}

/**
 * Indices of the time axis positions that get a label: at most 13 for a single day, 7 for up to a week, 8 for a longer
 * range.
 */
export function chooseTimeAxisTickIndices({ times, isDay, zone, width }: TimeAxis): readonly number[] {
  if (isDay) return hourTicks(times, zone, width).slice(0, mostTicks.hours);
  const isWeek = times.length <= mostTicks.week;
  const every = isWeek ? 1 : width < narrowPx ? 8 : 4;
  const most = isWeek ? mostTicks.week : mostTicks.month;
  return times.flatMap((_, index) => (index % every === 0 ? [index] : [])).slice(0, most);
}

/** Index of the call volume bucket that contains the moment `at`; -1 if there is none. */
export function findVolumeBucketIndexAtTime(buckets: readonly CallVolumeBucket[], at: string): number {
  const moment = Date.parse(at);
  const last = buckets.at(-1);
  if (!last || moment >= Date.parse(last.time) + last.intervalMinutes * minuteMs) return -1;
  return buckets.findLastIndex(({ time }) => Date.parse(time) <= moment);
}
