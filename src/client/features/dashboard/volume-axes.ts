/**
 * What stands along the axes of the volume chart, by the rules of spec B 2.1. The horizontal axis has one place a bucket;
 * a day that is not over has places to its end, so that its line grows into the chart instead of squeezing it. All pure.
 */
import type { VolumeBucket } from '../../../contract/analytics.ts';
import { calendarDay, clockTime, zonedMoment } from '../../format/dates.ts';

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
/** Without room for a label at every even hour, or at every fourth day. */
const narrowPx = { day: 480, month: 320 } as const;
const mostTicks = { hours: 13, week: 7, month: 8 } as const;

/** Today and yesterday, cut into parts of a day. */
export function isDayView(buckets: readonly VolumeBucket[]): boolean {
  return (buckets[0]?.intervalMinutes ?? dayMinutes) < dayMinutes;
}

function endOfDay(moment: number, zone: string): number {
  const next = new Date(Date.parse(`${calendarDay(new Date(moment), zone)}T00:00Z`) + dayMinutes * minuteMs);
  return zonedMoment(next.toISOString().slice(0, 10), '00:00', zone).getTime();
}

/** When each place of the axis begins, in epoch milliseconds: the buckets, and the rest of a day in the workspace's zone. */
export function axisTimes(buckets: readonly VolumeBucket[], zone: string): readonly number[] {
  const times = buckets.map(({ time }) => Date.parse(time));
  const first = times[0];
  const last = buckets.at(-1);
  if (first === undefined || !last || !isDayView(buckets)) return times;
  const end = endOfDay(first, zone);
  const step = last.intervalMinutes * minuteMs;
  for (let time = Date.parse(last.time) + step; time < end; time += step) times.push(time);
  return times;
}

function hourTicks(times: readonly number[], zone: string, width: number): readonly number[] {
  const isLabelled = (hour: number) =>
    width < narrowPx.day ? hour === 6 || hour === 12 || hour === 18 : hour % 2 === 0;
  return times.flatMap((time, index) => {
    const clock = clockTime(new Date(time), zone);
    return clock.endsWith(':00') && isLabelled(Number(clock.slice(0, 2))) ? [index] : [];
  });
}

interface TimeAxis {
  readonly times: readonly number[];
  readonly isDay: boolean;
  readonly zone: string;
  /** Of the plot, in pixels. */
  readonly width: number;
}

/** The places of the axis that are labelled: at most 13 of a day, 7 of a week, and every fourth of a month (narrow: eighth). */
export function timeTicks({ times, isDay, zone, width }: TimeAxis): readonly number[] {
  if (isDay) return hourTicks(times, zone, width).slice(0, mostTicks.hours);
  const isWeek = times.length <= mostTicks.week;
  const every = isWeek ? 1 : width < narrowPx.month ? 8 : 4;
  const most = isWeek ? mostTicks.week : mostTicks.month;
  return times.flatMap((_, index) => (index % every === 0 ? [index] : [])).slice(0, most);
}
