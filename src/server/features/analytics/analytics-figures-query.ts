/**
 * Call sums for the analytics screen, each from one scan of the daily rollups. The cost grows with the days, and with
 * the agents if grouped by agent, but not with the calls.
 */
import { sql, type Kysely } from 'kysely';
import { addDays, countDaysInRange, type CalendarDayRange } from '../../../contract/calendar-days.ts';
import { preparedStatementMark } from '../../platform/db/prepared.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { buildAgentNameSql } from '../agents/index.ts';
import {
  buildAgentRollupAndClause,
  chooseAgentOrTotalRollupTables,
  dayInRangeCondition,
} from './sums/day-range-query.ts';

/** Sums over the calls of a date range. Each property has the name of a rollup counter. */
export interface AnalyticsCallSums {
  readonly calls: number;
  readonly finished: number;
  readonly connected: number;
  readonly goalKnown: number;
  readonly goalReached: number;
  readonly durationMs: number;
  readonly durationN: number;
  readonly costCents: number;
  readonly costN: number;
  readonly latencyMs: number;
  readonly latencyN: number;
}

export interface AnalyticsAgentSums extends Pick<
  AnalyticsCallSums,
  'calls' | 'goalKnown' | 'goalReached' | 'costCents' | 'costN' | 'finished'
> {
  readonly succeeded: number;
  /** The agent's id; empty if unknown. */
  readonly agentId: string;
  readonly agentName: string | null;
}

export interface AnalyticsDaySums {
  /** The day in the zone, 'YYYY-MM-DD'. */
  readonly date: string;
  readonly inbound: number;
  readonly outbound: number;
  readonly web: number;
  readonly calls: number;
}

/** A row of call sums from the rollups: of one day, of one agent, or of the whole range if both are null. */
interface GroupRow {
  readonly date: string | null;
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly sums: readonly number[];
}

export interface AnalyticsGroupedSums {
  readonly totals: AnalyticsCallSums;
  /** Calls of the whole range by direction. */
  readonly directions: Omit<AnalyticsDaySums, 'date'>;
  readonly days: readonly AnalyticsDaySums[];
  readonly agents: readonly AnalyticsAgentSums[];
}

const callsOf = (direction: string) =>
  sql`coalesce(sum(calls::float8) filter (where direction = ${sql.lit(direction)}), 0)`;
const inAll = (column: string) => sql`coalesce(sum(${sql.ref(column)}::float8), 0)`;
// Sums of costs and response times are computed as numeric, because they have decimals.
const inAllExactly = (column: string) => sql`coalesce(sum(${sql.ref(column)}), 0)::float8`;

/** Sums the calls of the range in total, by day and by agent, in one statement, so that all sums are consistent. */
export async function sumCallsByDayAndByAgent(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  range: CalendarDayRange,
  agentId: string | null,
): Promise<AnalyticsGroupedSums> {
  const inRange = sql`workspace_id = ${workspaceId} and ${dayInRangeCondition(range)} ${buildAgentRollupAndClause(agentId)}`;
  const { rows } = await sql<GroupRow>`
    ${preparedStatementMark} select day::text as date, null as "agentId", null as "agentName", to_json(array[
      ${callsOf('inbound')}, ${callsOf('outbound')}, ${callsOf('web_call')}, ${inAll('calls')}, ${inAll('finished')}, ${inAll('connected')},
      ${inAll('goal_known')}, ${inAll('goal_reached')}, ${inAll('duration_ms')}, ${inAll('duration_n')}, ${inAllExactly('cost_cents')}, ${inAll('cost_n')},
      ${inAllExactly('e2e_p50_ms')}, ${inAll('e2e_p50_n')}]) as sums
    from ${chooseAgentOrTotalRollupTables(agentId).days} where ${inRange} group by grouping sets ((), (day))
    union all
    select null, agent_id, ${buildAgentNameSql(workspaceId, sql.ref('by_agent.agent_id'))}, sums
    from (
      select agent_id, to_json(array[
        ${inAll('calls')}, ${inAll('goal_known')}, ${inAll('goal_reached')}, ${inAllExactly('cost_cents')}, ${inAll('cost_n')},
        ${inAll('finished')}, ${inAll('succeeded')}]) as sums
      from rollup_agent_days where ${inRange} group by agent_id having sum(calls) > 0
    ) as by_agent`.execute(db);
  const total = rows.find(({ date, agentId: id }) => date === null && id === null);
  if (!total) throw new Error('an aggregate without grouping has one row');
  const days = new Map(rows.map(({ date, sums: ofDay }) => [date, directionsOf(ofDay)]));
  return {
    totals: totalsOf(total.sums),
    directions: directionsOf(total.sums),
    days: datesOf(range).map((date) => ({ date, ...(days.get(date) ?? directionsOf([])) })),
    agents: rows
      .flatMap(({ agentId: id, agentName, sums: ofAgentRow }) =>
        id === null ? [] : [{ agentId: id, agentName, ...outcomesOf(ofAgentRow) }],
      )
      .sort((a, b) => b.calls - a.calls || (a.agentId < b.agentId ? -1 : 1)),
  };
}

function datesOf(days: CalendarDayRange): string[] {
  return Array.from({ length: countDaysInRange(days) }, (_, index) => addDays(days.from, index));
}

function directionsOf([inbound = 0, outbound = 0, web = 0, calls = 0]: readonly number[]): Omit<
  AnalyticsDaySums,
  'date'
> {
  return { inbound, outbound, web, calls };
}

function totalsOf([
  ,
  ,
  ,
  calls = 0,
  finished = 0,
  connected = 0,
  goalKnown = 0,
  goalReached = 0,
  ...others
]: readonly number[]): AnalyticsCallSums {
  const [durationMs = 0, durationN = 0, costCents = 0, costN = 0, latencyMs = 0, latencyN = 0] = others;
  return {
    calls,
    finished,
    connected,
    goalKnown,
    goalReached,
    durationMs,
    durationN,
    costCents,
    costN,
    latencyMs,
    latencyN,
  };
}

function outcomesOf([
  calls = 0,
  goalKnown = 0,
  goalReached = 0,
  costCents = 0,
  costN = 0,
  finished = 0,
  succeeded = 0,
]: readonly number[]): Omit<AnalyticsAgentSums, 'agentId' | 'agentName'> {
  return { calls, goalKnown, goalReached, costCents, costN, finished, succeeded };
}

export interface ReasonOrMoodCount {
  readonly kind: 'reason' | 'sentiment';
  readonly value: string;
  readonly calls: number;
}

/** Counts the finished calls of the range by disconnection reason and by mood, most frequent first. */
export async function countCallsByReasonAndSentiment(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  range: CalendarDayRange,
  agentId: string | null,
): Promise<ReasonOrMoodCount[]> {
  const { rows } = await sql<ReasonOrMoodCount>`
    ${preparedStatementMark} select kind, value, sum(calls)::bigint as calls from ${chooseAgentOrTotalRollupTables(agentId).dayTallies}
    where workspace_id = ${workspaceId} and ${dayInRangeCondition(range)} ${buildAgentRollupAndClause(agentId)} and kind in ('reason', 'sentiment')
    group by kind, value
    having sum(calls) > 0
    order by calls desc, value`.execute(db);
  return rows;
}
