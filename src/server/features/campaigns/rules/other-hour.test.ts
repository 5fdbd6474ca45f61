import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeCallingWindowState } from './calling-window.ts';
import { getTimeZoneConverter } from './local-time.ts';
import { findRetryTimeAtOtherHour, computeClockMinutesApart } from './other-hour.ts';

const timeZone = 'America/Argentina/Buenos_Aires';
const window = { enabled: true, days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '21:00', holidays: [] as string[] };
const at = (local: string): Date => new Date(`${local}:00-03:00`);
const hoursIn = (zone: string, callingWindow: unknown) => ({
  zone,
  windowAt: (moment: Date) => computeCallingWindowState(callingWindow, zone, moment),
});
const find = (attempted: string, earliest: string, callingWindow: unknown = window) =>
  findRetryTimeAtOtherHour(hoursIn(timeZone, callingWindow), at(attempted), at(earliest));

test.each([
  ['an hour later it is the same hour still', '2026-11-24T10:00', '2026-11-24T11:00', '2026-11-24T13:00'],
  ['three hours later it is another', '2026-11-24T10:00', '2026-11-24T14:10', '2026-11-24T14:10'],
  ['tomorrow at the same hour is the same hour', '2026-11-24T10:00', '2026-11-25T10:00', '2026-11-25T13:00'],
  ['what is left of the day is too near: tomorrow', '2026-11-24T18:30', '2026-11-24T19:00', '2026-11-25T09:00'],
  ['tomorrow’s first hour is too near as well', '2026-11-24T10:30', '2026-11-24T21:00', '2026-11-25T13:30'],
])('%s', (_, attempted, earliest, expected) => expect(find(attempted, earliest)).toEqual(at(expected)));

test('a window without another hour, or that never opens, leaves the attempt where it was', () => {
  expect(find('2026-11-24T10:30', '2026-11-24T11:00', { ...window, from: '09:00', to: '12:00' })).toEqual(
    at('2026-11-24T11:00'),
  );
  expect(find('2026-11-24T10:30', '2026-11-24T11:00', { ...window, days: [] })).toEqual(at('2026-11-24T11:00'));
});

test('in any zone and window it is open, three hours away and not too early, and no moment before it is', () => {
  const minute = fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15);
  const clock = (of: number) => `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`;
  fc.assert(
    fc.property(
      fc.constantFrom(timeZone, 'Europe/Madrid', 'America/Santiago', 'Asia/Kolkata'),
      fc.tuple(minute, minute).filter(([from, to]) => to - from > 390),
      fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
      fc.integer({ min: 0, max: 365 * 96 }),
      fc.integer({ min: 1, max: 300 }),
      (zone, [from, to], days, quarter, delay) => {
        const callingWindow = { ...window, days, from: clock(from), to: clock(to) };
        const attempted = new Date(Date.UTC(2026, 0, 1) + quarter * 900_000);
        const earliest = new Date(attempted.getTime() + delay * 900_000);
        const found = findRetryTimeAtOtherHour(hoursIn(zone, callingWindow), attempted, earliest);
        const time = getTimeZoneConverter(zone);
        const isGood = (each: Date) =>
          computeCallingWindowState(callingWindow, zone, each).isOpen &&
          computeClockMinutesApart(time.minuteOf(each.getTime()), time.minuteOf(attempted.getTime())) >= 180;
        expect(found >= earliest).toBe(true);
        expect(isGood(found)).toBe(true);
        for (let ms = earliest.getTime(); ms < found.getTime(); ms += 900_000)
          if (isGood(new Date(ms)))
            throw new Error(`${new Date(ms).toISOString()} comes before ${found.toISOString()}`);
      },
    ),
    { numRuns: 100 },
  );
});
