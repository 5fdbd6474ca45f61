import { expect, test } from 'vitest';
import { expectedEnd, retryRounds, type Outlook } from './expected-end.ts';

const at = new Date('2031-05-20T12:00:00Z');
const window = { enabled: true, from: '09:00', to: '21:00', days: [1, 2, 3, 4, 5, 6, 7], holidays: [] };
const rules: Outlook['rules'] = {
  version: 1,
  timeZone: 'America/Argentina/Buenos_Aires',
  dialing: { callsPerSecond: 1, reservedLines: 0 },
  callingWindow: window,
  rulesOff: [],
  dailyAttempts: 50,
  readAt: at,
};
/** Nine in the morning of a Tuesday, two calls a minute. */
const outlook: Outlook = {
  rules,
  at,
  pace: 2,
  callable: 60,
  dailyLimit: 0,
  othersLeft: [],
  weight: 5,
  retryPolicy: {},
  shares: {},
};
const end = (change: Partial<Outlook>) => expectedEnd({ ...outlook, ...change })?.toISOString() ?? null;
const half = { shares: { no_answer: 0.5 } };

test('each is called once through the window; who had today’s attempts follows tomorrow', () => {
  expect(end({})).toBe('2031-05-20T12:30:00.000Z');
  expect(end({ callable: 0 })).toBeNull();
  expect(end({ callable: 1_500 })).toBe('2031-05-21T12:30:00.000Z');
  expect(end({ dailyLimit: 4 })).toBe('2031-05-21T12:02:00.000Z');
  expect(end({ rules: { ...rules, callingWindow: { ...window, days: [] } } })).toBeNull();
});

test('of every other campaign as many are called meanwhile, until it has nobody left', () => {
  expect(end({ othersLeft: [{ left: 20, weight: 5 }] })).toBe('2031-05-20T12:40:00.000Z');
  expect(
    end({
      othersLeft: [
        { left: 20, weight: 5 },
        { left: 9_000, weight: 5 },
      ],
    }),
  ).toBe('2031-05-20T13:10:00.000Z');
  // Of weight 10 beside 5 it has two calls of three while the other has somebody left.
  expect(end({ weight: 10, othersLeft: [{ left: 9_000, weight: 5 }] })).toBe('2031-05-20T12:45:00.000Z');
  expect(end({ weight: 5, othersLeft: [{ left: 9_000, weight: 10 }] })).toBe('2031-05-20T13:30:00.000Z');
  // An hour before it begins they call 120 of 240, of each the same part.
  const readAt = new Date('2031-05-20T11:00:00Z');
  const open = { ...rules, callingWindow: { ...window, from: '07:00' }, readAt };
  expect(
    end({
      othersLeft: [
        { left: 40, weight: 5 },
        { left: 200, weight: 5 },
      ],
      rules: open,
    }),
  ).toBe('2031-05-20T13:10:00.000Z');
  // Nobody is called before the window opens.
  expect(end({ othersLeft: [{ left: 20, weight: 5 }], rules: { ...rules, readAt } })).toBe('2031-05-20T12:40:00.000Z');
  expect(
    end({ othersLeft: [{ left: 20, weight: 5 }], rules: { ...open, readAt: new Date('2031-05-20T10:45:00Z') } }),
  ).toBe('2031-05-20T12:30:00.000Z');
});

test('retries end a delay after the last call that causes one, or later for want of lines', () => {
  const retry = (attempts: number, delayMinutes: number) => ({
    retryPolicy: { no_answer: { attempts, delayMinutes } },
  });
  expect(end({ ...half, ...retry(1, 60) })).toBe('2031-05-20T13:30:00.000Z');
  // 60 calls in half an hour, 30 more in a quarter of one.
  expect(end({ ...half, ...retry(1, 5) })).toBe('2031-05-20T12:45:00.000Z');
  expect(end({ ...half, ...retry(2, 60) })).toBe('2031-05-20T14:30:00.000Z');
  // The window has closed by then.
  expect(end({ ...half, ...retry(1, 720) })).toBe('2031-05-21T12:00:00.000Z');
  // Two a day: the third is tomorrow's.
  const twice = { rules: { ...rules, dailyAttempts: 2 } };
  expect(end({ ...half, ...retry(2, 60), ...twice })).toBe('2031-05-21T12:00:00.000Z');
  expect(end({ ...half, ...retry(2, 1_440), ...twice })).toBe('2031-05-22T12:30:00.000Z');
  expect(end({ shares: { busy: 1 }, ...retry(1, 60) })).toBe('2031-05-20T12:30:00.000Z');
});

test('rounds of retries hold whom each outcome brings back, as often as its rule lets', () => {
  const policy = { no_answer: { attempts: 2, delayMinutes: 60 }, busy: { attempts: 1, delayMinutes: 15 } };
  const shares = { no_answer: 0.25, busy: 0.25, voicemail: 0.5 };
  const rounds = [...retryRounds(policy, shares, 64)];
  // Once each; then all but busy twice; then the three orders of two and one.
  expect(rounds.map(({ people }) => people)).toEqual([32, 12, 3]);
  expect(rounds.map(({ delayMinutes }) => delayMinutes)).toEqual([60, 60, 60]);
  // One person is not brought back by a chance of a quarter.
  expect([...retryRounds(policy, shares, 1)]).toEqual([]);
});
