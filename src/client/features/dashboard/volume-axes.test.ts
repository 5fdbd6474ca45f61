// What is labelled along the axes: spec B 2.1, and days of 23 and 25 hours.
import { describe, expect, it } from 'vitest';
import type { VolumeBucket } from '../../../contract/analytics.ts';
import { clockTime } from '../../format/dates.ts';
import { axisTimes, isDayView, timeTicks } from './volume-axes.ts';

const buenosAires = 'America/Argentina/Buenos_Aires';
const madrid = 'Europe/Madrid';

function buckets(from: string, count: number, intervalMinutes: number): VolumeBucket[] {
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
  return timeTicks({ times, isDay: true, zone, width }).map((index) => clockTime(new Date(times[index] ?? 0), zone));
}

describe('the axis of a day', () => {
  it('reaches to the end of a day that is not over', () => {
    const times = axisTimes(buckets('2026-11-21T03:00:00Z', 5, 30), buenosAires);
    expect(times).toHaveLength(48);
    expect(clockTime(new Date(times[47] ?? 0), buenosAires)).toBe('23:30');
  });

  it('is as long as the day is in its zone', () => {
    expect(axisTimes(buckets('2026-03-28T23:00:00Z', 1, 30), madrid)).toHaveLength(46);
    expect(axisTimes(buckets('2026-10-24T22:00:00Z', 50, 30), madrid)).toHaveLength(50);
  });

  it('labels the even hours, and when narrow 6, 12 and 18', () => {
    const times = axisTimes(buckets('2026-11-21T03:00:00Z', 48, 30), buenosAires);
    const even = Array.from({ length: 12 }, (_, index) => `${String(index * 2).padStart(2, '0')}:00`);
    expect(hourLabels(times, buenosAires, 900)).toEqual(even);
    expect(hourLabels(times, buenosAires, 300)).toEqual(['06:00', '12:00', '18:00']);
  });

  it('has at most 13 labels, even where an even hour comes twice', () => {
    const times = axisTimes(buckets('2026-10-24T22:00:00Z', 50, 30), madrid);
    expect(hourLabels(times, madrid, 900)).toHaveLength(13);
  });
});

describe('the axis of days', () => {
  const ticks = (days: number, width = 900) => {
    const range = buckets('2026-11-01T03:00:00Z', days, 1440);
    expect(isDayView(range)).toBe(false);
    return timeTicks({ times: axisTimes(range, buenosAires), isDay: false, zone: buenosAires, width });
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
