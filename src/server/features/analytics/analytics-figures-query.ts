/**
 * The sums of the analytics screen, from the rollups of days in one scan each: bounded by days, and by agents where they are
 * told apart, whatever the number of calls. Only a day that is cut short reads half hours, and of the half hour that has begun the calls themselves.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { agentNameOf } from '../agents/index.ts';
import { countedCalls } from './counted-calls-query.ts';
import { ofAgent, rollupsOf, todayIn, withinDays, type ZonedRange } from './day-range-query.ts';

/** What the rollups hold of some calls, under the names of rollup-counters.ts. */
export interface AnalyticsSums {
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

export interface AgentSums extends Pick<AnalyticsSums, 'calls' | 'goalKnown' | 'goalReached' | 'costCents' | 'costN'> {
  /** Empty: not known. */
  readonly agentId: string;
  readonly agentName: string | null;
}

export interface DaySums {
  /** 'YYYY-MM-DD' in the zone. */
  readonly date: string;
  readonly inbound: number;
  readonly outbound: number;
  readonly web: number;
  readonly calls: number;
}

const sums = sql`
  coalesce(sum(calls), 0)::bigint as calls,
  coalesce(sum(finished), 0)::bigint as finished,
  coalesce(sum(connected), 0)::bigint as connected,
  coalesce(sum(goal_known), 0)::bigint as "goalKnown",
  coalesce(sum(goal_reached), 0)::bigint as "goalReached",
  coalesce(sum(duration_ms), 0)::bigint as "durationMs",
  coalesce(sum(duration_n), 0)::bigint as "durationN",
  coalesce(sum(cost_cents), 0)::float8 as "costCents",
  coalesce(sum(cost_n), 0)::bigint as "costN",
  coalesce(sum(e2e_p50_ms), 0)::float8 as "latencyMs",
  coalesce(sum(e2e_p50_n), 0)::bigint as "latencyN"`;

const byDirection = sql`
  coalesce(sum(calls) filter (where direction = 'inbound'), 0)::bigint as inbound,
  coalesce(sum(calls) filter (where direction = 'outbound'), 0)::bigint as outbound,
  coalesce(sum(calls) filter (where direction = 'web_call'), 0)::bigint as web`;

type GroupRow = AnalyticsSums & Omit<DaySums, 'date'> & { readonly date: string | null; readonly agentId: string | null; readonly agentName: string | null };

export interface AnalyticsGroups {
  readonly totals: AnalyticsSums;
  /** Of the whole range. */
  readonly directions: Omit<DaySums, 'date'>;
  /** Every day of the range, oldest first. */
  readonly days: readonly DaySums[];
  /** Agents with calls, most first. */
  readonly agents: readonly AgentSums[];
}

/** The range as a whole, by day and by agent. */
export async function sumRange(
  db: Kysely<Schema>,
  workspaceId: string,
  range: ZonedRange,
  agentId: string | null,
): Promise<AnalyticsGroups> {
  const inRange = sql`workspace_id = ${workspaceId} and ${withinDays(range)} ${ofAgent(agentId)}`;
  const { rows } = await sql<GroupRow>`
    with grouped as materialized (
      select grouping(day) = 0 as is_day, day, ${byDirection}, ${sums}
      from ${rollupsOf(agentId).days}
      where ${inRange}
      group by grouping sets ((), (day))
    ),
    by_agent as materialized (
      select agent_id, sum(calls)::bigint as calls, sum(goal_known)::bigint as goal_known, sum(goal_reached)::bigint as goal_reached,
        sum(cost_cents)::float8 as cost_cents, sum(cost_n)::bigint as cost_n
      from rollup_agent_days
      where ${inRange}
      group by agent_id
    ),
    dates as (
      select ${todayIn(range)} - ago as date from generate_series(${range.lastDay}::integer, ${range.firstDay}::integer) as ago
    )
    select date::text, null as "agentId", null as "agentName", coalesce(inbound, 0) as inbound, coalesce(outbound, 0) as outbound,
      coalesce(web, 0) as web, coalesce(calls, 0) as calls, 0 as finished, 0 as connected, 0 as "goalKnown", 0 as "goalReached",
      0 as "durationMs", 0 as "durationN", 0 as "costCents", 0 as "costN", 0 as "latencyMs", 0 as "latencyN"
    from dates left join grouped on is_day and day = date
    union all
    select null, null, null, inbound, outbound, web,
      calls, finished, connected, "goalKnown", "goalReached", "durationMs", "durationN", "costCents", "costN", "latencyMs", "latencyN"
    from grouped where not is_day
    union all
    select null, agent_id, ${agentNameOf(workspaceId, sql.ref('by_agent.agent_id'))}, 0, 0, 0,
      calls, 0, 0, goal_known, goal_reached, 0, 0, cost_cents, cost_n, 0, 0
    from by_agent where calls > 0
    order by date, calls desc, "agentId"`.execute(db);
  const total = rows.find(({ date, agentId: id }) => date === null && id === null);
  if (!total) throw new Error('an aggregate without grouping has one row');
  return {
    totals: total,
    directions: total,
    days: rows.flatMap(({ date, ...day }) => (date === null ? [] : [{ ...day, date }])),
    agents: rows.flatMap(({ agentId: id, ...agent }) => (id === null ? [] : [{ ...agent, agentId: id }])),
  };
}

export interface TallyRow {
  readonly kind: 'reason' | 'sentiment';
  readonly value: string;
  readonly calls: number;
}

/** Why the range's finished calls ended, and how people felt; most frequent first. */
export async function countTallies(db: Kysely<Schema>, workspaceId: string, range: ZonedRange, agentId: string | null): Promise<TallyRow[]> {
  const { rows } = await sql<TallyRow>`
    select kind, value, sum(calls)::bigint as calls from ${rollupsOf(agentId).dayTallies}
    where workspace_id = ${workspaceId} and ${withinDays(range)} ${ofAgent(agentId)} and kind in ('reason', 'sentiment')
    group by kind, value
    having sum(calls) > 0
    order by calls desc, value`.execute(db);
  return rows;
}

/** The moment that many days before, at the same time of the zone's clock. */
function sameTimeBefore(zone: string, moment: Date, days: number): RawBuilder<Date> {
  return sql<Date>`((${moment}::timestamptz at time zone ${zone}::text) - ${days}::integer * interval '1 day') at time zone ${zone}::text`;
}

/** Whole days, none where `firstDay` is before `lastDay`. */
export async function sumDays(db: Kysely<Schema>, workspaceId: string, range: ZonedRange, agentId: string | null): Promise<AnalyticsSums> {
  const { rows } = await sql<AnalyticsSums>`
    select ${sums} from ${rollupsOf(agentId).days}
    where workspace_id = ${workspaceId} and ${withinDays(range)} ${ofAgent(agentId)}`.execute(db);
  return onlyRow(rows);
}

/** A day up to the same time of the clock as `range.now`: its half hours that were over by then. */
export async function sumDayUntilNow(
  db: Kysely<Schema>,
  workspaceId: string,
  range: ZonedRange,
  agentId: string | null,
): Promise<AnalyticsSums> {
  const { rows } = await sql<AnalyticsSums>`
    select ${sums} from ${rollupsOf(agentId).halfHours}
    where workspace_id = ${workspaceId} and ${untilNow(range)} ${ofAgent(agentId)}`.execute(db);
  return onlyRow(rows);
}

/** True of the half hours of the range's last day that were over by the same time of the clock as `now`. */
export function untilNow(range: ZonedRange): RawBuilder<boolean> {
  const end = sameTimeBefore(range.zone, range.now, range.lastDay);
  return sql<boolean>`bucket_at >= ${end} - interval '27 hours' and bucket_at <= ${end} - interval '30 minutes'
      and (bucket_at at time zone ${range.zone}::text)::date = ${todayIn(range)} - ${range.lastDay}::integer`;
}

/** The part of that day's half hour that had begun by then: its calls up to that minute, counted as the rollups count them. */
export async function sumBegunHalfHour(db: Kysely<Schema>, workspaceId: string, range: ZonedRange, agentId: string | null): Promise<AnalyticsSums> {
  const { rows } = await sql<AnalyticsSums>`select ${sums} from ${countedCalls(isOfBegunHalfHour(workspaceId, range, agentId))}`.execute(db);
  return onlyRow(rows);
}

/** True of the calls of the half hour that had begun at that time of that day, up to it. */
export function isOfBegunHalfHour(workspaceId: string, { zone, now, lastDay }: ZonedRange, agentId: string | null): RawBuilder<boolean> {
  const end = sameTimeBefore(zone, now, lastDay);
  return sql<boolean>`workspace_id = ${workspaceId} and occurred_at < ${end}
    and occurred_at >= date_bin('30 minutes', ${end}, timestamptz '2000-01-01 00:00Z')
    ${agentId === '' ? sql`and agent_id is null` : ofAgent(agentId)}`;
}

function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (!row) throw new Error('an aggregate without grouping has one row');
  return row;
}
