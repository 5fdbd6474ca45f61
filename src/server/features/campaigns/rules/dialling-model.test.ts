import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { windowAt } from './calling-window.ts';
import { forecastDialling, type Forecast } from './dialling-model.ts';
import type { Outlook } from './dialling-outlook.ts';

const at = new Date('2031-05-20T12:00:00Z');
const window = { enabled: true, from: '09:00', to: '21:00', days: [1, 2, 3, 4, 5, 6, 7], holidays: [] as string[] };
const rules: Outlook['rules'] = {
  version: 1,
  timeZone: 'America/Argentina/Buenos_Aires',
  dialing: { callsPerSecond: 1, reservedLines: 0, callsPerNumberPerDay: 0 },
  callingWindow: window,
  rulesOff: [],
  dailyAttempts: 50,
  readAt: at,
};
/** Nine in the morning of a Tuesday, two calls a minute, without lines to wait for. */
const outlook: Outlook = {
  rules,
  capacity: { callsPerSecond: 2 / 60, lines: null, holdSeconds: 0, lengths: null },
  waiting: [{ people: 60, from: at }],
  othersLeft: [],
  weight: 5,
  retryPolicy: {},
  retryLimits: {},
  shares: {},
};
const forecast = (change: Partial<Outlook>) => forecastDialling({ ...outlook, ...change });
const end = (change: Partial<Outlook>) => forecast(change).endsAt?.toISOString() ?? null;
const people = (count: number, from = at): Pick<Outlook, 'waiting'> => ({ waiting: [{ people: count, from }] });
const half = { shares: { no_answer: 0.5 } };
const shown = ({ hours }: Forecast) =>
  hours.map(({ at: hour, people: first, retries }) => [hour.toISOString().slice(5, 16), first, retries]);
const sum = (hours: Forecast['hours'], of: 'people' | 'retries') => hours.reduce((all, hour) => all + hour[of], 0);

test('each is called once through the window, by the hour', () => {
  expect(end({})).toBe('2031-05-20T12:30:00.000Z');
  expect(forecast(people(0))).toEqual({ hours: [], endsAt: null, uncalled: 0 });
  const long = forecast(people(1_500));
  expect(long.endsAt?.toISOString()).toBe('2031-05-21T12:30:00.000Z');
  expect(shown(long).slice(0, 2)).toEqual([
    ['05-20T12:00', 120, 0],
    ['05-20T13:00', 120, 0],
  ]);
  expect(shown(long).at(-1)).toEqual(['05-21T12:00', 60, 0]);
  // Four more follow tomorrow.
  const tomorrow = new Date('2031-05-21T03:00:00Z');
  expect(end({ waiting: [...outlook.waiting, { people: 4, from: tomorrow }] })).toBe('2031-05-21T12:02:00.000Z');
  const never = { rules: { ...rules, callingWindow: { ...window, days: [] } } };
  expect(forecast(never)).toEqual({ hours: [], endsAt: null, uncalled: 60 });
});

test('numbers that had their calls of the day go on the next one', () => {
  const dayCalls = { perDay: 20, made: 5 };
  const capped = forecast({ dayCalls });
  expect(capped.endsAt?.toISOString()).toBe('2031-05-23T12:02:30.000Z');
  expect(shown(capped)).toEqual([
    ['05-20T12:00', 15, 0],
    ['05-21T12:00', 20, 0],
    ['05-22T12:00', 20, 0],
    ['05-23T12:00', 5, 0],
  ]);
  // Their cap was higher as they made them.
  expect(end({ ...people(1), dayCalls: { perDay: 20, made: 216 } })).toBe('2031-05-21T12:00:30.000Z');
  // Retries are calls too: 40 and 20 of them, three days of 20.
  const retryPolicy = { no_answer: { attempts: 1, delayMinutes: 5 } };
  const retried = forecast({ ...people(40), ...half, retryPolicy, dayCalls: { perDay: 20, made: 0 } });
  expect([sum(retried.hours, 'people'), sum(retried.hours, 'retries')]).toEqual([40, 20]);
  expect(retried.endsAt?.toISOString().slice(0, 10)).toBe('2031-05-22');
  // In parts of a hundred, none is lost, and what one has above a day's calls is of the next days: 4,000 take 50 days of 80, and the last part is called as it begins.
  const parts = (perDay: number) =>
    forecastDialling({ ...outlook, ...people(4_000), dayCalls: { perDay, made: 0 } }, 40);
  expect(sum(parts(80).hours, 'people')).toBe(4_000);
  expect(parts(80).endsAt?.toISOString().slice(0, 10)).toBe('2031-07-07');
  // Eleven years of one call a day are not played through.
  expect(parts(1)).toMatchObject({ endsAt: null, uncalled: 3_900 });
});

test('people are called by the hours of their places and the rules of their countries', () => {
  // At nine in Buenos Aires it is two in the afternoon in Madrid, where seven hours are left: 840 calls, and 420 beside them.
  const spain = forecast({ ...people(1_260), places: ['ES:Europe/Madrid'], kind: 'notice' });
  expect(sum(spain.hours.slice(0, 7), 'people')).toBe(840);
  expect(spain.hours[7]?.at.toISOString()).toBe('2031-05-21T07:00:00.000Z');
  // Both together are open from Madrid's morning to the evening of Buenos Aires.
  const both = forecast({ ...people(1_500), places: ['', 'ES:Europe/Madrid'], kind: 'notice' });
  expect(sum(both.hours.slice(0, 12), 'people')).toBe(1_440);
  expect(both.hours[12]?.at.toISOString()).toBe('2031-05-21T07:00:00.000Z');
  // Friday evening there: what sells waits for Monday, for no weekday's rule lets it be called before.
  const readAt = new Date('2031-05-23T20:00:00Z');
  const weekend = { ...people(1, readAt), rules: { ...rules, readAt }, places: ['ES:Europe/Madrid'] };
  expect(end({ ...weekend, kind: 'sale' })?.slice(0, 13)).toBe('2031-05-26T07');
  expect(end({ ...weekend, kind: 'notice' })?.slice(0, 13)).toBe('2031-05-24T07');
});

test('a part of a long list that the end of the window cuts off goes on as it opens', () => {
  // 1,440 a day of twelve hours, in parts of a hundred: 1,120 are left for the third day.
  const { endsAt } = forecastDialling({ ...outlook, ...people(4_000) }, 40);
  expect(endsAt?.toISOString()).toBe('2031-05-22T21:20:00.000Z');
});

test('a window that opens on weekdays at any hour is closed on Saturday', () => {
  const weekdays = { ...window, from: '00:00', to: '00:00', days: [1, 2, 3, 4, 5] };
  // Noon of Wednesday and 2,880 a day: Friday's midnight is 60 hours away, 7,200 calls.
  const readAt = new Date('2031-05-21T15:00:00Z');
  const { hours } = forecast({ rules: { ...rules, callingWindow: weekdays, readAt }, ...people(7_300, readAt) });
  expect(sum(hours.slice(0, 60), 'people')).toBe(7_200);
  expect(hours[60]?.at.toISOString()).toBe('2031-05-26T03:00:00.000Z');
});

test('lines are called on at once, and then as calls end; the last one ends after its length', () => {
  const lines = { callsPerSecond: 10, lines: { usable: 20, free: 20 }, holdSeconds: 100, lengths: null };
  // 20 at once; 40 more, one in five seconds.
  const endMs = Date.parse(end({ capacity: lines }) ?? '') - at.getTime();
  expect(endMs / 1_000).toBeCloseTo(200 + 100 - 5 + 1, -1);
  // In use by others as it begins.
  const busy = { ...lines, lines: { usable: 20, free: 0 } };
  expect((Date.parse(end({ capacity: busy }) ?? '') - at.getTime()) / 1_000).toBeCloseTo(300 + 100 - 5, -1);
  // More lines than the pace can fill.
  const idle = { ...lines, lines: { usable: 2_000, free: 2_000 } };
  expect((Date.parse(end({ capacity: idle }) ?? '') - at.getTime()) / 1_000).toBeCloseTo(5.9 + 100);
});

test('the last of many calls that go on is a long one', () => {
  const capacity = { callsPerSecond: 10, lines: null, holdSeconds: 100, lengths: [0, 50, 100, 150, 200] };
  const lastSeconds = (count: number, parts?: number) => {
    const { endsAt } = forecastDialling({ ...outlook, capacity, ...people(count) }, parts);
    return ((endsAt?.getTime() ?? 0) - at.getTime()) / 1_000;
  };
  // Of one call as likely a short one as a long one; of a hundred in ten seconds one takes nearly the longest time.
  expect(lastSeconds(1)).toBeCloseTo(100, 1);
  expect(lastSeconds(100)).toBeGreaterThan(195);
  expect(lastSeconds(100)).toBeLessThan(210);
  // As of each of them, where ten are played together.
  expect(Math.abs(lastSeconds(100, 10) - lastSeconds(100))).toBeLessThan(2);
});

test('of every other campaign as many are called meanwhile as the weights say, until it has nobody left', () => {
  expect(end({ othersLeft: [{ left: 20, weight: 5 }] })).toBe('2031-05-20T12:40:00.000Z');
  const two = [
    { left: 20, weight: 5 },
    { left: 9_000, weight: 5 },
  ];
  expect(end({ othersLeft: two })).toBe('2031-05-20T13:10:00.000Z');
  // Of weight 10 beside 5 it has two calls of three while the other has somebody left.
  expect(end({ weight: 10, othersLeft: [{ left: 9_000, weight: 5 }] })).toBe('2031-05-20T12:45:00.000Z');
  expect(end({ weight: 5, othersLeft: [{ left: 9_000, weight: 10 }] })).toBe('2031-05-20T13:30:00.000Z');
  // An hour before it begins they call 120 of 240: all of the small one, and 80 of the other.
  const readAt = new Date('2031-05-20T11:00:00Z');
  const open = { ...rules, callingWindow: { ...window, from: '07:00' }, readAt };
  const before = [
    { left: 40, weight: 5 },
    { left: 200, weight: 5 },
  ];
  expect(end({ othersLeft: before, rules: open })).toBe('2031-05-20T13:00:00.000Z');
  // Nobody is called before the window opens.
  expect(end({ othersLeft: [{ left: 20, weight: 5 }], rules: { ...rules, readAt } })).toBe('2031-05-20T12:40:00.000Z');
  const early = { ...open, readAt: new Date('2031-05-20T10:45:00Z') };
  expect(end({ othersLeft: [{ left: 20, weight: 5 }], rules: early })).toBe('2031-05-20T12:30:00.000Z');
});

test('retries follow a delay after the call that causes one, or later for want of lines', () => {
  const retry = (attempts: number, delayMinutes: number) => ({
    retryPolicy: { no_answer: { attempts, delayMinutes } },
  });
  const again = forecast({ ...half, ...retry(1, 60) });
  expect(shown(again)).toEqual([
    ['05-20T12:00', 60, 0],
    ['05-20T13:00', 0, 30],
  ]);
  expect(again.endsAt?.toISOString()).toBe('2031-05-20T13:30:00.000Z');
  // 90 calls take three quarters of an hour; whoever is due again comes before those further down, of whom the last waits.
  expect(end({ ...half, ...retry(1, 5) })).toBe('2031-05-20T12:48:00.000Z');
  expect(sum(forecast({ ...half, ...retry(2, 60) }).hours, 'retries')).toBe(45);
  // The window has closed by then.
  expect(shown(forecast({ ...half, ...retry(1, 720) })).at(-1)).toEqual(['05-21T12:00', 0, 30]);
  // Two a day: the third is tomorrow's.
  const twice = forecast({ ...half, ...retry(2, 60), rules: { ...rules, dailyAttempts: 2 } });
  expect(shown(twice).slice(1)).toEqual([
    ['05-20T13:00', 0, 30],
    ['05-21T12:00', 0, 15],
  ]);
  expect(end({ shares: { busy: 1 }, ...retry(1, 60) })).toBe('2031-05-20T12:30:00.000Z');
  // Whoever had the retry already has none more; whose call goes on may get one.
  expect(end({ ...half, ...retry(1, 60), waiting: [{ people: 60, from: at, retriesUsed: { no_answer: 1 } }] })).toBe(
    '2031-05-20T12:30:00.000Z',
  );
  expect(shown(forecast({ ...half, ...retry(1, 60), waiting: [], live: 8 }))).toEqual([['05-20T13:00', 0, 4]]);
});

test('retries are as many as outcomes bring back, each as often as its rule lets', () => {
  const retryPolicy = { no_answer: { attempts: 2, delayMinutes: 60 }, busy: { attempts: 1, delayMinutes: 15 } };
  const shares = { no_answer: 0.25, busy: 0.25, voicemail: 0.5 };
  // Once each; then all but busy twice; then the three orders of two and one.
  expect(sum(forecast({ retryPolicy, shares, ...people(64) }).hours, 'retries')).toBe(32 + 12 + 3);
  // One person is not brought back by a chance of a quarter.
  expect(sum(forecast({ retryPolicy, shares, ...people(1) }).hours, 'retries')).toBe(0);
});

test('its own hours are kept within the workspace’s', () => {
  const own = { days: [2, 4], from: '10:00', to: '11:00' };
  // Two hours of a Tuesday and a Thursday, 120 calls each.
  const { hours, endsAt } = forecast({ callingWindow: own, ...people(130) });
  expect(hours.map(({ at: hour, people: called }) => [hour.toISOString(), called])).toEqual([
    ['2031-05-20T13:00:00.000Z', 120],
    ['2031-05-22T13:00:00.000Z', 10],
  ]);
  expect(endsAt?.toISOString()).toBe('2031-05-22T13:05:00.000Z');
});

test('limits end the retries, and one may wait for another hour of the day', () => {
  const retryPolicy = { no_answer: { attempts: 3, delayMinutes: 60 } };
  const all = { retryPolicy, shares: { no_answer: 0.5 }, ...people(64) };
  expect(sum(forecast(all).hours, 'retries')).toBe(32 + 16 + 8);
  expect(sum(forecast({ ...all, retryLimits: { maxAttempts: 2 } }).hours, 'retries')).toBe(32);
  // Orders for which nobody was called are none of them; a call back is.
  const after = (retriesUsed: NonNullable<Outlook['waiting'][number]['retriesUsed']>) =>
    forecast({ ...all, retryLimits: { maxAttempts: 2 }, waiting: [{ people: 64, from: at, retriesUsed }] });
  expect(sum(after({ concurrency: 4, account: 2 }).hours, 'retries')).toBe(32);
  expect(sum(after({ callback: 1, concurrency: 1 }).hours, 'retries')).toBe(0);
  const daily = { ...all, retryPolicy: { no_answer: { attempts: 3, delayMinutes: 1_200 } } };
  expect(sum(forecast({ ...daily, retryLimits: { maxDays: 1 } }).hours, 'retries')).toBe(32);
  // Called at nine: at noon at the earliest.
  const other = forecast({ ...all, retryPolicy: { no_answer: { attempts: 1, delayMinutes: 60, otherHour: true } } });
  expect(other.hours.find(({ retries }) => retries > 0)?.at.toISOString()).toBe('2031-05-20T15:00:00.000Z');
});

const zones = ['America/Argentina/Buenos_Aires', 'America/Santiago', 'Asia/Kolkata', 'Europe/Madrid', 'UTC'];
const clock = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? 30 : '00'}`);
const outlooks: fc.Arbitrary<Outlook> = fc
  .record({
    zone: fc.constantFrom(...zones),
    readMs: fc.integer({ min: Date.parse('2031-01-01'), max: Date.parse('2032-01-01') }),
    days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    from: clock,
    to: clock,
    enabled: fc.boolean(),
    callsPerSecond: fc.double({ min: 0.05, max: 5, noNaN: true }),
    usable: fc.integer({ min: 1, max: 60 }),
    holdSeconds: fc.double({ min: 1, max: 200, noNaN: true }),
    people: fc.integer({ min: 1, max: 3_000 }),
    later: fc.integer({ min: 0, max: 50 }),
    others: fc.array(fc.record({ left: fc.integer({ min: 1, max: 500 }), weight: fc.integer({ min: 1, max: 10 }) }), {
      maxLength: 3,
    }),
    weight: fc.integer({ min: 1, max: 10 }),
    retries: fc.integer({ min: 0, max: 3 }),
    share: fc.double({ min: 0, max: 0.9, noNaN: true }),
    dailyAttempts: fc.integer({ min: 1, max: 4 }),
  })
  .filter(({ from, to }) => from < to)
  .map(({ zone, readMs, days, from, to, enabled, people: count, later, retries, share, ...rest }) => {
    const readAt = new Date(readMs);
    return {
      rules: {
        ...rules,
        timeZone: zone,
        callingWindow: { ...window, enabled, days, from, to },
        dailyAttempts: rest.dailyAttempts,
        readAt,
      },
      capacity: {
        callsPerSecond: rest.callsPerSecond,
        lines: { usable: rest.usable, free: rest.usable },
        holdSeconds: rest.holdSeconds,
        lengths: null,
      },
      waiting: [
        { people: count, from: readAt },
        { people: later, from: new Date(readMs + 86_400_000) },
      ],
      othersLeft: rest.others,
      weight: rest.weight,
      retryLimits: {},
      retryPolicy: retries > 0 ? { no_answer: { attempts: retries, delayMinutes: 45 } } : {},
      shares: { no_answer: share },
    };
  });

test('everybody is called once or not at all, nobody in a closed hour, retries as the shares say', () => {
  fc.assert(
    fc.property(outlooks, (given) => {
      const { hours, uncalled, endsAt } = forecastDialling(given, 300);
      const all = given.waiting.reduce((total, each) => total + each.people, 0);
      expect(sum(hours, 'people') + uncalled).toBe(all);
      expect(uncalled > 0 && endsAt !== null).toBe(false);
      const { callingWindow, timeZone } = given.rules;
      for (const { at: hour } of hours) {
        // Some of the hour is open.
        const { isOpen } = windowAt(callingWindow, timeZone, hour);
        const half = windowAt(callingWindow, timeZone, new Date(hour.getTime() + 1_800_000));
        expect(isOpen || half.isOpen).toBe(true);
      }
      for (const [index, { at: hour }] of hours.entries())
        if (index > 0) expect(hour.getTime()).toBeGreaterThan(hours[index - 1]?.at.getTime() ?? 0);
      if (endsAt === null) return;
      const rounds = given.retryPolicy.no_answer?.attempts ?? 0;
      let [wanted, round] = [0, all];
      for (let each = 0; each < rounds; each += 1) wanted += round *= given.shares.no_answer ?? 0;
      // A part of the list is called together.
      const part = Math.ceil(all / 300);
      expect(Math.abs(sum(hours, 'retries') - wanted)).toBeLessThanOrEqual(3 * (rounds + 1) * part);
    }),
    { numRuns: 150 },
  );
});

test('a quicker pace, more lines, more weight and no others end no later', () => {
  fc.assert(
    fc.property(outlooks, fc.double({ min: 1.1, max: 4, noNaN: true }), (given, factor) => {
      const endOf = (change: Partial<Outlook>) =>
        forecastDialling({ ...given, waiting, retryPolicy: {}, ...change }, 300).endsAt?.getTime() ?? Infinity;
      const { capacity, weight } = given;
      const waiting = given.waiting.slice(0, 1);
      const usable = Math.ceil((capacity.lines?.usable ?? 0) * factor);
      const slow = endOf({}) + 1_000;
      const { callsPerSecond } = capacity;
      expect(endOf({ capacity: { ...capacity, callsPerSecond: callsPerSecond * factor } })).toBeLessThanOrEqual(slow);
      expect(endOf({ capacity: { ...capacity, lines: { usable, free: usable } } })).toBeLessThanOrEqual(slow);
      expect(endOf({ othersLeft: [] })).toBeLessThanOrEqual(slow);
      // At any hour, and within what a part of the list takes: it is dialled as a whole.
      const always = { ...given.rules, callingWindow: { ...window, enabled: false } };
      const perSecond = Math.min(callsPerSecond, (capacity.lines?.usable ?? 0) / capacity.holdSeconds);
      const turn = given.othersLeft.reduce((all, other) => all + other.weight, weight) / weight;
      const light = endOf({ rules: always }) + (1_000 * turn * Math.ceil((waiting[0]?.people ?? 0) / 300)) / perSecond;
      // Ends are whole milliseconds.
      expect(endOf({ rules: always, weight: weight * factor })).toBeLessThanOrEqual(Math.ceil(light) + 1);
    }),
    { numRuns: 100 },
  );
});
