// The calling window against a walk that reads a local clock minute by minute and shares no code with it.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workspaceTimeZones } from '../../../../contract/regional.ts';
import type { CallingWindowSettings } from '../../../../contract/settings.ts';
import { computeLocalDayBounds, computeCallingWindowState } from './calling-window.ts';

const daily: CallingWindowSettings = {
  enabled: true,
  days: [1, 2, 3, 4, 5, 6, 7],
  from: '09:00',
  to: '21:00',
  holidays: [],
};
const minute = 60_000;
const quarter = 15 * minute;
const formats = new Map<string, Intl.DateTimeFormat>();
const quarters = new Map<string, { readonly date: string; readonly minutes: number }>();

/** Local time, read once a quarter of an hour, because no zone's offset changes within one. */
function wall(zone: string, at: number): { date: string; minutes: number } {
  const quarterAt = Math.floor(at / quarter) * quarter;
  let known = quarters.get(`${zone} ${quarterAt}`);
  if (!known) {
    const format =
      formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    formats.set(zone, format);
    const [date = '', time = ''] = format.format(quarterAt).split(' ');
    known = { date, minutes: minutesOf(time) };
    quarters.set(`${zone} ${quarterAt}`, known);
  }
  return { date: known.date, minutes: known.minutes + Math.floor((at - quarterAt) / minute) };
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function isOpenByTheWall(window: CallingWindowSettings, zone: string, at: number): boolean {
  const { date, minutes } = wall(zone, at);
  const isDay = window.days.includes(new Date(`${date}T12:00:00Z`).getUTCDay() || 7) && !window.holidays.includes(date);
  return isDay && minutesOf(window.from) <= minutes && (window.to === '00:00' || minutes < minutesOf(window.to));
}

/** Changes of clocks: Santiago, Sao Paulo and Mexico (at midnight and at 2), Buenos Aires in 2009. */
const changes = [
  '2026-09-06T04:00:00Z',
  '2026-04-05T03:00:00Z',
  '2018-11-04T03:00:00Z',
  '2019-02-17T02:00:00Z',
  '2022-04-03T08:00:00Z',
  '2022-10-30T07:00:00Z',
  '2009-03-15T02:00:00Z',
  '2008-10-19T03:00:00Z',
].map((each) => Date.parse(each));
const zones = [...workspaceTimeZones, 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Auckland'];
const clockTime = fc.oneof(
  fc.constantFrom('00:00', '00:01', '00:30', '01:00', '23:00', '23:30', '23:59'),
  fc
    .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
    .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`),
);
const around = fc
  .tuple(fc.constantFrom(...changes), fc.integer({ min: -30 * 60, max: 30 * 60 }), fc.nat({ max: minute - 1 }))
  .map(([change, minutes, ms]) => change + minutes * minute + ms);
const dates = around.map((at) => new Date(at).toISOString().slice(0, 10));
const windows = fc
  .record({
    enabled: fc.constant(true),
    days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    from: clockTime,
    to: clockTime,
    holidays: fc.array(dates, { maxLength: 3 }),
  })
  .filter(({ from, to }) => to === '00:00' || from < to);

describe('the calling window', () => {
  it('says at every moment what the wall says, and names the very minute at which that changes', () => {
    fc.assert(
      fc.property(windows, fc.constantFrom(...zones), around, (window, zone, at) => {
        const state = computeCallingWindowState(window, zone, new Date(at));
        expect(state.isOpen).toBe(isOpenByTheWall(window, zone, at));
        const change = state.isOpen ? state.closesAt : state.opensAt;
        const walkUntil = Math.min(change?.getTime() ?? Infinity, at + 24 * 60 * minute);
        const first = Math.floor(at / minute) * minute;
        for (let each = first; each < walkUntil; each += minute) {
          if (isOpenByTheWall(window, zone, each) !== state.isOpen)
            throw new Error(`changed at ${new Date(each).toISOString()}`);
        }
        if (change) expect(isOpenByTheWall(window, zone, change.getTime())).toBe(!state.isOpen);
      }),
      { numRuns: 250, seed: 20_261_121 },
    );
  });

  it.each([
    [
      'put on within it',
      { ...daily, from: '00:00', to: '03:01' },
      'America/Mexico_City',
      '2022-04-03T07:59:00Z',
      '2022-04-03T08:01:00Z',
    ],
    [
      'put back within it',
      { ...daily, from: '00:00', to: '03:01' },
      'America/Mexico_City',
      '2022-10-30T06:30:00Z',
      '2022-10-30T09:01:00Z',
    ],
    [
      'put on at its end, at midnight',
      { ...daily, days: [1, 2, 3, 4, 5, 6], from: '09:00', to: '00:00' },
      'America/Santiago',
      '2026-09-05T23:00:00Z',
      '2026-09-06T04:00:00Z',
    ],
  ])('closes when the clock was %s', (_name, window, zone, at, closes) => {
    expect(computeCallingWindowState(window, zone, new Date(at))).toEqual({ isOpen: true, closesAt: new Date(closes) });
  });

  it.each([
    ['in the morning', daily, 'America/Argentina/Buenos_Aires', '2026-11-21T11:00:00Z', '2026-11-21T12:00:00Z'],
    ['in the evening', daily, 'America/Argentina/Buenos_Aires', '2026-11-22T00:00:00Z', '2026-11-22T12:00:00Z'],
    [
      'over a week-end',
      { ...daily, days: [1, 2, 3, 4, 5] },
      'America/Bogota',
      '2026-11-21T15:00:00Z',
      '2026-11-23T14:00:00Z',
    ],
    ['on a holiday', { ...daily, holidays: ['2026-12-25'] }, 'UTC', '2026-12-25T12:00:00Z', '2026-12-26T09:00:00Z'],
    [
      'where midnight is left out',
      { ...daily, from: '00:00', to: '00:30' },
      'America/Santiago',
      '2026-09-05T12:00:00Z',
      '2026-09-07T03:00:00Z',
    ],
    [
      'where the window begins in the gap',
      { ...daily, from: '00:15', to: '03:00' },
      'America/Santiago',
      '2026-09-06T03:59:00Z',
      '2026-09-06T04:00:00Z',
    ],
  ])('opens again: %s', (_name, window, zone, at, opens) => {
    expect(computeCallingWindowState(window, zone, new Date(at))).toEqual({ isOpen: false, opensAt: new Date(opens) });
  });

  it('reads the hour that the clocks repeat twice, and is open in both', () => {
    const late = { ...daily, from: '23:00', to: '00:00' };
    expect(computeCallingWindowState(late, 'America/Santiago', new Date('2026-04-05T02:30:00Z'))).toMatchObject({
      isOpen: true,
    });
    expect(computeCallingWindowState(late, 'America/Santiago', new Date('2026-04-05T03:30:00Z'))).toEqual({
      isOpen: true,
      closesAt: new Date('2026-04-05T04:00:00Z'),
    });
  });

  it('goes on over midnight where the next day goes on, and closes to the second elsewhere', () => {
    const always = { ...daily, from: '00:00', to: '00:00' };
    expect(computeCallingWindowState(always, 'UTC', new Date('2026-11-21T23:59:59.999Z'))).toEqual({
      isOpen: true,
      closesAt: null,
    });
    expect(computeCallingWindowState(daily, 'UTC', new Date('2026-11-21T20:59:59.999Z'))).toEqual({
      isOpen: true,
      closesAt: new Date('2026-11-21T21:00:00Z'),
    });
    expect(computeCallingWindowState(daily, 'UTC', new Date('2026-11-21T21:00:00Z')).isOpen).toBe(false);
  });

  it('finds the day behind hundreds of holidays', () => {
    const mondays = Array.from({ length: 400 }, (_, index) =>
      new Date(Date.UTC(2026, 10, 23) + index * 7 * 86_400_000).toISOString().slice(0, 10),
    );
    const state = computeCallingWindowState(
      { ...daily, days: [1], holidays: mondays },
      'UTC',
      new Date('2026-11-23T12:00:00Z'),
    );
    expect(state).toEqual({ isOpen: false, opensAt: new Date(Date.UTC(2026, 10, 23, 9) + 400 * 7 * 86_400_000) });
  });

  it('is closed for good without days, and whenever anything is not as it must be', () => {
    const at = new Date('2026-11-21T15:00:00Z');
    const never = { isOpen: false, opensAt: null };
    expect(computeCallingWindowState({ ...daily, days: [] }, 'UTC', at)).toEqual(never);
    expect(computeCallingWindowState(daily, 'Marte/Olympus', at)).toEqual(never);
    expect(computeCallingWindowState(daily, 'UTC', new Date(Number.NaN))).toEqual(never);
    const broken = [
      null,
      undefined,
      'x',
      [],
      {},
      { ...daily, from: '25:00' },
      { ...daily, to: '9:00' },
      { ...daily, from: '22:00' },
      { ...daily, days: [0] },
      { ...daily, holidays: 'x' },
      { ...daily, enabled: 'no' },
    ];
    for (const window of broken) expect(computeCallingWindowState(window, 'UTC', at)).toEqual(never);
    fc.assert(fc.property(fc.jsonValue(), (window) => !computeCallingWindowState(window, 'UTC', at).isOpen));
  });

  it('is open at any time when it is switched off, but not without a zone', () => {
    const off = { ...daily, enabled: false };
    expect(computeCallingWindowState(off, 'America/Santiago', new Date('2026-11-21T05:00:00Z'))).toEqual({
      isOpen: true,
      closesAt: null,
    });
    expect(computeCallingWindowState(off, 'Marte/Olympus', new Date('2026-11-21T05:00:00Z')).isOpen).toBe(false);
  });
});

describe('a day of the zone', () => {
  it('holds the moment, begins and ends where the date changes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), around, (zone, at) => {
        const { startsAt, endsAt } = computeLocalDayBounds(zone, new Date(at));
        const { date } = wall(zone, at);
        expect(startsAt.getTime() <= at && at < endsAt.getTime()).toBe(true);
        expect(wall(zone, startsAt.getTime()).date).toBe(date);
        expect(wall(zone, startsAt.getTime() - 1).date < date).toBe(true);
        expect(wall(zone, endsAt.getTime() - 1).date).toBe(date);
        expect(wall(zone, endsAt.getTime()).date > date).toBe(true);
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});
