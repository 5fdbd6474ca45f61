// Labels along the axes: spec B 2.1, and days of 23 and 25 hours.
import { describe, expect, it } from 'vitest';
import type { CallVolumeBucket } from '../../../contract/analytics.ts';
import { formatClockTimeForInput } from '../../format/dates.ts';
import {
  computeVolumeAxisTimes,
  trimDayToBusyBuckets,
  areBucketsOfSingleDay,
  findVolumeBucketIndexAtTime,
  chooseTimeAxisTickIndices,
} from './volume-axes.ts';

const buenosAires = 'America/Argentina/Buenos_Aires';
const madrid = 'Europe/Madrid';

function buckets(from: string, count: number, intervalMinutes: number): CallVolumeBucket[] {
  return Array.from({ length: count }, (_, index) => ({
    time: new Date(Date.parse(from) + index * intervalMinutes * 60_000).toISOString(),
    intervalMinutes,
    isHourMark: index % 2 === 0,
    inboundCalls: 0,
    outboundCalls: 0,
    webCalls: 0,
    totalCalls: 0,
  }));
}

function hourLabels(times: readonly number[], zone: string, width: number): string[] {
  return chooseTimeAxisTickIndices({ times, isDay: true, zone, width }).map((index) =>
    formatClockTimeForInput(new Date(times[index] ?? 0), zone),
  );
}

function day(from: string, count: number, busy: readonly number[] = []): [CallVolumeBucket, ...CallVolumeBucket[]] {
  const [first, ...rest] = buckets(from, count, 30).map((each, index) =>
    busy.includes(index) ? { ...each, totalCalls: 1 } : each,
  );
  if (!first) throw new Error('no buckets');
  return [first, ...rest];
}

describe('the axis of a day', () => {
  const midnight = '2026-11-21T03:00:00Z';
  const hoursOf = (busy: readonly number[], { count = 48, isRunning = false, before = [] as number[] } = {}) => {
    const shown = trimDayToBusyBuckets(day(midnight, count, busy), before, isRunning);
    const times = computeVolumeAxisTimes(shown, buenosAires);
    const clock = (time: number | undefined) => formatClockTimeForInput(new Date(time ?? 0), buenosAires);
    return [clock(times[0]), clock(times.at(-1)), shown.length, times.length];
  };

  it('begins with the hour of the first call and ends with the last', () => {
    expect(hoursOf([19, 30])).toEqual(['09:00', '15:00', 13, 13]);
    expect(hoursOf([18, 30], { before: Array.from({ length: 48 }, (_, index) => (index === 5 ? 2 : 0)) })).toEqual([
      '02:00',
      '15:00',
      27,
      27,
    ]);
  });

  it('reaches to the bucket that runs, and has four hours at least', () => {
    expect(hoursOf([19], { count: 30, isRunning: true })).toEqual(['09:00', '14:30', 12, 12]);
    expect(hoursOf([20])).toEqual(['10:00', '13:30', 8, 8]);
    expect(hoursOf([47])).toEqual(['20:00', '23:30', 8, 8]);
    expect(hoursOf([1], { count: 2, isRunning: true })).toEqual(['00:00', '03:30', 2, 8]);
  });

  it('is as long as the day is in its zone', () => {
    const whole = (from: string, count: number) =>
      trimDayToBusyBuckets(day(from, count, [0, count - 1]), [], false).length;
    expect(whole('2026-03-28T23:00:00Z', 46)).toBe(46);
    expect(whole('2026-10-24T22:00:00Z', 50)).toBe(50);
  });

  it('labels whole hours as close as there is room for', () => {
    const times = day(midnight, 48).map(({ time }) => Date.parse(time));
    const even = Array.from({ length: 12 }, (_, index) => `${String(index * 2).padStart(2, '0')}:00`);
    expect(hourLabels(times, buenosAires, 900)).toEqual(even);
    expect(hourLabels(times, buenosAires, 300)).toEqual(['00:00', '06:00', '12:00', '18:00']);
    expect(hourLabels(times.slice(18, 26), buenosAires, 300)).toEqual(['09:00', '10:00', '11:00', '12:00']);
  });

  it('has at most 13 labels, even where an even hour comes twice', () => {
    const times = day('2026-10-24T22:00:00Z', 50).map(({ time }) => Date.parse(time));
    expect(hourLabels(times, madrid, 900)).toHaveLength(13);
  });
});

describe('the axis of days', () => {
  const ticks = (days: number, width = 900) => {
    const range = buckets('2026-11-01T03:00:00Z', days, 1440);
    expect(areBucketsOfSingleDay(range)).toBe(false);
    return chooseTimeAxisTickIndices({
      times: computeVolumeAxisTimes(range, buenosAires),
      isDay: false,
      zone: buenosAires,
      width,
    });
  };

  it('labels each of 7 days, and every fourth of 30', () => {
    expect(ticks(7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(ticks(30)).toEqual([0, 4, 8, 12, 16, 20, 24, 28]);
    expect(ticks(30, 250)).toEqual([0, 8, 16, 24]);
  });

  it('is empty without buckets', () => {
    expect(ticks(0)).toEqual([]);
  });
});

describe('the bucket of a moment', () => {
  const all = buckets('2026-11-21T03:00:00Z', 4, 30);

  it.each([
    ['2026-11-21T02:59:59.999Z', -1],
    ['2026-11-21T03:00:00.000Z', 0],
    ['2026-11-21T04:29:59.999Z', 2],
    ['2026-11-21T04:59:59.999Z', 3],
    ['2026-11-21T05:00:00.000Z', -1],
  ])('%s is number %i', (at, place) => expect(findVolumeBucketIndexAtTime(all, at)).toBe(place));
});
