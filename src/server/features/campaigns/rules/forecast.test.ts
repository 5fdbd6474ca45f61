import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeCallingWindowState } from './calling-window.ts';
import { simulateDialingForecastInSteps, type DialingForecast, type DialingForecastInputs } from './forecast.ts';

const at = new Date('2031-05-20T12:00:00Z');
const window = { enabled: true, from: '09:00', to: '21:00', days: [1, 2, 3, 4, 5, 6, 7], holidays: [] as string[] };
const rules: DialingForecastInputs['rules'] = {
  version: 1,
  timeZone: 'America/Argentina/Buenos_Aires',
  dialing: { callsPerSecond: 1, reservedLines: 0, callsPerNumberPerDay: 0 },
  callingWindow: window,
  rulesOff: [],
  dailyAttempts: 50,
  readAt: at,
};
/** A campaign on a Tuesday at nine, with two calls a minute and no limit of lines. */
const outlook: DialingForecastInputs = {
  rules,
  capacity: { callsPerSecond: 2 / 60, paceSpread: 0, lines: null, holdSeconds: 0, lengths: null },
  waiting: [{ people: 60, place: '', from: at }],
  live: 0,
  othersLeft: [],
  weight: 5,
  dayCalls: null,
  phoneNumbers: ['+541155551234'],
  exemptRules: [],
  callingWindow: null,
  kind: null,
  retryPolicy: {},
  retryLimits: {},
  shares: {},
  // Rates are certain; only the campaign's own chances are not.
  callsKnown: 1e9,
};
function play(given: DialingForecastInputs): DialingForecast {
  const work = simulateDialingForecastInSteps(given);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
const forecast = (change: Partial<DialingForecastInputs>) => play({ ...outlook, ...change });
const range = (change: Partial<DialingForecastInputs>) => forecast(change).endsBetween;
/** Expects that the end calculated by hand lies in the range, which is not much wider than `minutes`. */
function expectEnd(change: Partial<DialingForecastInputs>, iso: string, minutes = 3): void {
  const { from, to } = range(change) ?? { from: new Date(NaN), to: new Date(NaN) };
  const endMs = Date.parse(iso);
  // Calls are thirty seconds apart.
  expect(from.getTime(), `${from.toISOString()} begins before ${iso}`).toBeLessThanOrEqual(endMs);
  expect(to.getTime() + 30_000, `${to.toISOString()} ends after ${iso}`).toBeGreaterThanOrEqual(endMs);
  expect((to.getTime() - from.getTime()) / 60_000).toBeLessThan(minutes);
}
const people = (count: number, from = at, place = ''): Pick<DialingForecastInputs, 'waiting'> => ({
  waiting: [{ people: count, place, from }],
});
const half = { shares: { no_answer: 0.5 } };
const shown = ({ hours }: DialingForecast) =>
  hours.map(({ at: hour, people: first, retries }) => [hour.toISOString().slice(5, 16), first, retries]);
const sum = (hours: DialingForecast['hours'], of: 'people' | 'retries') =>
  hours.reduce((all, hour) => all + hour[of], 0);

test('each is called once through the window, by the hour', () => {
  expectEnd({}, '2031-05-20T12:30:00Z');
  expect(forecast(people(0))).toEqual({ hours: [], endsBetween: null, uncalled: 0 });
  const long = forecast(people(1_500));
  // 1,440 calls on the first day, or somewhat fewer.
  expectEnd(people(1_500), '2031-05-21T12:30:00Z', 30);
  expect(shown(long).slice(0, 2)).toEqual([
    ['05-20T12:00', 120, 0],
    ['05-20T13:00', 120, 0],
  ]);
  expect(shown(long).at(-1)).toEqual(['05-21T12:00', 60, 0]);
  // Four more people follow tomorrow.
  const tomorrow = new Date('2031-05-21T03:00:00Z');
  expectEnd({ waiting: [...outlook.waiting, ...people(4, tomorrow).waiting] }, '2031-05-21T12:02:00Z');
  const never = { rules: { ...rules, callingWindow: { ...window, days: [] } } };
  expect(forecast(never)).toEqual({ hours: [], endsBetween: null, uncalled: 60 });
});

test('numbers that had their calls of the day go on the next one', () => {
  const dayCalls = { perDay: 20, made: 5 };
  expectEnd({ dayCalls }, '2031-05-23T12:02:30Z');
  expect(shown(forecast({ dayCalls }))).toEqual([
    ['05-20T12:00', 15, 0],
    ['05-21T12:00', 20, 0],
    ['05-22T12:00', 20, 0],
    ['05-23T12:00', 5, 0],
  ]);
  // These calls were made under a higher cap.
  expectEnd({ ...people(1), dayCalls: { perDay: 20, made: 216 } }, '2031-05-21T12:00:30Z');
  // Retries count too: 40 calls and 20 retries take three days of 20.
  const retryPolicy = { no_answer: { attempts: 1, delayMinutes: 5 } };
  const retried = forecast({ ...people(40), ...half, retryPolicy, dayCalls: { perDay: 20, made: 0 } });
  expect([sum(retried.hours, 'people'), sum(retried.hours, 'retries')]).toEqual([40, 20]);
  expect(retried.hours.at(-1)?.at.toISOString().slice(0, 10)).toBe('2031-05-22');
  // 4,000 calls take 50 days of 80.
  const capped = (perDay: number) => forecast({ ...people(4_000), dayCalls: { perDay, made: 0 } });
  expect(sum(capped(80).hours, 'people')).toBe(4_000);
  expect(capped(80).endsBetween?.to.toISOString().slice(0, 10)).toBe('2031-07-08');
  // Eleven years of one call a day are not simulated.
  expect(capped(1)).toMatchObject({ endsBetween: null, uncalled: 4_000 - 181 });
});

test('people are called by the hours of their places and the rules of their countries', () => {
  const madrid = 'ES:Europe/Madrid';
  // Nine in Buenos Aires is two in the afternoon in Madrid, where seven hours are left: 840 calls, then 420.
  const spain = forecast({ ...people(1_260, at, madrid), kind: 'notice' });
  expect(sum(spain.hours.slice(0, 7), 'people')).toBe(840);
  expect(spain.hours[7]?.at.toISOString()).toBe('2031-05-21T07:00:00.000Z');
  // Each is called in the hours of their own place. People in Madrid come first, because their hours close first.
  const both = forecast({ waiting: [...people(60).waiting, ...people(1_260, at, madrid).waiting], kind: 'notice' });
  expect(sum(both.hours, 'people')).toBe(1_320);
  expect(both.hours.some(({ at: hour }) => hour.toISOString() === '2031-05-20T20:00:00.000Z')).toBe(false);
  // On Friday evening in Madrid, sales wait for Monday, because the rule for weekdays forbids calls before.
  const readAt = new Date('2031-05-23T20:00:00Z');
  const weekend = { ...people(1, readAt, madrid), rules: { ...rules, readAt } };
  expect(
    range({ ...weekend, kind: 'sale' })
      ?.from.toISOString()
      .slice(0, 13),
  ).toBe('2031-05-26T07');
  expect(
    range({ ...weekend, kind: 'notice' })
      ?.from.toISOString()
      .slice(0, 13),
  ).toBe('2031-05-24T07');
  // The window is open from nine to one minute past nine in Madrid and in Kolkata: never at once.
  const minute = { days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '09:01' };
  const never = forecast({ ...people(5, at, ':Europe/Madrid&Asia/Kolkata'), callingWindow: minute });
  expect(never).toEqual({ hours: [], endsBetween: null, uncalled: 5 });
  // No mobile number may sell in Spain; the campaign's other people are called.
  const barred = { ...people(5, at, madrid), kind: 'sale', phoneNumbers: ['+34600000001'] };
  expect(forecast(barred)).toEqual({ hours: [], endsBetween: null, uncalled: 5 });
  expect(forecast({ ...barred, waiting: [...barred.waiting, ...people(60).waiting] })).toMatchObject({
    endsBetween: null,
    uncalled: 5,
  });
  // Fractions of people add up to whole ones.
  const thirds = [1, 2, 3].flatMap((part) => people(10 / 3, at, `:Etc/GMT+${part}`).waiting);
  expect(forecast({ waiting: thirds, callingWindow: { ...minute, days: [] } }).uncalled).toBe(10);
});

test('a window that opens on weekdays at any hour is closed on Saturday', () => {
  const weekdays = { ...window, from: '00:00', to: '00:00', days: [1, 2, 3, 4, 5] };
  // Noon of Wednesday and 2,880 calls a day: Friday's midnight is 60 hours, or 7,200 calls, away.
  const readAt = new Date('2031-05-21T15:00:00Z');
  const { hours } = forecast({ rules: { ...rules, callingWindow: weekdays, readAt }, ...people(7_300, readAt) });
  expect(sum(hours.slice(0, 60), 'people')).toBe(7_200);
  expect(hours[60]?.at.toISOString()).toBe('2031-05-26T03:00:00.000Z');
});

test('lines are called on at once, and then as calls end; the last one ends after its length', () => {
  const capacity = { ...outlook.capacity, callsPerSecond: 10, holdSeconds: 100 };
  const lengths = [99, 100, 101];
  const seconds = (usable: number, free: number) => {
    const between = range({ capacity: { ...capacity, lengths, lines: { usable, free } } });
    return [between?.from, between?.to].map((moment) => ((moment?.getTime() ?? NaN) - at.getTime()) / 1_000);
  };
  // 20 calls begin at once; 40 more follow, one in five seconds.
  const [from, to] = seconds(20, 20);
  expect(from).toBeLessThan(300);
  expect(to).toBeGreaterThan(300);
  expect((to ?? 0) - (from ?? 0)).toBeLessThan(20);
  // Others use the lines at the start.
  const [busyFrom, busyTo] = seconds(20, 0);
  expect(busyFrom).toBeLessThan(400);
  expect(busyTo).toBeGreaterThan(400);
  expect((busyTo ?? 0) - (busyFrom ?? 0)).toBeLessThan(25);
  // There are more lines than the pace can fill.
  for (const end of seconds(2_000, 2_000)) expect(end).toBeCloseTo(5.9 + 100, -1);
});

test('the last of many calls that go on is a long one', () => {
  const capacity = { ...outlook.capacity, callsPerSecond: 10, holdSeconds: 100, lengths: [0, 50, 100, 150, 200] };
  const seconds = (count: number) => {
    const between = range({ capacity, ...people(count), callsKnown: 100 });
    return [between?.from, between?.to].map((moment) => ((moment?.getTime() ?? NaN) - at.getTime()) / 1_000);
  };
  // A single call may be short or long; of a hundred in ten seconds one takes nearly the longest time, or longer.
  const [one, other] = seconds(1);
  expect(one).toBeLessThan(30);
  expect(other).toBeGreaterThan(180);
  const [from, to] = seconds(100);
  expect(from).toBeGreaterThan(160);
  expect(to).toBeGreaterThan(205);
  expect(to).toBeLessThan(280);
});

test('of every other campaign as many are called meanwhile as the weights say, until it has nobody left', () => {
  expectEnd({ othersLeft: [{ left: 20, weight: 5 }] }, '2031-05-20T12:40:00Z');
  const two = [
    { left: 20, weight: 5 },
    { left: 9_000, weight: 5 },
  ];
  expectEnd({ othersLeft: two }, '2031-05-20T13:10:00Z', 4);
  // A campaign of weight 10 beside 5 has two calls of three while the other has somebody left.
  expectEnd({ weight: 10, othersLeft: [{ left: 9_000, weight: 5 }] }, '2031-05-20T12:45:00Z');
  expectEnd({ weight: 5, othersLeft: [{ left: 9_000, weight: 10 }] }, '2031-05-20T13:30:00Z', 4);
  // In the hour before the campaign begins, the others call 120 of 240: all of the small one, and 80 of the other.
  const readAt = new Date('2031-05-20T11:00:00Z');
  const open = { ...rules, callingWindow: { ...window, from: '07:00' }, readAt };
  const before = [
    { left: 40, weight: 5 },
    { left: 200, weight: 5 },
  ];
  expectEnd({ othersLeft: before, rules: open }, '2031-05-20T13:00:00Z', 5);
  // Nobody is called before the window opens.
  expectEnd({ othersLeft: [{ left: 20, weight: 5 }], rules: { ...rules, readAt } }, '2031-05-20T12:40:00Z');
  const early = { ...open, readAt: new Date('2031-05-20T10:45:00Z') };
  expectEnd({ othersLeft: [{ left: 20, weight: 5 }], rules: early }, '2031-05-20T12:30:00Z');
});

test('retries follow a delay after the call that causes one, or later for want of lines', () => {
  const retry = (attempts: number, delayMinutes: number) => ({
    retryPolicy: { no_answer: { attempts, delayMinutes } },
  });
  const again = { ...half, ...retry(1, 60) };
  expect(shown(forecast(again))).toEqual([
    ['05-20T12:00', 60, 0],
    ['05-20T13:00', 0, 30],
  ]);
  expectEnd(again, '2031-05-20T13:30:00Z', 6);
  // 90 calls take three quarters of an hour. People due again come before those further down, the last of whom waits.
  expectEnd({ ...half, ...retry(1, 5) }, '2031-05-20T12:48:00Z', 16);
  expect(sum(forecast({ ...half, ...retry(2, 60) }).hours, 'retries')).toBe(45);
  // The window has closed by the time of the retries.
  expect(shown(forecast({ ...half, ...retry(1, 720) })).at(-1)).toEqual(['05-21T12:00', 0, 30]);
  // Two attempts a day are allowed, so the third is tomorrow's.
  const twice = forecast({ ...half, ...retry(2, 60), rules: { ...rules, dailyAttempts: 2 } });
  expect(shown(twice).slice(1)).toEqual([
    ['05-20T13:00', 0, 30],
    ['05-21T12:00', 0, 15],
  ]);
  expectEnd({ shares: { busy: 1 }, ...retry(1, 60) }, '2031-05-20T12:30:00Z');
  // People who had their retry get no more; people whose call is live may get one.
  const retried = [{ people: 60, place: '', from: at, retriesUsed: { no_answer: 1 } }];
  expectEnd({ ...again, waiting: retried }, '2031-05-20T12:30:00Z');
  expect(shown(forecast({ ...again, waiting: [], live: 8 }))).toEqual([['05-20T13:00', 0, 4]]);
});

test('retries are as many as outcomes bring back, each as often as its rule lets', () => {
  const retryPolicy = { no_answer: { attempts: 2, delayMinutes: 60 }, busy: { attempts: 1, delayMinutes: 15 } };
  const shares = { no_answer: 0.25, busy: 0.25, voicemail: 0.5 };
  // One retry each; then two for all but busy; then the three orders of two and one.
  expect(sum(forecast({ retryPolicy, shares, ...people(64) }).hours, 'retries')).toBe(32 + 12 + 3);
  // A chance of a quarter does not bring one person back.
  const quarter = { retryPolicy: { no_answer: { attempts: 2, delayMinutes: 60 } }, shares: { no_answer: 0.25 } };
  expect(sum(forecast({ ...quarter, ...people(1) }).hours, 'retries')).toBe(0);
});

test('its own hours are kept within the workspace’s', () => {
  const own = { days: [2, 4], from: '10:00', to: '11:00' };
  // One hour on a Tuesday and one on a Thursday, 120 calls each.
  const { hours } = forecast({ callingWindow: own, ...people(130) });
  expect(hours.map(({ at: hour, people: called }) => [hour.toISOString(), called])).toEqual([
    ['2031-05-20T13:00:00.000Z', 120],
    ['2031-05-22T13:00:00.000Z', 10],
  ]);
  expectEnd({ callingWindow: own, ...people(130) }, '2031-05-22T13:05:00Z', 4);
});

test('limits end the retries, and one may wait for another hour of the day', () => {
  const retryPolicy = { no_answer: { attempts: 3, delayMinutes: 60 } };
  const all = { retryPolicy, shares: { no_answer: 0.5 }, ...people(64) };
  expect(sum(forecast(all).hours, 'retries')).toBe(32 + 16 + 8);
  expect(sum(forecast({ ...all, retryLimits: { maxAttempts: 2 } }).hours, 'retries')).toBe(32);
  // Orders that called nobody are not counted; a call back is.
  const after = (retriesUsed: NonNullable<DialingForecastInputs['waiting'][number]['retriesUsed']>) =>
    forecast({ ...all, retryLimits: { maxAttempts: 2 }, waiting: [{ people: 64, place: '', from: at, retriesUsed }] });
  expect(sum(after({ concurrency: 4, account: 2 }).hours, 'retries')).toBe(32);
  expect(sum(after({ callback: 1, concurrency: 1 }).hours, 'retries')).toBe(0);
  const daily = { ...all, retryPolicy: { no_answer: { attempts: 3, delayMinutes: 1_200 } } };
  expect(sum(forecast({ ...daily, retryLimits: { maxDays: 1 } }).hours, 'retries')).toBe(32);
  // People called at nine are called again at noon at the earliest.
  const other = forecast({ ...all, retryPolicy: { no_answer: { attempts: 1, delayMinutes: 60, otherHour: true } } });
  expect(other.hours.find(({ retries }) => retries > 0)?.at.toISOString()).toBe('2031-05-20T15:00:00.000Z');
});

test('people who come due one after the other are called as they do', () => {
  const until = new Date('2031-05-20T16:00:00Z');
  const later = forecast({ waiting: [{ people: 100, place: '', from: at, until }] });
  expect(sum(later.hours, 'people')).toBe(100);
  expect(later.hours.length).toBeGreaterThanOrEqual(4);
  expectEnd({ waiting: [{ people: 100, place: '', from: at, until }] }, '2031-05-20T16:05:00Z');
});

test('the fewer calls are known, and the fewer there are, the wider the range', () => {
  const capacity = { ...outlook.capacity, callsPerSecond: 10, holdSeconds: 100, lengths: [20, 60, 100, 140, 180] };
  const wide = (change: Partial<DialingForecastInputs>) => {
    const bound = { ...capacity, lines: { usable: 5, free: 5 } };
    const between = range({ capacity: bound, ...people(400), callsKnown: 500, ...change });
    return (
      ((between?.to.getTime() ?? NaN) - (between?.from.getTime() ?? NaN)) /
      ((between?.to.getTime() ?? NaN) - at.getTime())
    );
  };
  expect(wide({ callsKnown: 50 })).toBeGreaterThan(wide({}));
  expect(wide(people(200))).toBeGreaterThan(wide({}));
  expect(wide({ capacity: { ...capacity, callsPerSecond: 0.1, paceSpread: 0.1 } })).toBeGreaterThan(0.15);
  expect(wide({})).toBeLessThan(0.2);
});

const zones = ['America/Argentina/Buenos_Aires', 'America/Santiago', 'Asia/Kolkata', 'Europe/Madrid', 'UTC'];
const clock = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? 30 : '00'}`);
const outlooks: fc.Arbitrary<DialingForecastInputs> = fc
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
        paceSpread: 0,
        lines: { usable: rest.usable, free: rest.usable },
        holdSeconds: rest.holdSeconds,
        lengths: null,
      },
      waiting: [
        { people: count, place: '', from: readAt },
        { people: later, place: '', from: new Date(readMs + 86_400_000) },
      ],
      live: 0,
      dayCalls: null,
      phoneNumbers: outlook.phoneNumbers,
      exemptRules: [],
      callingWindow: null,
      kind: null,
      callsKnown: 200,
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
      const { hours, uncalled, endsBetween } = play(given);
      const all = given.waiting.reduce((total, each) => total + each.people, 0);
      expect(sum(hours, 'people') + uncalled).toBe(all);
      expect(uncalled > 0 && endsBetween !== null).toBe(false);
      if (endsBetween) expect(endsBetween.to.getTime()).toBeGreaterThanOrEqual(endsBetween.from.getTime());
      const { callingWindow, timeZone } = given.rules;
      for (const { at: hour } of hours) {
        // Part of the hour is open.
        const { isOpen } = computeCallingWindowState(callingWindow, timeZone, hour);
        const half = computeCallingWindowState(callingWindow, timeZone, new Date(hour.getTime() + 1_800_000));
        expect(isOpen || half.isOpen).toBe(true);
      }
      for (const [index, { at: hour }] of hours.entries())
        if (index > 0) expect(hour.getTime()).toBeGreaterThan(hours[index - 1]?.at.getTime() ?? 0);
      if (endsBetween === null) return;
      const rounds = given.retryPolicy.no_answer?.attempts ?? 0;
      let [wanted, round] = [0, all];
      for (let each = 0; each < rounds; each += 1) wanted += round *= given.shares.no_answer ?? 0;
      expect(Math.abs(sum(hours, 'retries') - wanted)).toBeLessThanOrEqual(1 + 0.02 * wanted);
    }),
    { numRuns: 150 },
  );
});

test('a quicker pace, more lines, more weight and no others end no later', () => {
  fc.assert(
    fc.property(outlooks, fc.double({ min: 1.1, max: 4, noNaN: true }), (given, factor) => {
      const endOf = (change: Partial<DialingForecastInputs>) =>
        play({ ...given, waiting, retryPolicy: {}, ...change }).endsBetween?.to.getTime() ?? Infinity;
      const { capacity, weight } = given;
      const waiting = given.waiting.slice(0, 1);
      const usable = Math.ceil((capacity.lines?.usable ?? 0) * factor);
      // An end is as exact as one step of the calculation, which is a fiftieth of the time that has passed.
      const end = endOf({});
      const slow = end + Math.max(5_000, (end - given.rules.readAt.getTime()) / 50);
      const { callsPerSecond } = capacity;
      expect(endOf({ capacity: { ...capacity, callsPerSecond: callsPerSecond * factor } })).toBeLessThanOrEqual(slow);
      expect(endOf({ capacity: { ...capacity, lines: { usable, free: usable } } })).toBeLessThanOrEqual(slow);
      expect(endOf({ othersLeft: [] })).toBeLessThanOrEqual(slow);
      expect(endOf({ weight: weight * factor })).toBeLessThanOrEqual(slow);
    }),
    { numRuns: 100 },
  );
});
