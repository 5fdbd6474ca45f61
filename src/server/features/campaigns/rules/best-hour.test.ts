import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  calculateHourlyAnswerRates,
  calculateAnswerRateGains,
  interleaveBestHourAndControlRecipients,
  type AreaHourAnswerCounts,
} from './best-hour.ts';

const cell = (area: string, hour: number, calls: number, answered: number): AreaHourAnswerCounts => ({
  area,
  hour,
  calls,
  answered,
});
const places = new Map([
  ['AR:America/Buenos_Aires', 10],
  ['ES:Europe/Madrid', 14],
]);

test('an hour gains what its rate, shrunk to the mean, is above the mean', () => {
  // 200 calls, half of them answered: at 10 all of 20, at 14 none of 20.
  const rates = calculateHourlyAnswerRates([cell('', 10, 20, 20), cell('', 14, 20, 0), cell('', 20, 160, 80)]);
  const gains = rates && calculateAnswerRateGains(rates, places);
  expect(gains).toEqual({
    places: [
      // Gain at 10: (20 + 10) of (20 + 20), less a half. At 14: (0 + 10) of 40, less a half.
      { place: 'AR:America/Buenos_Aires', hour: 10, gain: 0.25 },
      { place: 'ES:Europe/Madrid', hour: 14, gain: -0.25 },
    ],
    areas: [],
  });
});

test('an area goes by itself from 200 calls on, and a workspace by nothing below', () => {
  const cordoba = [cell('54 351', 10, 100, 90), cell('54 351', 14, 100, 10)];
  const rosario = [cell('54 341', 10, 99, 0), cell('54 341', 14, 100, 99)];
  const rates = calculateHourlyAnswerRates([...cordoba, ...rosario]);
  const gains = rates && calculateAnswerRateGains(rates, places);
  expect(gains?.areas.map(({ area, hour }) => [area, hour])).toEqual([
    ['54 351', 10],
    ['54 351', 14],
  ]);
  expect(gains?.areas[0]?.gain).toBeCloseTo((90 + 20 * 0.5) / 120 - 0.5);
  expect(calculateHourlyAnswerRates(rosario)).toBeNull();
  // People whose area is unknown form no area.
  const unknown = calculateHourlyAnswerRates([cell('', 10, 500, 100)]);
  expect(unknown && calculateAnswerRateGains(unknown, places).areas).toEqual([]);
});

const cells = fc.array(
  fc
    .record({
      area: fc.constantFrom('', '54 11', '54 351', '34 91'),
      hour: fc.integer({ min: 0, max: 167 }),
      calls: fc.integer({ min: 1, max: 300 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ area, hour, calls, share }) => cell(area, hour, calls, Math.floor(share * calls))),
  { minLength: 1, maxLength: 60 },
);
const allHours = new Map(Array.from({ length: 168 }, (_, hour) => [String(hour), hour]));

test('gains lie between nobody and everybody, are 0 of an hour without calls, and greater where more answered', () => {
  fc.assert(
    fc.property(cells, (given) => {
      const rates = calculateHourlyAnswerRates(given);
      if (rates === null) return;
      const gains = calculateAnswerRateGains(rates, allHours);
      for (const { gain } of [...gains.places, ...gains.areas]) expect(Math.abs(gain)).toBeLessThan(1);
      const called = new Set(given.map((each) => each.hour));
      for (const each of gains.places) if (!called.has(each.hour)) expect(each.gain).toBeCloseTo(0);
      const hours = gains.places.map(({ hour: each, gain }) => ({ gain, ...rates.whole.cells.get(each) }));
      // If two hours have as many calls, the one with more answers gains more.
      for (const one of hours)
        for (const other of hours.filter(({ calls }) => calls !== undefined && calls === one.calls))
          expect(Math.sign(one.gain - other.gain)).toBe(Math.sign((one.answered ?? 0) - (other.answered ?? 0)));
    }),
  );
});

test('weighed by calls the unshrunk gains of all hours cancel each other: nobody is first at every hour', () => {
  fc.assert(
    fc.property(cells, (given) => {
      const rates = calculateHourlyAnswerRates(given);
      if (rates === null) return;
      const callsOf = (hour: number) => rates.whole.cells.get(hour)?.calls ?? 0;
      // (calls + 20) times the shrunk gain is calls times the unshrunk one.
      const sum = calculateAnswerRateGains(rates, allHours).places.reduce(
        (all, { hour, gain }) => all + gain * (callsOf(hour) + (callsOf(hour) > 0 ? 20 : 0)),
        0,
      );
      expect(sum).toBeCloseTo(0, 6);
    }),
  );
});

interface Person {
  readonly id: string;
  readonly priority: number;
  readonly isCallBack: boolean;
  readonly isDrawn: boolean;
}

const ranks = fc
  .array(fc.record({ priority: fc.integer({ min: 1, max: 3 }), isCallBack: fc.boolean() }), { maxLength: 15 })
  .map((all) => all.toSorted((one, other) => rankOf(other) - rankOf(one)));
const rankOf = ({ priority, isCallBack }: Pick<Person, 'priority' | 'isCallBack'>): number =>
  2 * priority + (isCallBack ? 1 : 0);
const peopleOf = (all: readonly Pick<Person, 'priority' | 'isCallBack'>[], isDrawn: boolean): Person[] =>
  all.map((each, index) => ({ ...each, isDrawn, id: `${isDrawn ? 'd' : 'o'}${index}` }));

test('the merged list has everybody once, by rank, each list in its own order', () => {
  fc.assert(
    fc.property(
      ranks,
      ranks,
      fc.nat(40),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      (a, b, limit, stream) => {
        const [byHour, drawn] = [peopleOf(a, false), peopleOf(b, true)];
        const merged = interleaveBestHourAndControlRecipients(byHour, drawn, limit, () => stream.next().value);
        expect(merged).toHaveLength(Math.min(limit, a.length + b.length));
        for (const list of [byHour, drawn]) {
          const own = merged.filter(({ isDrawn }) => isDrawn === list[0]?.isDrawn);
          expect(own).toEqual(list.slice(0, own.length));
        }
        const order = merged.map(rankOf);
        expect(order).toEqual(order.toSorted((one, other) => other - one));
        const left = [...byHour, ...drawn].filter((each) => !merged.includes(each));
        for (const each of left) expect(rankOf(each)).toBeLessThanOrEqual(order.at(-1) ?? Infinity);
      },
    ),
  );
});

test('of equals the drawn one is next a tenth of the time', () => {
  const equals = (isDrawn: boolean) =>
    peopleOf(
      Array.from({ length: 100 }, () => ({ priority: 5, isCallBack: false })),
      isDrawn,
    );
  let tenth = 0;
  const merged = interleaveBestHourAndControlRecipients(
    equals(false),
    equals(true),
    50,
    () => (tenth = (tenth + 1) % 10) / 10,
  );
  expect(merged.filter(({ isDrawn }) => isDrawn)).toHaveLength(5);
  expect(
    interleaveBestHourAndControlRecipients(equals(false), equals(true), 5, () => 0.0999).every(
      ({ isDrawn }) => isDrawn,
    ),
  ).toBe(true);
  expect(
    interleaveBestHourAndControlRecipients(equals(false), equals(true), 5, () => 0.1).some(({ isDrawn }) => isDrawn),
  ).toBe(false);
});
