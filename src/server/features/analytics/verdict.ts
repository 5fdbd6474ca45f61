/** GET /api/verdict: whether the goal rate changed against the comparison period, and which agents or hours are why. */
import { judgeRateChange, percentOfCounts, type RateCounts } from '../../../contract/rate-changes.ts';
import { mostCauses, type RateChange, type Verdict } from '../../../contract/verdicts.ts';
import { findAgentNames } from '../agents/index.ts';
import type { AnalyticsQuery } from './analytics-figures.ts';
import type { MetricsDeps } from './metrics.ts';
import {
  addSums,
  sumPreviousByDirection,
  sumPreviousByAgent,
  sumPreviousByHourOfDay,
  sumByAgent,
  sumByDay,
  sumByHourOfDay,
  type KeyedSums,
  type AgentRangeFilter,
} from './sums/counter-sums-query.ts';
import { agentIdOfFilter } from './sums/day-range-query.ts';
import { daysOf, readRange } from './sums/figure-range.ts';
import { groupContributionsOf, leadingCauses, type GroupRateContribution } from './verdict-causes.ts';

const judged = ['goal_known', 'goal_reached'] as const;
const rated = [...judged, 'finished', 'succeeded'] as const;

export async function readVerdict(deps: MetricsDeps, workspaceId: string, query: AnalyticsQuery): Promise<Verdict> {
  const range = await readRange(deps, workspaceId, { ...query, range: query.timeFilter });
  const of = { workspaceId, range, agentId: agentIdOfFilter(query.agentFilter) };
  const [now, before] = (
    await Promise.all([sumByDay(deps.db, of, rated), sumPreviousByDirection(deps.db, of, rated)])
  ).map((rows) => addSums(rows, rated));
  if (!now || !before) throw new Error('two sums have two answers');
  const goal = changeOf(goalOf(now), goalOf(before));
  return {
    ...daysOf(range),
    goal,
    success: changeOf({ calls: now.finished, hits: now.succeeded }, { calls: before.finished, hits: before.succeeded }),
    ...(await readCauses(deps, of, goal.movement)),
  };
}

async function readCauses(
  { db }: MetricsDeps,
  of: AgentRangeFilter,
  movement: RateChange['movement'],
): Promise<Pick<Verdict, 'agents' | 'hours'>> {
  if (movement !== 'up' && movement !== 'down') return { agents: [], hours: [] };
  // Agents are compared only if none is selected, because an agent can't explain its own change.
  const [agentsNow, agentsBefore, hoursNow, hoursBefore] = await Promise.all([
    of.agentId === null ? sumByAgent(db, of, judged) : [],
    of.agentId === null ? sumPreviousByAgent(db, of, judged) : [],
    sumByHourOfDay(db, of, judged),
    sumPreviousByHourOfDay(db, of, judged),
  ]);
  const agents = leadingCauses(groupContributionsOf(sharesOf(agentsNow), sharesOf(agentsBefore)), movement, mostCauses);
  const hours = leadingCauses(groupContributionsOf(sharesOf(hoursNow), sharesOf(hoursBefore)), movement, mostCauses);
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

function goalOf(sums: KeyedSums<(typeof judged)[number]>['sums']): RateCounts {
  return { calls: sums.goal_known, hits: sums.goal_reached };
}

/** Returns for each agent or hour the number of judged calls and of those that reached the goal. */
function sharesOf(rows: readonly KeyedSums<(typeof judged)[number]>[]): ReadonlyMap<string, RateCounts> {
  const grouped = [...Map.groupBy(rows, ({ key }) => key)];
  return new Map(grouped.map(([key, ofKey]) => [key, goalOf(addSums(ofKey, judged))]));
}

function changeOf(now: RateCounts, before: RateCounts): RateChange {
  return { now: ratedShare(now), before: ratedShare(before), movement: judgeRateChange(now, before) };
}

function causeOf({ now, before, contribution }: GroupRateContribution) {
  return { now: ratedShare(now), before: ratedShare(before), contribution };
}

function ratedShare(share: RateCounts): RateChange['now'] {
  return { ...share, rate: percentOfCounts(share) };
}
