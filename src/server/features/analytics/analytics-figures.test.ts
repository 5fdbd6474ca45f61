/**
 * The analytics screen's figures against sums made here from the rows of `calls`: over random calls of half a year that
 * gather round now, midnights, the same time of earlier days and the nights in which clocks jump.
 */
import * as fc from 'fast-check';
import type { Selectable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  analyticsSchema,
  analyticsPeriods,
  type Analytics,
  type AnalyticsAgent,
  type AnalyticsTotals,
  type WeekHourCallCounts,
} from '../../../contract/analytics.ts';
import type { CalendarDayRange } from '../../../contract/calendar-days.ts';
import type { ComparisonPeriod } from '../../../contract/figure-range.ts';
import { periodVerdictSchema, type RateChange, type PeriodVerdict } from '../../../contract/verdicts.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { openTestLedger, type TestLedger, type Zone } from '../../testing/call-ledger.ts';
import { anyReport, report } from '../../testing/call-reports.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { clockOf, dayOf, daysBefore, halfHoursOf, sameTimeOn, weekdayOf } from '../../testing/zoned-days.ts';
import type { CallIngest, ProviderCallReport } from '../calls/index.ts';
import { readAnalytics, readOutboundCallCountsByWeekHour, type AnalyticsParameters } from './analytics-figures.ts';
import { readGoalRateVerdict } from './verdict.ts';

type CallRow = Selectable<DatabaseSchema['calls']>;

let ledger: TestLedger;
/** Writers of two servers; figures are summed over their slots. */
let first: CallIngest;
let second: CallIngest;

beforeAll(async () => {
  ledger = await openTestLedger();
  first = ledger.createWriter(0);
  second = ledger.createWriter(1);
});
afterAll(() => ledger.close());

const minute = 60_000;
const day = 24 * 60 * minute;

function someCalls(now: number, midnight: number): fc.Arbitrary<ProviderCallReport[]> {
  const startMs = fc.oneof(
    fc.integer({ min: -185 * day, max: day }).map((ms) => now + ms),
    // Enough calls on both sides of thirty days for a verdict.
    { arbitrary: fc.noBias(fc.integer({ min: -60 * day, max: 0 })).map((ms) => now + ms), weight: 4 },
    fc.integer({ min: -50 * 60, max: 60 }).map((minutes) => now + minutes * minute),
    // Around the same time of earlier days, where the compared range is cut.
    fc
      .tuple(fc.constantFrom(1, 2, 7, 30, 90), fc.integer({ min: -95, max: 95 }))
      .map(([days, minutes]) => now - days * day + minutes * minute),
    fc
      .tuple(fc.integer({ min: -181, max: 1 }), fc.integer({ min: -121, max: 121 }))
      .map(([days, minutes]) => midnight + days * day + minutes * minute),
  );
  const call = fc.record({
    startMs,
    outcome: fc.constantFrom(
      ['ongoing', null],
      ['ended', 'user_hangup'],
      ['ended', 'agent_hangup'],
      ['ended', 'voicemail_reached'],
      ['not_connected', 'dial_busy'],
      ['not_connected', 'dial_no_answer'],
      ['error', 'error_asr'],
    ),
    durationMs: fc.constantFrom(0, 1, 9_999, 95_000),
    agentId: fc.constantFrom('agent_a', 'agent_b', 'agent_c', undefined),
    way: fc.constantFrom(
      { call_type: 'phone_call', direction: 'inbound' },
      { call_type: 'phone_call', direction: 'outbound' },
      { call_type: 'phone_call', direction: 'outbound' },
      { call_type: 'web_call' },
    ),
    mood: fc.constantFrom('Positive', 'Neutral', 'Negative', 'Unknown', undefined),
    success: fc.constantFrom(true, false, undefined),
    cents: fc.constantFrom(0, 0.1, 12.345, 310, undefined),
    p50: fc.constantFrom(812.5, 1_500.25, undefined),
  });
  return fc.array(call, { minLength: 220, maxLength: 220 }).map((calls) =>
    calls.flatMap(
      ({ startMs: start, outcome: [status, reason], durationMs, agentId, way, mood, success, cents, p50 }, index) => {
        const started = {
          ...way,
          call_status: 'ongoing',
          start_timestamp: start,
          ...(agentId && { agent_id: agentId }),
        };
        if (status === 'ongoing') return [report('call_started', started, `c${index}`)];
        const ended = {
          ...started,
          call_status: status,
          end_timestamp: start + durationMs,
          duration_ms: durationMs,
          disconnection_reason: reason,
        };
        // Most goals of the last days are reached, so that verdicts are not neutral.
        const isLucky = start > now - 20 * day && index % 8 > 0;
        const analysis = {
          call_analysis: { user_sentiment: mood, call_successful: success === false ? isLucky : success },
        };
        const figures = {
          ...(cents !== undefined && { call_cost: { combined_cost: cents } }),
          ...(p50 !== undefined && { latency: { e2e: { p50 } } }),
        };
        return [
          report('call_started', started, `c${index}`),
          report('call_analyzed', { ...ended, ...analysis, ...figures }, `c${index}`),
        ];
      },
    ),
  );
}

/** A requested range with its days and compared days. */
interface Asked {
  readonly query: AnalyticsParameters;
  readonly days: CalendarDayRange;
  readonly compared: CalendarDayRange;
}

function askedOf({ now, zone }: Pick<Scene, 'now' | 'zone'>): readonly Asked[] {
  const today = dayOf(now, zone);
  const ago = (first: number, last: number): CalendarDayRange => ({
    from: daysBefore(today, first),
    to: daysBefore(today, last),
  });
  const named = { today: [0, 0], yesterday: [1, 1], '7d': [6, 0], '30d': [29, 0], '90d': [89, 0] } as const;
  const custom = (days: CalendarDayRange, compared: CalendarDayRange, compare?: ComparisonPeriod): Asked => ({
    query: { timeFilter: 'custom', ...days, ...(compare && { compare }) },
    days,
    compared,
  });
  const monthAgo = (date: string): string => sameDayOf(date, -1);
  const last = { from: `${monthAgo(today).slice(0, 7)}-01`, to: daysBefore(`${today.slice(0, 7)}-01`, 1) };
  const run = { from: `${today.slice(0, 7)}-01`, to: today };
  const whole = `${sameDayOf(last.from, -1).slice(0, 7)}-01`;
  return [
    ...analyticsPeriods.map((timeFilter): Asked => {
      const [first, final] = named[timeFilter];
      const length = first - final + 1;
      return { query: { timeFilter }, days: ago(first, final), compared: ago(first + length, final + length) };
    }),
    custom(ago(5, 2), ago(9, 6)),
    custom(ago(3, 0), { from: monthAgo(ago(3, 0).from), to: monthAgo(today) }, 'month'),
    custom(run, { from: monthAgo(run.from), to: monthAgo(run.to) }, 'month'),
    custom(last, { from: whole, to: daysBefore(last.from, 1) }, 'month'),
    custom(run, { from: sameDayOf(run.from, -12), to: sameDayOf(run.to, -12) }, 'year'),
  ];
}

/** Returns the same day so many months later, or that month's last day, by trying dates. */
function sameDayOf(date: string, months: number): string {
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 8);
  const found = Array.from({ length: 4 }, (_, less) => `${first}${String(dayOfMonth - less).padStart(2, '0')}`);
  return found.find((each) => new Date(each).toISOString().startsWith(each)) ?? '';
}

/** A workspace at a moment, with all facts about its calls. */
interface Scene {
  readonly now: Date;
  readonly zone: Zone;
  readonly workspaceId: string;
  readonly rows: readonly CallRow[];
}

function rowsBetween(scene: Scene, { from, to }: CalendarDayRange, agentId: string | null): CallRow[] {
  return scene.rows.filter((row) => {
    const date = dayOf(row.occurred_at, scene.zone);
    return date >= from && date <= to && (agentId === null || (row.agent_id ?? '') === agentId);
  });
}

function rowsBefore(scene: Scene, { days, compared }: Asked, agentId: string | null): CallRow[] {
  const rows = rowsBetween(scene, compared, agentId);
  if (days.to < dayOf(scene.now, scene.zone)) return rows;
  const end = sameTimeOn(compared.to, scene.now, scene.zone);
  return rows.filter((row) => row.occurred_at < end);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const close = (value: number | null): number | null => (value === null ? null : (expect.closeTo(value, 6) as number));
const isConnected = (row: CallRow): boolean =>
  !(row.disconnection_reason ?? '').startsWith('dial_') &&
  (row.status === 'ended' || (row.start_at !== null && (row.duration_ms ?? 0) > 0));

function expectedTotals(rows: readonly CallRow[]): AnalyticsTotals {
  const known = rows.filter((row) => row.is_successful !== null);
  const reached = known.filter((row) => row.is_successful === true).length;
  const durations = rows.map((row) => row.duration_ms ?? 0).filter((duration) => duration > 0);
  const costs = rows.flatMap((row) => (row.cost_cents === null ? [] : [Number(row.cost_cents)]));
  const latencies = rows.flatMap((row) => (row.e2e_p50_ms === null ? [] : [Number(row.e2e_p50_ms)]));
  return {
    totalCalls: rows.length,
    finishedCalls: rows.filter((row) => row.is_over).length,
    connectedCalls: rows.filter(isConnected).length,
    successfulCalls: reached,
    failedCalls: known.length - reached,
    successRate: close(known.length === 0 ? null : (100 * reached) / known.length),
    averageCallDuration: close(durations.length === 0 ? null : sum(durations) / durations.length / 1_000),
    callsWithDuration: durations.length,
    totalCallCost: close(costs.length === 0 ? null : sum(costs) / 100),
    callsWithCost: costs.length,
    costPerSuccessfulCall: close(costs.length === 0 || reached === 0 ? null : sum(costs) / 100 / reached),
    averageLatency: close(latencies.length === 0 ? null : sum(latencies) / latencies.length),
    callsWithLatency: latencies.length,
  };
}

const hasSucceeded = (row: CallRow): boolean => row.status === 'ended' || (row.duration_ms ?? 0) > 10_000;
const percent = (flags: readonly boolean[]): number | null =>
  flags.length === 0 ? null : (100 * flags.filter(Boolean).length) / flags.length;

/** Computes the expected change of a rate from a flag for each call that counts. */
function expectedChange(now: readonly boolean[], before: readonly boolean[]): RateChange {
  const side = (flags: readonly boolean[]) => ({
    calls: flags.length,
    hits: flags.filter(Boolean).length,
    rate: close(percent(flags)),
  });
  const [rate = 0, old = 0, pooled = 0] = [now, before, [...now, ...before]].map(
    (flags) => (percent(flags) ?? 0) / 100,
  );
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / now.length + 1 / before.length));
  const isChance = Math.abs(rate - old) <= 1.96 * deviation;
  const isOfFew = now.length < 30 || before.length < 30;
  return {
    now: side(now),
    before: side(before),
    movement: isOfFew ? 'few' : isChance ? 'unclear' : rate > old ? 'up' : 'down',
  };
}

const goalsOf = (rows: readonly CallRow[]): readonly boolean[] =>
  rows.flatMap(({ is_successful: reached }) => (reached === null ? [] : [reached]));

function expectedVerdict(scene: Scene, asked: Asked, agentId: string | null): PeriodVerdict {
  const now = rowsBetween(scene, asked.days, agentId);
  const before = rowsBefore(scene, asked, agentId);
  const goal = expectedChange(goalsOf(now), goalsOf(before));
  const over = (rows: readonly CallRow[]) => rows.filter((row) => row.is_over).map(hasSucceeded);
  const causesBy = (keyOf: (row: CallRow) => string) => {
    if (goal.movement !== 'up' && goal.movement !== 'down') return [];
    const oldRate = percent(goalsOf(before)) ?? 0;
    const part = (rows: readonly CallRow[], key: string): number => {
      const goals = goalsOf(rows.filter((row) => keyOf(row) === key));
      const rate = percent(goals);
      return rate === null ? 0 : (goals.length / goalsOf(rows).length) * (rate - oldRate);
    };
    const groups = [...new Set([...now, ...before].map(keyOf))].map((key) => {
      const sides = expectedChange(
        goalsOf(now.filter((row) => keyOf(row) === key)),
        goalsOf(before.filter((row) => keyOf(row) === key)),
      );
      return {
        key,
        now: sides.now,
        before: sides.before,
        contribution: Number((part(now, key) - part(before, key)).toFixed(9)),
      };
    });
    const change = (percent(goalsOf(now)) ?? 0) - oldRate;
    expect(sum(groups.map(({ contribution }) => contribution))).toBeCloseTo(change, 6);
    return groups
      .filter(({ contribution }) => contribution * Math.sign(change) >= 0.05)
      .toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution) || (a.key < b.key ? -1 : 1))
      .slice(0, 3)
      .map(({ contribution, ...cause }) => ({ ...cause, contribution: close(contribution) ?? 0 }));
  };
  return {
    days: asked.days,
    compared: asked.compared,
    goal,
    success: expectedChange(over(now), over(before)),
    agents: causesBy((row) => row.agent_id ?? '').flatMap(({ key, ...cause }) =>
      agentId === null ? [{ agentId: key, agentName: key === 'agent_a' ? 'Ana' : null, ...cause }] : [],
    ),
    hours: causesBy((row) => String(Number(clockOf(row.occurred_at, scene.zone).slice(0, 2)))).map(
      ({ key, ...cause }) => ({ hour: Number(key), ...cause }),
    ),
  };
}

function expectedAgents(rows: readonly CallRow[]): AnalyticsAgent[] {
  const agents = [...Map.groupBy(rows, (row) => row.agent_id ?? '')].toSorted(
    ([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1),
  );
  return agents.map(([agent_id, calls]) => {
    const totals = expectedTotals(calls);
    const costs = calls.flatMap((row) => (row.cost_cents === null ? [] : [Number(row.cost_cents)]));
    return {
      agent_id,
      agent_name: agent_id === 'agent_a' ? 'Ana' : null,
      call_count: calls.length,
      successful_calls: totals.successfulCalls,
      failed_calls: totals.failedCalls,
      success_rate: totals.successRate,
      finished_calls: totals.finishedCalls,
      finished_success_rate: close(percent(calls.filter((row) => row.is_over).map(hasSucceeded))),
      cost_cents: close(costs.length === 0 ? null : sum(costs)),
      calls_with_cost: costs.length,
      cost_per_success_cents: close(
        costs.length === 0 || totals.successfulCalls === 0 ? null : sum(costs) / totals.successfulCalls,
      ),
    };
  });
}

const waysOf = (rows: readonly CallRow[]) => {
  const count = (direction: string): number => rows.filter((row) => row.direction === direction).length;
  return { inbound: count('inbound'), outbound: count('outbound'), web_call: count('web_call') };
};

function expectedAnalytics(scene: Scene, asked: Asked, agentId: string | null): Analytics {
  const { days, compared } = asked;
  const rows = rowsBetween(scene, days, agentId);
  const finished = rows.filter((row) => row.is_over);
  const reasons = [
    ...Map.groupBy(
      finished.filter((row) => row.disconnection_reason !== null),
      (row) => row.disconnection_reason ?? '',
    ),
  ];
  const mood = (name: string): number => finished.filter((row) => row.sentiment === name).length;
  const before = rowsBefore(scene, asked, agentId);
  const length = (Date.parse(days.to) - Date.parse(days.from)) / day + 1;
  return {
    days,
    compared,
    ...expectedTotals(rows),
    callsByDay: Array.from({ length }, (_, index) => {
      const date = daysBefore(days.to, length - 1 - index);
      const within = rows.filter((row) => dayOf(row.occurred_at, scene.zone) === date);
      return { date, calls: within.length, ...waysOf(within) };
    }),
    callsByDirection: waysOf(rows),
    callsByAgent: expectedAgents(rows),
    disconnectionReasons: reasons
      .map(([reason, calls]) => ({ reason, count: calls.length }))
      .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
      .slice(0, 5),
    callsWithReason: sum(reasons.map(([, calls]) => calls.length)),
    sentiment: { positive: mood('Positive'), neutral: mood('Neutral'), negative: mood('Negative') },
    previous: before.length === 0 ? null : expectedTotals(before),
  };
}

function expectedHours(scene: Scene, { days }: Asked, agentId: string | null): WeekHourCallCounts[] {
  const rows = rowsBetween(scene, days, agentId).filter((row) => row.direction === 'outbound');
  const cells = Map.groupBy(
    rows,
    ({ occurred_at: at }) => weekdayOf(at, scene.zone) * 24 + Number(clockOf(at, scene.zone).slice(0, 2)),
  );
  return [...cells]
    .toSorted(([a], [b]) => a - b)
    .map(([key, calls]) => {
      const attempts = calls.filter((row) => row.is_over).length;
      return {
        weekday: Math.floor(key / 24),
        hour: key % 24,
        attempts,
        connected: Math.min(attempts, calls.filter(isConnected).length),
      };
    })
    .filter(({ attempts }) => attempts > 0);
}

function depsOf({ now, zone }: Pick<Scene, 'now' | 'zone'>) {
  return {
    db: ledger.database.db,
    clock: new ManualClock(now.toISOString()),
    directory: { timeZoneOf: async () => zone },
  };
}

/** Number of verdicts that named a cause. */
let explained = 0;

async function expectRightFigures(scene: Scene): Promise<void> {
  const deps = depsOf(scene);
  for (const agentId of [null, 'agent_b']) {
    for (const range of askedOf(scene)) {
      const asked = { ...range.query, ...(agentId !== null && { agentFilter: agentId }) };
      const [figures, hours, judged] = await Promise.all([
        readAnalytics(deps, scene.workspaceId, asked),
        readOutboundCallCountsByWeekHour(deps, scene.workspaceId, asked),
        readGoalRateVerdict(deps, scene.workspaceId, asked),
      ]);
      expect({ asked, ...analyticsSchema.parse(figures) }).toEqual({
        asked,
        ...expectedAnalytics(scene, range, agentId),
      });
      expect({ asked, hours }).toEqual({ asked, hours: expectedHours(scene, range, agentId) });
      expect({ asked, ...periodVerdictSchema.parse(judged) }).toEqual({
        asked,
        ...expectedVerdict(scene, range, agentId),
      });
      if (judged.hours.length > 0) explained += 1;
    }
  }
}

describe('the analytics figures', () => {
  it.each<[Zone, string]>([
    ['America/Argentina/Buenos_Aires', '2026-11-21T12:10:33Z'],
    ['America/Argentina/Buenos_Aires', '2026-12-01T02:59:59.999Z'],
    // Days without midnight (today, yesterday, a week ago), and days with two 23rd hours.
    ['America/Santiago', '2026-09-06T04:20:00Z'],
    ['America/Santiago', '2026-09-07T03:40:00Z'],
    ['America/Santiago', '2026-09-13T03:40:00Z'],
    ['America/Santiago', '2026-04-05T03:30:00Z'],
    ['America/Santiago', '2026-04-12T03:12:00Z'],
    ['America/Sao_Paulo', '2018-11-05T02:30:00Z'],
    ['America/Sao_Paulo', '2019-02-18T02:29:59Z'],
    ['UTC', '2028-03-01T00:00:00Z'],
  ])('agree with the calls in %s at %s', async (zone, moment) => {
    const now = new Date(moment);
    const workspaceId = await ledger.createWorkspace(zone);
    const agent = {
      key: 'agent_a',
      value: JSON.stringify({ agent_id: 'agent_a', agent_name: ' Ana ' }),
      kind: 'agent' as const,
      fetched_at: new Date(),
    };
    await ledger.database.db
      .insertInto('provider_cache')
      .values({ ...agent, workspace_id: workspaceId })
      .onConflict((it) =>
        it.columns(['workspace_id', 'kind', 'key']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
      )
      .execute();
    const midnight = halfHoursOf(dayOf(now, zone), zone)[0]?.getTime() ?? 0;
    const [calls = []] = fc.sample(someCalls(now.getTime(), midnight), { numRuns: 1, seed: now.getTime() % 2 ** 31 });
    const nonsense = fc
      .sample(anyReport('any'), { numRuns: 20, seed: 7 })
      .map((each, index) => ({ ...each, call: { ...each.call, call_id: `any${index}` } }));
    await Promise.all(
      [...calls, ...nonsense].map((each, index) => (index % 2 === 0 ? first : second).record(workspaceId, each)),
    );
    const rows = await ledger.database.db
      .selectFrom('calls')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .execute();
    await expectRightFigures({ now, zone, workspaceId, rows });
  });

  it('name what moved the goal rate', () => expect(explained).toBeGreaterThan(10));

  it('know nothing of an empty workspace but its days, and nothing of another one’s calls', async () => {
    const zone = 'America/Santiago';
    const elsewhere = await ledger.createWorkspace(zone);
    const scene: Scene = { zone, now: ledger.clock.now(), workspaceId: await ledger.createWorkspace(zone), rows: [] };
    const started = {
      call_type: 'phone_call',
      direction: 'outbound',
      call_status: 'ended',
      start_timestamp: scene.now.getTime() - day - minute,
      duration_ms: 9_000,
    };
    await first.record(elsewhere, report('call_ended', started));
    await expectRightFigures(scene);
    expect(await readAnalytics(depsOf(scene), scene.workspaceId, { timeFilter: '7d' })).toMatchObject({
      totalCalls: 0,
      averageLatency: null,
      totalCallCost: null,
      previous: null,
    });
    expect(await readAnalytics(depsOf(scene), elsewhere, { timeFilter: 'today' })).toMatchObject({
      totalCalls: 0,
      previous: { totalCalls: 1 },
    });
  });
});
