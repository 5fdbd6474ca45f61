/** GET /api/verdict: whether the goal rate changed against the compared days, and which agents and hours moved it. */
import { judgeChange, percentOfShare, type Share } from '../../../contract/rate-changes.ts';
import { mostCauses, type RateChange, type Verdict } from '../../../contract/verdicts.ts';
import { findAgentNames } from '../agents/index.ts';
import type { AnalyticsQuery } from './analytics-figures.ts';
import type { MetricsDeps } from './metrics.ts';
import {
  addSums,
  sumBefore,
  sumBeforeByAgent,
  sumBeforeByHourOfDay,
  sumByAgent,
  sumByDay,
  sumByHourOfDay,
  type KeyedSums,
  type RangeOf,
} from './sums/counter-sums-query.ts';
import { agentOf } from './sums/day-range-query.ts';
import { daysOf, readRange } from './sums/figure-range.ts';
import { contributionsOf, leadingCauses, type GroupRateContribution } from './verdict-causes.ts';

const judged = ['goal_known', 'goal_reached'] as const;
const rated = [...judged, 'finished', 'succeeded'] as const;

export async function readVerdict(deps: MetricsDeps, workspaceId: string, query: AnalyticsQuery): Promise<Verdict> {
  const range = await readRange(deps, workspaceId, { ...query, range: query.timeFilter });
  const of = { workspaceId, range, agentId: agentOf(query.agentFilter) };
  const [now, before] = (await Promise.all([sumByDay(deps.db, of, rated), sumBefore(deps.db, of, rated)])).map((rows) =>
    addSums(rows, rated),
  );
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
  of: RangeOf,
  movement: RateChange['movement'],
): Promise<Pick<Verdict, 'agents' | 'hours'>> {
  if (movement !== 'up' && movement !== 'down') return { agents: [], hours: [] };
  // The verdict compares agents only if none is selected, because an agent is no cause of its own change.
  const [agentsNow, agentsBefore, hoursNow, hoursBefore] = await Promise.all([
    of.agentId === null ? sumByAgent(db, of, judged) : [],
    of.agentId === null ? sumBeforeByAgent(db, of, judged) : [],
    sumByHourOfDay(db, of, judged),
    sumBeforeByHourOfDay(db, of, judged),
  ]);
  const agents = leadingCauses(contributionsOf(sharesOf(agentsNow), sharesOf(agentsBefore)), movement, mostCauses);
  const hours = leadingCauses(contributionsOf(sharesOf(hoursNow), sharesOf(hoursBefore)), movement, mostCauses);
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

function goalOf(sums: KeyedSums<(typeof judged)[number]>['sums']): Share {
  return { calls: sums.goal_known, hits: sums.goal_reached };
}

/** Maps each agent or hour to its share of calls that reached the goal. Rows with the same key are added up. */
function sharesOf(rows: readonly KeyedSums<(typeof judged)[number]>[]): ReadonlyMap<string, Share> {
  const grouped = [...Map.groupBy(rows, ({ key }) => key)];
  return new Map(grouped.map(([key, ofKey]) => [key, goalOf(addSums(ofKey, judged))]));
}

function changeOf(now: Share, before: Share): RateChange {
  return { now: ratedShare(now), before: ratedShare(before), movement: judgeChange(now, before) };
}

function causeOf({ now, before, contribution }: GroupRateContribution) {
  return { now: ratedShare(now), before: ratedShare(before), contribution };
}

function ratedShare(share: Share): RateChange['now'] {
  return { ...share, rate: percentOfShare(share) };
}
