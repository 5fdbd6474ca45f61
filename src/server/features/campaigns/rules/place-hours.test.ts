// The hours of a place against a walk through them, minute by minute, by local clocks.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryRuleIds, countryRules } from '../../../../contract/country-rules.ts';
import type { CallingWindowSettings } from '../../../../contract/settings.ts';
import { computeCallingWindowState } from './calling-window.ts';
import holidays from './country-holidays.json' with { type: 'json' };
import {
  intersectCallingWindowsAt,
  choosePlaceTimeZone,
  computeHourOfWeek,
  computeCallingHoursState,
} from './place-hours.ts';

const minute = 60_000;
const daily: CallingWindowSettings = {
  enabled: true,
  days: [1, 2, 3, 4, 5, 6, 7],
  from: '09:00',
  to: '21:00',
  holidays: [],
};
/** Moments around the changes of clocks in Chile, Paraguay, the United States and Spain. */
const changes = ['2024-10-06T04:00:00Z', '2026-04-05T03:00:00Z', '2026-03-08T07:00:00Z', '2026-10-25T01:00:00Z'].map(
  (each) => Date.parse(each),
);
const zones = [
  'America/Santiago',
  'Pacific/Easter',
  'America/Asuncion',
  'America/New_York',
  'Europe/Madrid',
  'Atlantic/Canary',
];
const around = fc
  .tuple(fc.constantFrom(...changes), fc.integer({ min: -40 * 60, max: 40 * 60 }))
  .map(([change, minutes]) => change + minutes * minute);
const clockTime = fc
  .tuple(fc.nat({ max: 23 }), fc.constantFrom('00', '15', '30'))
  .map(([hour, rest]) => `${String(hour).padStart(2, '0')}:${rest}`);
const windows = fc
  .record({
    enabled: fc.boolean(),
    days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 2 }),
    from: clockTime,
    to: clockTime,
    holidays: fc.array(
      around.map((at) => new Date(at).toISOString().slice(0, 10)),
      { maxLength: 2 },
    ),
  })
  .filter(({ from, to }) => to === '00:00' || from < to);

describe('the hours of a place', () => {
  it.each([
    ['ES:Europe/Madrid', 'Europe/Madrid'],
    ['MX:America/Mexico_City&America/Tijuana', 'UTC'],
    ['ES:', 'UTC'],
    ['', 'UTC'],
  ])('of %s are told by the clock of %s', (place, zone) => {
    expect(choosePlaceTimeZone({ timeZone: 'UTC' }, place)).toBe(zone);
  });

  it('are open while each window is, and name the minute at which that changes', () => {
    const zoned = fc.array(
      fc.record({ windows: fc.array(windows, { minLength: 1, maxLength: 2 }), zone: fc.constantFrom(...zones) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(zoned, around, (each, at) => {
        const isOpen = (atMs: number): boolean =>
          each.every(({ windows: any, zone }) =>
            any.some((window) => computeCallingWindowState(window, zone, new Date(atMs)).isOpen),
          );
        const state = intersectCallingWindowsAt(each, new Date(at));
        expect(state.isOpen).toBe(isOpen(at));
        const change = (state.isOpen ? state.closesAt : state.opensAt)?.getTime() ?? null;
        for (let walk = at; walk < Math.min(change ?? Infinity, at + 24 * 60 * minute); walk += 30 * minute)
          expect(isOpen(walk)).toBe(state.isOpen);
        if (change !== null) expect(isOpen(change)).toBe(!state.isOpen);
      }),
      { numRuns: 100, seed: 20_261_125 },
    );
  });

  it('are judged by the clock of the place, and by the workspace’s where nothing tells', () => {
    const rules = { callingWindow: daily, timeZone: 'America/Argentina/Buenos_Aires', rulesOff: [] };
    const none = { callingWindow: null, kind: 'notice' };
    // 11:30 in Buenos Aires, 15:30 in Madrid, 9:30 on Easter Island.
    const at = new Date('2026-11-25T14:30:00Z');
    expect(computeCallingHoursState(rules, none, '', at)).toEqual({
      isOpen: true,
      closesAt: new Date('2026-11-26T00:00:00Z'),
    });
    expect(computeCallingHoursState(rules, none, 'ES:Europe/Madrid', at)).toEqual({
      isOpen: true,
      closesAt: new Date('2026-11-25T20:00:00Z'),
    });
    expect(computeCallingHoursState(rules, none, 'CL:Pacific/Easter', new Date('2026-11-25T13:30:00Z'))).toEqual({
      isOpen: false,
      opensAt: new Date('2026-11-25T14:00:00Z'),
    });
  });

  it('are those of every zone that a number may be of, unless the workspace’s is one of them', () => {
    const place = ':Atlantic/Canary&Europe/Madrid';
    // 9:30 in Madrid, 8:30 on the Canaries.
    const at = new Date('2026-11-25T08:30:00Z');
    const none = { callingWindow: null, kind: 'notice' };
    expect(computeCallingHoursState({ callingWindow: daily, timeZone: 'UTC', rulesOff: [] }, none, place, at)).toEqual({
      isOpen: false,
      opensAt: new Date('2026-11-25T09:00:00Z'),
    });
    expect(
      computeCallingHoursState({ callingWindow: daily, timeZone: 'Europe/Madrid', rulesOff: [] }, none, place, at)
        .isOpen,
    ).toBe(true);
  });

  it('are closed for good where two windows never meet, and where one makes no sense', () => {
    const at = new Date('2026-11-25T14:30:00Z');
    const rules = { callingWindow: { ...daily, days: [1, 2] }, timeZone: 'UTC', rulesOff: [] };
    expect(computeCallingHoursState(rules, { callingWindow: { ...daily, days: [3] }, kind: null }, '', at)).toEqual({
      isOpen: false,
      opensAt: null,
    });
    expect(computeCallingHoursState(rules, { callingWindow: { days: 'all' } as never, kind: null }, '', at)).toEqual({
      isOpen: false,
      opensAt: null,
    });
  });

  // Each case is on a Wednesday unless noted; none of the days is a holiday.
  it.each([
    ['ES:Europe/Madrid', 'sale', '2026-11-25T07:59:00Z', false],
    ['ES:Europe/Madrid', 'sale', '2026-11-25T08:00:00Z', true],
    ['ES:Europe/Madrid', 'sale', '2026-11-25T20:00:00Z', false],
    ['ES:Europe/Madrid', 'notice', '2026-11-25T20:00:00Z', true],
    // Cases on a Saturday, a holiday and the day before it.
    ['ES:Europe/Madrid', 'sale', '2026-11-28T12:00:00Z', false],
    ['ES:Europe/Madrid', 'collection', '2026-11-28T12:00:00Z', true],
    ['ES:Europe/Madrid', 'sale', '2026-12-08T12:00:00Z', false],
    ['ES:Europe/Madrid', 'sale', '2026-12-07T12:00:00Z', true],
    ['MX:America/Tijuana', 'collection', '2026-11-25T14:59:00Z', false],
    ['MX:America/Tijuana', 'collection', '2026-11-25T15:00:00Z', true],
    ['MX:America/Tijuana', 'sale', '2026-11-25T14:59:00Z', true],
    ['CL:America/Santiago', 'collection', '2026-11-28T22:59:00Z', true],
    ['CL:America/Santiago', 'collection', '2026-11-28T23:00:00Z', false],
    ['CL:America/Santiago', 'collection', '2026-11-29T15:00:00Z', false],
    // Saturdays have hours of their own.
    ['CO:America/Bogota', 'sale', '2026-11-27T23:30:00Z', true],
    ['CO:America/Bogota', 'sale', '2026-11-28T12:30:00Z', false],
    ['CO:America/Bogota', 'sale', '2026-11-28T13:00:00Z', true],
    ['CO:America/Bogota', 'sale', '2026-11-28T20:00:00Z', false],
    ['CO:America/Bogota', 'survey', '2026-11-28T20:00:00Z', true],
    ['PE:America/Lima', 'collection', '2026-11-26T00:59:00Z', true],
    ['PE:America/Lima', 'collection', '2026-11-26T01:00:00Z', false],
    // Holy Saturday, and the Saturday a week before it.
    ['CL:America/Santiago', 'collection', '2026-03-28T15:00:00Z', true],
    ['CL:America/Santiago', 'collection', '2026-04-04T15:00:00Z', false],
    ['CL:America/Santiago', 'collection', '2027-03-27T15:00:00Z', false],
    ['CL:America/Santiago', 'collection', '2028-04-15T15:00:00Z', false],
    // If the kind is unknown, the rules of all kinds apply.
    ['PE:America/Lima', null, '2026-11-26T01:00:00Z', false],
    ['PE:America/Lima', 'a kind of tomorrow', '2026-11-26T01:00:00Z', false],
    ['AR:America/Buenos_Aires', null, '2026-11-26T01:00:00Z', true],
  ])('of %s for %s at %s are by law open: %s', (place, kind, at, isOpen) => {
    const always = { ...daily, from: '00:00', to: '00:00' };
    const rules = { callingWindow: always, timeZone: 'UTC', rulesOff: [] };
    expect(computeCallingHoursState(rules, { callingWindow: null, kind }, place, new Date(at)).isOpen).toBe(isOpen);
    const off = { ...rules, rulesOff: countryRuleIds };
    expect(computeCallingHoursState(off, { callingWindow: null, kind }, place, new Date(at)).isOpen).toBe(true);
  });

  it('know the holidays of each country with a rule for two years at least', () => {
    const year = String(new Date().getUTCFullYear() + 2);
    for (const id of countryRuleIds)
      expect(holidays[countryRules[id].country].filter((day) => day.startsWith(year)).length).toBeGreaterThan(5);
  });
});

it('the hour of the week is that of the place’s only zone, else the workspace’s', () => {
  const hourAt = (place: string, at: string) =>
    computeHourOfWeek('America/Argentina/Buenos_Aires', place, new Date(at));
  // Monday, 2026-11-23.
  expect(hourAt('', '2026-11-23T03:00:00Z')).toBe(0);
  expect(hourAt('', '2026-11-23T02:59:59Z')).toBe(167);
  expect(hourAt(':Asia/Tokyo', '2026-11-23T02:59:59Z')).toBe(11);
  expect(hourAt(':Asia/Kathmandu', '2026-11-23T02:59:59Z')).toBe(8);
  expect(hourAt('MX:America/Tijuana&America/Mexico_City', '2026-11-25T12:10:00Z')).toBe(2 * 24 + 9);
});
