/** Computes the figures of GET /api/analytics for a date range and its comparison period, and rates by hour of week. */
import type { Analytics, AnalyticsAgent, AnalyticsTotals, WeekHourCallCounts } from '../../../contract/analytics.ts';
import {
  countCallsByReasonAndSentiment,
  sumCallsByDayAndByAgent,
  type AnalyticsAgentSums,
  type AnalyticsCallSums,
  type ReasonOrMoodCount,
} from './analytics-figures-query.ts';
import { countOutboundCallsByWeekHour } from './analytics-hours-query.ts';
import { addUpCounterSums, sumPreviousCountersByDirection } from './sums/counter-sums-query.ts';
import { parseAgentFilter } from './sums/day-range-query.ts';
import {
  toComparedDayRanges,
  resolveDateRange,
  type DateRangeParameters,
  type ZonedDateRangeWithComparison,
} from './sums/figure-range.ts';
import type { AnalyticsReadDeps } from './metrics.ts';

export interface AnalyticsParameters extends Omit<DateRangeParameters, 'range'> {
  readonly timeFilter: DateRangeParameters['range'];
  readonly agentFilter?: string | undefined;
}

const topReasons = 5;

export async function readAnalytics(
  deps: AnalyticsReadDeps,
  workspaceId: string,
  query: AnalyticsParameters,
): Promise<Analytics> {
  const { db } = deps;
  const range = await resolveDateRange(deps, workspaceId, { ...query, range: query.timeFilter });
  const agentId = parseAgentFilter(query.agentFilter);
  const [{ totals, directions, days, agents }, tallies, before] = await Promise.all([
    sumCallsByDayAndByAgent(db, workspaceId, range, agentId),
    countCallsByReasonAndSentiment(db, workspaceId, range, agentId),
    sumRangeBefore(deps, workspaceId, range, agentId),
  ]);
  const { inbound, outbound, web } = directions;
  return {
    ...toComparedDayRanges(range),
    ...totalsOf(totals),
    callsByDay: days.map((day) => ({
      date: day.date,
      calls: day.calls,
      inbound: day.inbound,
      outbound: day.outbound,
      web_call: day.web,
    })),
    callsByDirection: { inbound, outbound, web_call: web },
    callsByAgent: agents.map(agentFiguresOf),
    ...tallyFiguresOf(tallies),
    previous: before.calls === 0 ? null : totalsOf(before),
  };
}

export async function readOutboundCallCountsByWeekHour(
  deps: AnalyticsReadDeps,
  workspaceId: string,
  query: AnalyticsParameters,
): Promise<WeekHourCallCounts[]> {
  return countOutboundCallsByWeekHour(
    deps.db,
    workspaceId,
    await resolveDateRange(deps, workspaceId, { ...query, range: query.timeFilter }),
    parseAgentFilter(query.agentFilter),
  );
}

const counters = [
  'calls',
  'finished',
  'connected',
  'goal_known',
  'goal_reached',
  'duration_ms',
  'duration_n',
  'cost_cents',
  'cost_n',
  'e2e_p50_ms',
  'e2e_p50_n',
] as const;

/**
 * Sums the calls of the comparison period, which precedes the range. If the range ends today, the comparison period
 * ends at the current time of day.
 */
async function sumRangeBefore(
  { db }: AnalyticsReadDeps,
  workspaceId: string,
  range: ZonedDateRangeWithComparison,
  agentId: string | null,
): Promise<AnalyticsCallSums> {
  const sums = addUpCounterSums(
    await sumPreviousCountersByDirection(db, { workspaceId, range, agentId }, counters),
    counters,
  );
  return {
    calls: sums.calls,
    finished: sums.finished,
    connected: sums.connected,
    goalKnown: sums.goal_known,
    goalReached: sums.goal_reached,
    durationMs: sums.duration_ms,
    durationN: sums.duration_n,
    costCents: sums.cost_cents,
    costN: sums.cost_n,
    latencyMs: sums.e2e_p50_ms,
    latencyN: sums.e2e_p50_n,
  };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** The formulas of the analytics screen (GLOSSARY.md). */
function totalsOf(sums: AnalyticsCallSums): AnalyticsTotals {
  const { goalKnown, goalReached, costCents, costN } = sums;
  return {
    totalCalls: sums.calls,
    finishedCalls: sums.finished,
    connectedCalls: sums.connected,
    successfulCalls: goalReached,
    failedCalls: goalKnown - goalReached,
    successRate: share(100 * goalReached, goalKnown),
    averageCallDuration: share(sums.durationMs / 1_000, sums.durationN),
    callsWithDuration: sums.durationN,
    totalCallCost: costN === 0 ? null : costCents / 100,
    callsWithCost: costN,
    costPerSuccessfulCall: costN === 0 ? null : share(costCents / 100, goalReached),
    averageLatency: share(sums.latencyMs, sums.latencyN),
    callsWithLatency: sums.latencyN,
  };
}

function agentFiguresOf({
  agentId,
  agentName,
  calls,
  goalKnown,
  goalReached,
  costCents,
  costN,
  finished,
  succeeded,
}: AnalyticsAgentSums): AnalyticsAgent {
  return {
    agent_id: agentId,
    agent_name: agentName,
    call_count: calls,
    successful_calls: goalReached,
    failed_calls: goalKnown - goalReached,
    success_rate: share(100 * goalReached, goalKnown),
    finished_calls: finished,
    finished_success_rate: share(100 * succeeded, finished),
    cost_cents: costN === 0 ? null : costCents,
    calls_with_cost: costN,
    cost_per_success_cents: costN === 0 ? null : share(costCents, goalReached),
  };
}

function tallyFiguresOf(
  tallies: readonly ReasonOrMoodCount[],
): Pick<Analytics, 'disconnectionReasons' | 'callsWithReason' | 'sentiment'> {
  const reasons = tallies.filter(({ kind }) => kind === 'reason');
  const mood = (name: string): number =>
    tallies.find(({ kind, value }) => kind === 'sentiment' && value === name)?.calls ?? 0;
  return {
    disconnectionReasons: reasons.slice(0, topReasons).map(({ value, calls }) => ({ reason: value, count: calls })),
    callsWithReason: reasons.reduce((sum, { calls }) => sum + calls, 0),
    sentiment: { positive: mood('Positive'), neutral: mood('Neutral'), negative: mood('Negative') },
  };
}
