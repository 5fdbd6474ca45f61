// The model of dialling against what happens: campaigns dialled by the real claims, placers and outcomes on a real database, at the
// real pace and line budget, on a clock that the test sets on. The end is within a tenth. The model knows the very calls that will
// happen, so that few of them tell as much as thousands would.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { retryOutcomes, type RetryPolicy } from '../../../../contract/campaigns.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { createMoments } from '../../../testing/kill-moments.ts';
import { createCallPace } from '../dispatch/call-pace.ts';
import { openDispatchHouse, type DispatchHouse } from '../testing/dispatch-world.ts';
import type { Ending } from '../testing/model-provider.ts';
import { forecastDialling } from '../rules/dialling-model.ts';

let house: DispatchHouse;
beforeAll(async () => {
  house = await openDispatchHouse();
});
afterAll(() => house.close());

/** While nobody is due, so often it is looked whether somebody is. */
const lookEveryMs = 10_000;

interface Scenario {
  readonly people: number;
  readonly callsPerSecond: number;
  readonly lines: number;
  readonly retryPolicy: RetryPolicy;
}

function drawsOf(seed: number): () => number {
  const moments = createMoments(seed);
  return () => moments.next();
}

/** A call as calls go in this workspace: two of five reach nobody, people talk for up to two and a half minutes. */
function drawCall(random: () => number): { readonly ending: Ending; readonly seconds: number } {
  const drawn = random();
  if (drawn < 0.3) return { ending: 'no_answer', seconds: 25 + 10 * random() };
  if (drawn < 0.4) return { ending: 'voicemail', seconds: 15 + 15 * random() };
  return { ending: 'human', seconds: 30 + 120 * random() };
}

/** What is known of the workspace: of as many calls as there will be about. */
function knownRates(random: () => number, count: number) {
  const calls = Array.from({ length: count }, () => drawCall(random));
  const sorted = calls.map(({ seconds }) => seconds).toSorted((one, other) => one - other);
  return {
    holdSeconds: sorted.reduce((sum, seconds) => sum + seconds, 0) / sorted.length,
    lengths: Array.from({ length: 21 }, (_, index) => sorted[Math.round((index / 20) * (sorted.length - 1))] ?? 0),
    shares: Object.fromEntries(
      retryOutcomes.map((outcome) => [outcome, calls.filter(({ ending }) => ending === outcome).length / count]),
    ),
  };
}

/** Dials everybody. @returns seconds until the last call has ended, and how many calls there were */
async function dial(scenario: Scenario, random: () => number): Promise<{ seconds: number; calls: number }> {
  const world = await house.open({
    recipients: scenario.people,
    policy: scenario.retryPolicy,
    origins: { numbers: 1, cap: 0 },
  });
  const { provider } = world;
  const clock = new ManualClock();
  const pace = createCallPace(clock);
  const live = new Map<(typeof provider.calls)[number], number>();
  let endedMs = 0;
  let nobodyUntilMs = 0;
  // The database's clock goes on while this works, and the more the busier the machine is: so much less is passed there.
  let seenMs = performance.now();
  let aheadMs = 0;
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
      const drawn = Array.from({ length: limit }, () => drawCall(random));
      const before = provider.calls.length;
      provider.endings.splice(0, Infinity, ...drawn.map(({ ending }) => ending));
      // The lease may have run out meanwhile.
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
    // Ends of calls within two seconds are seen together, as by a server that asks now and then.
    const endMs = Math.max(Math.min(...live.values()) - nowMs, 2_000);
    const stepMs = Math.max(200, Math.min(nextMs, lookMs, endMs));
    await clock.advance(stepMs);
    const readMs = performance.now();
    aheadMs += readMs - seenMs;
    seenMs = readMs;
    const passMs = Math.max(0, stepMs - aheadMs);
    aheadMs -= stepMs - passMs;
    await world.pass(passMs);
  }
}

const scenarios: readonly (Scenario & { readonly bound: string })[] = [
  { bound: 'the pace', people: 60, callsPerSecond: 1, lines: 300, retryPolicy: {} },
  {
    bound: 'lines, with retries',
    people: 60,
    callsPerSecond: 2,
    lines: 6,
    // Soon enough that the last of few people do not decide the end.
    retryPolicy: { no_answer: { attempts: 2, delayMinutes: 2 }, voicemail: { attempts: 1, delayMinutes: 1 } },
  },
];

test.each(scenarios)('bound by $bound', async (scenario) => {
  const { holdSeconds, lengths, shares } = knownRates(drawsOf(2), 1.5 * scenario.people);
  const readAt = new Date('2031-05-20T12:00:00Z');
  const forecast = forecastDialling({
    rules: {
      version: 1,
      timeZone: 'UTC',
      dialing: { callsPerSecond: scenario.callsPerSecond, reservedLines: 0, callsPerNumberPerDay: 0 },
      callingWindow: { enabled: false, days: [1], from: '09:00', to: '21:00', holidays: [] },
      rulesOff: [],
      dailyAttempts: 50,
      readAt,
    },
    capacity: {
      callsPerSecond: scenario.callsPerSecond,
      lines: { usable: scenario.lines, free: scenario.lines },
      holdSeconds,
      lengths,
    },
    waiting: [{ people: scenario.people, from: readAt }],
    othersLeft: [],
    weight: 5,
    retryPolicy: scenario.retryPolicy,
    retryLimits: {},
    shares,
  });
  const real = await dial(scenario, drawsOf(2));
  const told = ((forecast.endsAt?.getTime() ?? Number.NaN) - readAt.getTime()) / 1_000;
  const calls = forecast.hours.reduce((sum, hour) => sum + hour.people + hour.retries, 0);
  expect(Math.abs(told / real.seconds - 1)).toBeLessThan(0.1);
  expect(Math.abs(calls / real.calls - 1)).toBeLessThan(0.1);
});
