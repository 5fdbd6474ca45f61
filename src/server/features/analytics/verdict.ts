/**
 * GET /api/verdict: whether the goal rate changed against the comparison period, and which agents or hours caused the
 * change.
 */
import { judgeRateChange, computeRatePercent, type RateCounts } from '../../../contract/rate-changes.ts';
import { maxRateChangeCauses, type RateChange, type PeriodVerdict } from '../../../contract/verdicts.ts';
import { findAgentNames } from '../agents/index.ts';
import type { AnalyticsParameters } from './analytics-figures.ts';
import type { AnalyticsReadDeps } from './metrics.ts';
import {
  addUpCounterSums,
  sumPreviousCountersByDirection,
  sumPreviousCountersByAgent,
  sumPreviousCountersByHourOfDay,
  sumCountersByAgent,
  sumCountersByDayAndDirection,
  sumCountersByHourOfDay,
  type GroupedCounterSums,
  type AgentRangeFilter,
} from './sums/counter-sums-query.ts';
import { parseAgentFilter } from './sums/day-range-query.ts';
import { toComparedDayRanges, resolveDateRange } from './sums/figure-range.ts';
import {
  computeRateChangeContributions,
  listLeadingRateChangeCauses,
  type GroupRateContribution,
} from './verdict-causes.ts';

const judged = ['goal_known', 'goal_reached'] as const;
const rated = [...judged, 'finished', 'succeeded'] as const;

export async function readGoalRateVerdict(
  deps: AnalyticsReadDeps,
  workspaceId: string,
  query: AnalyticsParameters,
): Promise<PeriodVerdict> {
  const range = await resolveDateRange(deps, workspaceId, { ...query, range: query.timeFilter });
  const of = { workspaceId, range, agentId: parseAgentFilter(query.agentFilter) };
  const [now, before] = (
    await Promise.all([
      sumCountersByDayAndDirection(deps.db, of, rated),
      sumPreviousCountersByDirection(deps.db, of, rated),
    ])
  ).map((rows) => addUpCounterSums(rows, rated));
  if (!now || !before) throw new Error('two sums have two answers');
  const goal = changeOf(goalOf(now), goalOf(before));
  return {
    ...toComparedDayRanges(range),
    goal,
    success: changeOf({ calls: now.finished, hits: now.succeeded }, { calls: before.finished, hits: before.succeeded }),
    ...(await readCauses(deps, of, goal.movement)),
  };
}

async function readCauses(
  { db }: AnalyticsReadDeps,
  of: AgentRangeFilter,
  movement: RateChange['movement'],
): Promise<Pick<PeriodVerdict, 'agents' | 'hours'>> {
  if (movement !== 'up' && movement !== 'down') return { agents: [], hours: [] };
  // Look for agents that caused the change only if no agent is selected. Otherwise the selected agent would be the only
  // candidate.
  const [agentsNow, agentsBefore, hoursNow, hoursBefore] = await Promise.all([
    of.agentId === null ? sumCountersByAgent(db, of, judged) : [],
    of.agentId === null ? sumPreviousCountersByAgent(db, of, judged) : [],
    sumCountersByHourOfDay(db, of, judged),
    sumPreviousCountersByHourOfDay(db, of, judged),
  ]);
  const agents = listLeadingRateChangeCauses(
    computeRateChangeContributions(sharesOf(agentsNow), sharesOf(agentsBefore)),
    movement,
    maxRateChangeCauses,
  );
  const hours = listLeadingRateChangeCauses(
    computeRateChangeContributions(sharesOf(hoursNow), sharesOf(hoursBefore)),
    movement,
    maxRateChangeCauses,
  );
  const names = await findAgentNames(
    db,
    of.workspaceId,
    agents.map(({ key }) => key),
  );
  return {
    agents: agents.map((cause) => ({
      agentId: cause.key,
      agentName: names.get(cause.key) ?? null,
      ...causeOf(cause),
    })),
    hours: hours.map((cause) => ({ hour: Number(cause.key), ...causeOf(cause) })),
  };
}

function goalOf(sums: GroupedCounterSums<(typeof judged)[number]>['sums']): RateCounts {
  return { calls: sums.goal_known, hits: sums.goal_reached };
}

function sharesOf(rows: readonly GroupedCounterSums<(typeof judged)[number]>[]): ReadonlyMap<string, RateCounts> {
  const grouped = [...Map.groupBy(rows, ({ key }) => key)];
  return new Map(grouped.map(([key, ofKey]) => [key, goalOf(addUpCounterSums(ofKey, judged))]));
}

function changeOf(now: RateCounts, before: RateCounts): RateChange {
  return { now: ratedShare(now), before: ratedShare(before), movement: judgeRateChange(now, before) };
}

function causeOf({ now, before, contribution }: GroupRateContribution) {
  return { now: ratedShare(now), before: ratedShare(before), contribution };
}

function ratedShare(share: RateCounts): RateChange['now'] {
  return { ...share, rate: computeRatePercent(share) };
}
