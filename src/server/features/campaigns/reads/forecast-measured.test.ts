// The forecast against real runs on a real database: real claims, placers, outcomes, pace and line budget, on a clock
// that the test moves. The forecast knows other calls of the same kind. FORECAST_CAMPAIGNS=40 dials so many, and prints
// the forecast range and the real end of each, in seconds.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { retryableAttemptOutcomes, type RetryPolicy } from '../../../../contract/campaigns.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { createMoments } from '../../../testing/kill-moments.ts';
import { createCallRateLimiter } from '../dispatch/call-pace.ts';
import { openDispatchHouse, type DispatchHouse } from '../testing/dispatch-world.ts';
import type { Ending } from '../testing/model-provider.ts';
import { simulateDialingForecastInSteps, type DialingForecast, type DialingForecastInputs } from '../rules/forecast.ts';

let house: DispatchHouse;
beforeAll(async () => {
  house = await openDispatchHouse();
});
afterAll(() => house.close());

/** Interval of looks while nobody is due. */
const lookEveryMs = 10_000;

interface Scenario {
  readonly people: number;
  readonly callsPerSecond: number;
  readonly lines: number;
  readonly retryPolicy: RetryPolicy;
  readonly habits: { readonly unanswered: number; readonly machines: number; readonly talkSeconds: number };
  readonly callsKnown: number;
}

function drawsOf(seed: number): () => number {
  const moments = createMoments(seed);
  return () => moments.next();
}

/** Draws a call of this workspace: some reach nobody, some a machine, and people talk for a while. */
function drawCall({ habits }: Scenario, random: () => number): { readonly ending: Ending; readonly seconds: number } {
  const drawn = random();
  if (drawn < habits.unanswered) return { ending: 'no_answer', seconds: 25 + 10 * random() };
  if (drawn < habits.unanswered + habits.machines) return { ending: 'voicemail', seconds: 15 + 15 * random() };
  return { ending: 'human', seconds: Math.min(900, 10 - habits.talkSeconds * Math.log(1 - random())) };
}

/** The workspace's rates, known from other calls, as in production. */
function knownRates(scenario: Scenario, seed: number) {
  const random = drawsOf(2_000 + seed);
  const calls = Array.from({ length: scenario.callsKnown }, () => drawCall(scenario, random));
  const sorted = calls.map(({ seconds }) => seconds).toSorted((one, other) => one - other);
  return {
    holdSeconds: sorted.reduce((sum, seconds) => sum + seconds, 0) / sorted.length,
    lengths: Array.from({ length: 21 }, (_, index) => sorted[Math.round((index / 20) * (sorted.length - 1))] ?? 0),
    shares: Object.fromEntries(
      retryableAttemptOutcomes.map((outcome) => [
        outcome,
        calls.filter(({ ending }) => ending === outcome).length / calls.length,
      ]),
    ),
  };
}

function play(outlook: DialingForecastInputs): DialingForecast {
  const work = simulateDialingForecastInSteps(outlook);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Dials everybody. @returns the seconds until the last call has ended, and the number of calls */
async function dial(scenario: Scenario, random: () => number): Promise<{ seconds: number; calls: number }> {
  const world = await house.open({
    recipients: scenario.people,
    policy: scenario.retryPolicy,
    origins: { numbers: 1, cap: 0 },
  });
  const { provider } = world;
  const clock = new ManualClock();
  const pace = createCallRateLimiter(clock);
  const live = new Map<(typeof provider.calls)[number], number>();
  let endedMs = 0;
  let nobodyUntilMs = 0;
  // The database's clock runs on while this works, so that much less time is passed there.
  let seenMs = performance.now();
  let aheadMs = 0;
  let owedMs = 0;
  for (;;) {
    const nowMs = clock.monotonicMs();
    for (const [call, endMs] of live) {
      if (endMs > nowMs) continue;
      live.delete(call);
      while (call.stage < 2) provider.advance(call);
      for (const report of provider.reports.splice(0)) await world.hear(0, report);
      endedMs = endMs;
    }
    const limit = Math.min(scenario.lines - live.size, pace.allows(scenario.callsPerSecond));
    if (limit > 0 && nowMs >= nobodyUntilMs) {
      const drawn = Array.from({ length: limit }, () => drawCall(scenario, random));
      const before = provider.calls.length;
      provider.endings.splice(0, Infinity, ...drawn.map(({ ending }) => ending));
      // The lease may have expired meanwhile.
      const isDialled =
        (await world.dispatch(0, limit, ['answered'])) || (await world.dispatch(0, limit, ['answered']));
      const placed = provider.calls.slice(before);
      placed.forEach((call, index) => live.set(call, nowMs + 1_000 * (drawn[index]?.seconds ?? 0)));
      pace.send(placed.length);
      if (!isDialled) nobodyUntilMs = nowMs + lookEveryMs;
      if (!isDialled && live.size === 0) {
        await world.complete();
        const { status } = await world.look();
        if (status !== 'in_progress') return { seconds: endedMs / 1_000, calls: provider.calls.length };
      }
    }
    const mayCall = live.size < scenario.lines && nowMs >= nobodyUntilMs;
    const nextMs = mayCall ? pace.msUntilNext(scenario.callsPerSecond) : Infinity;
    const lookMs = nobodyUntilMs > nowMs ? nobodyUntilMs - nowMs : Infinity;
    // Ends of calls within two seconds are seen together, as by a server that asks at intervals.
    const endMs = Math.max(Math.min(...live.values()) - nowMs, 2_000);
    const stepMs = Math.max(200, Math.min(nextMs, lookMs, endMs));
    await clock.advance(stepMs);
    const readMs = performance.now();
    aheadMs += readMs - seenMs;
    seenMs = readMs;
    const passMs = Math.max(0, stepMs - aheadMs);
    aheadMs -= stepMs - passMs;
    owedMs += passMs;
    // Moving the database's moments rewrites every row, so that many steps are passed at once while people are due.
    if (owedMs < 10_000 && clock.monotonicMs() >= nobodyUntilMs) continue;
    await world.pass(owedMs);
    owedMs = 0;
  }
}

const policies: readonly RetryPolicy[] = [
  {},
  // Retries that meet the first calls, and retries long after them.
  { no_answer: { attempts: 2, delayMinutes: 2 }, voicemail: { attempts: 1, delayMinutes: 1 } },
  { no_answer: { attempts: 1, delayMinutes: 60 } },
  { no_answer: { attempts: 3, delayMinutes: 10 }, voicemail: { attempts: 1, delayMinutes: 45 } },
];

/** Lines limit every other scenario, and mostly the pace limits the rest. */
function scenarioOf(seed: number): Scenario {
  const random = drawsOf(1_000 + seed);
  return {
    people: 200 + Math.floor(60 * random()),
    callsPerSecond: seed % 2 ? 2 : 0.2 + 0.8 * random(),
    lines: seed % 2 ? 5 + Math.floor(25 * random()) : 100,
    retryPolicy: policies[Math.floor(seed / 2) % policies.length] ?? {},
    habits: {
      unanswered: 0.15 + 0.3 * random(),
      machines: 0.05 + 0.1 * random(),
      talkSeconds: 30 + 150 * random(),
    },
    callsKnown: seed % 3 ? 500 : 100,
  };
}

interface Measured {
  readonly isInside: boolean;
  /** Width of the range, as a share of the whole duration. */
  readonly width: number;
  readonly calls: number;
  readonly callsForecast: number;
}

async function measure(seed: number): Promise<Measured> {
  const scenario = scenarioOf(seed);
  const { callsPerSecond, lines, people, retryPolicy, callsKnown } = scenario;
  const readAt = new Date('2031-05-20T12:00:00Z');
  const forecast = play({
    rules: {
      version: 1,
      timeZone: 'UTC',
      dialing: { callsPerSecond, reservedLines: 0, callsPerNumberPerDay: 0 },
      callingWindow: { enabled: false, days: [1], from: '09:00', to: '21:00', holidays: [] },
      rulesOff: [],
      dailyAttempts: 50,
      readAt,
    },
    capacity: { callsPerSecond, paceSpread: 0, lines: { usable: lines, free: lines }, ...knownRates(scenario, seed) },
    waiting: [{ people, place: '', from: readAt }],
    live: 0,
    othersLeft: [],
    weight: 5,
    dayCalls: null,
    phoneNumbers: ['+541155551234'],
    exemptRules: [],
    callingWindow: null,
    kind: null,
    retryPolicy,
    retryLimits: {},
    shares: knownRates(scenario, seed).shares,
    callsKnown,
  });
  const real = await dial(scenario, drawsOf(seed));
  const [from = Number.NaN, to = Number.NaN] = [forecast.endsBetween?.from, forecast.endsBetween?.to].map(
    (moment) => ((moment?.getTime() ?? Number.NaN) - readAt.getTime()) / 1_000,
  );
  const callsForecast = forecast.hours.reduce((sum, hour) => sum + hour.people + hour.retries, 0);
  const isInside = from <= real.seconds && real.seconds <= to;
  const shown = [
    seed,
    people,
    callsPerSecond.toFixed(2),
    lines,
    callsKnown,
    ...[from, real.seconds, to].map(Math.round),
  ];
  if (batch > 0) process.stdout.write(`${shown.join(' ')} ${isInside ? '' : 'outside'}\n`);
  return { isInside, width: (to - from) / real.seconds, calls: real.calls, callsForecast };
}

/** Nine of ten end within their range. By default two run: one limited by lines, without retries, and one by pace, with retries. */
const batch = Number(process.env['FORECAST_CAMPAIGNS'] ?? 0);
const seeds = batch > 0 ? Array.from({ length: batch }, (_, index) => index + 1) : [1, 10];

test(
  'campaigns end within the range that was forecast by other calls',
  { timeout: seeds.length * 120_000 },
  async () => {
    const measured: Measured[] = [];
    for (const seed of seeds) measured.push(await measure(seed));
    const inside = measured.filter(({ isInside }) => isInside).length / measured.length;
    const width = measured.reduce((sum, each) => sum + each.width, 0) / measured.length;
    if (batch > 0) process.stdout.write(`${measured.length} campaigns, inside ${inside}, width ${width}\n`);
    expect(inside).toBeGreaterThanOrEqual(0.9);
    expect(width).toBeLessThan(0.4);
    for (const { calls, callsForecast } of measured) expect(Math.abs(callsForecast / calls - 1)).toBeLessThan(0.25);
  },
);
