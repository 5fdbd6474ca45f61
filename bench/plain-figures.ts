/**
 * The answers of the dashboard's and the analytics screen's endpoints, by plain SQL over `calls`. It uses no rollups,
 * as few scans as possible, and none of the product's SQL. Both answers must be equal.
 */
import type {
  AgentPerformance,
  AgentSentimentCounts,
  AgentCallCount,
  Analytics,
  AnalyticsTotals,
  WeekHourCallCounts,
  DashboardMetrics,
  CallVolumeBucket,
} from '../src/contract/analytics.ts';
import {
  answeredDays,
  boundsOf,
  dayOfCall,
  isConnected,
  isSucceeded,
  rowsOfRange,
  share,
  valuesOf,
  type PlainAsker,
  type PlainPeriod,
} from './plain-range.ts';

export async function plainMetrics(
  asker: PlainAsker,
  period: PlainPeriod,
  agentId?: string,
): Promise<DashboardMetrics> {
  const { from, until } = await boundsOf(asker, period);
  const { rows } = await asker.pool.query<DashboardMetrics>(
    `select count(*) as "totalCalls", count(*) filter (where is_over) as "finishedCalls",
       count(*) filter (where direction = 'inbound') as "inboundCalls", count(*) filter (where direction = 'outbound') as "outboundCalls",
       count(*) filter (where direction = 'web_call') as "webCalls",
       (select coalesce(jsonb_object_agg(agent, calls), '{}') from (select coalesce(agent_id, '') as agent, count(*) as calls
         from calls where ${rowsOfRange(agentId)} group by 1) agents) as "agentCalls",
       coalesce(100.0 * count(*) filter (where ${isSucceeded}) / nullif(count(*) filter (where is_over), 0), 0)::float8 as "successRate",
       coalesce(avg(duration_ms) filter (where duration_ms > 0) / 1000, 0)::float8 as "avgDuration",
       (select count(*) from calls where workspace_id = $1 and status in ('registered', 'ongoing')
         ${agentId === undefined ? '' : 'and agent_id = $5'}) as "activeCalls"
     from calls where ${rowsOfRange(agentId)}`,
    valuesOf(asker, from, until, agentId),
  );
  return onlyRow(rows);
}

const counts = `count(*) filter (where direction = 'inbound') as inbound, count(*) filter (where direction = 'outbound') as outbound,
  count(*) filter (where direction = 'web_call') as web, count(*) as total`;

export async function plainVolume(
  asker: PlainAsker,
  period: PlainPeriod,
  agentId?: string,
): Promise<CallVolumeBucket[]> {
  const { from, until, dates } = await boundsOf(asker, period);
  const isOneDay = dates.length === 1;
  const ofPieces = `
    select date_bin('30 minutes', occurred_at, timestamptz '2000-01-01 00:00Z') as at, ${counts} from calls where ${rowsOfRange(agentId)} group by at`;
  const ofDays = `select ${dayOfCall}::timestamp at time zone $4 as at, ${counts} from calls where ${rowsOfRange(agentId)} group by 1`;
  const days = `generate_series($2::timestamptz at time zone $4, $3::timestamptz at time zone $4 - interval '1 day', '1 day') as day`;
  const { rows } = await asker.pool.query<Omit<CallVolumeBucket, 'time' | 'intervalMinutes'> & { readonly time: Date }>(
    `with counted as (${isOneDay ? ofPieces : ofDays}),
     pieces as (${isOneDay ? `select generate_series($2::timestamptz, least($3::timestamptz - interval '1 ms', timestamptz '${asker.now.toISOString()}'), '30 minutes') as at` : `select day at time zone $4 as at from ${days}`})
     select at as time, extract(minute from at at time zone $4) = 0 as "isHourMark", coalesce(inbound, 0) as "inboundCalls",
       coalesce(outbound, 0) as "outboundCalls", coalesce(web, 0) as "webCalls", coalesce(total, 0) as "totalCalls"
     from pieces left join counted using (at) order by at`,
    valuesOf(asker, from, until, agentId),
  );
  return rows.map((row) => ({ ...row, time: row.time.toISOString(), intervalMinutes: isOneDay ? 30 : 1_440 }));
}

export async function plainUsage(asker: PlainAsker, period: PlainPeriod, agentId?: string): Promise<AgentCallCount[]> {
  const { from, until } = await boundsOf(asker, period);
  const { rows } = await asker.pool.query<AgentCallCount>(
    `select coalesce(agent_id, '') as agent_id, null as agent_name, count(*) as call_count,
       (100.0 * count(*) / sum(count(*)) over ())::float8 as percentage
     from calls where ${rowsOfRange(undefined)} group by 1 order by call_count desc, agent_id`,
    valuesOf(asker, from, until, undefined),
  );
  return agentId === undefined ? rows : rows.filter((row) => row.agent_id === agentId);
}

export async function plainSentiment(
  asker: PlainAsker,
  period: PlainPeriod,
  agentId?: string,
): Promise<AgentSentimentCounts[]> {
  const { from, until } = await boundsOf(asker, period);
  const { rows } = await asker.pool.query<AgentSentimentCounts>(
    `select coalesce(agent_id, '') as agent_id, count(*) filter (where sentiment = 'Positive') as positive,
       count(*) filter (where sentiment = 'Neutral') as neutral, count(*) filter (where sentiment = 'Negative') as negative, count(*) as total
     from calls where ${rowsOfRange(agentId)} and is_over and sentiment in ('Positive', 'Neutral', 'Negative')
     group by 1 order by total desc, 1`,
    valuesOf(asker, from, until, agentId),
  );
  return rows;
}

export async function plainPerformance(
  asker: PlainAsker,
  period: PlainPeriod,
  agentId?: string,
): Promise<AgentPerformance[]> {
  const { from, until } = await boundsOf(asker, period);
  const { rows } = await asker.pool.query<AgentPerformance>(
    `select coalesce(agent_id, '') as agent_id, null as agent_name, count(*) as total_calls, count(*) filter (where is_over) as finished_calls,
       count(*) filter (where ${isSucceeded}) as completed_calls,
       count(is_successful) as judged_calls, (100.0 * count(*) filter (where is_successful) / nullif(count(is_successful), 0))::float8 as goal_rate,
       coalesce(100.0 * count(*) filter (where ${isSucceeded}) / nullif(count(*) filter (where is_over), 0), 0)::float8 as success_rate,
       coalesce(avg(duration_ms) filter (where duration_ms > 0) / 1000, 0)::float8 as avg_duration
     from calls where ${rowsOfRange(agentId)} group by 1 order by total_calls desc, 1`,
    valuesOf(asker, from, until, agentId),
  );
  return rows;
}

interface Sums {
  readonly calls: number;
  readonly finished: number;
  readonly succeeded: number;
  readonly connected: number;
  readonly known: number;
  readonly reached: number;
  readonly durationMs: number;
  readonly durationN: number;
  readonly cents: number;
  readonly centsN: number;
  readonly latencyMs: number | null;
  readonly latencyN: number;
}
const sums = `count(*) as calls, count(*) filter (where is_over) as finished, count(*) filter (where ${isSucceeded}) as succeeded,
  count(*) filter (where ${isConnected}) as connected,
  count(is_successful) as known, count(*) filter (where is_successful) as reached, coalesce(sum(duration_ms), 0)::float8 as "durationMs",
  count(*) filter (where duration_ms > 0) as "durationN", coalesce(sum(cost_cents), 0)::float8 as cents, count(cost_cents) as "centsN",
  avg(e2e_p50_ms)::float8 as "latencyMs", count(e2e_p50_ms) as "latencyN"`;

type GroupRow = Sums & {
  readonly by: 'all' | 'day' | 'direction' | 'agent' | 'reason' | 'mood';
  readonly day: string | null;
  readonly direction: string | null;
  readonly agent: string | null;
  readonly value: string | null;
};

/** Scans the range once for the whole screen, and the range before it once. */
export async function plainAnalytics(asker: PlainAsker, period: PlainPeriod, agentId?: string): Promise<Analytics> {
  const { from, until, beforeFrom, beforeUntil, dates } = await boundsOf(asker, period);
  const { rows } = await asker.pool.query<GroupRow>(
    `select case grouping(day, direction, agent, reason, mood)
         when 31 then 'all' when 7 then 'day' when 27 then 'agent' when 29 then 'reason' when 30 then 'mood' end as by,
       day::text, direction, agent, case when grouping(reason) = 0 then reason else mood end as value, ${sums}
     from (select *, ${dayOfCall} as day, coalesce(agent_id, '') as agent, case when is_over then disconnection_reason end as reason,
       case when is_over then sentiment end as mood from calls where ${rowsOfRange(agentId)}) as asked
     group by grouping sets ((), (day, direction), (agent), (reason), (mood))`,
    valuesOf(asker, from, until, agentId),
  );
  const before = await asker.pool.query<Sums>(
    `select ${sums} from calls where ${rowsOfRange(agentId)}`,
    valuesOf(asker, beforeFrom, beforeUntil, agentId),
  );
  const of = (by: GroupRow['by']): GroupRow[] => rows.filter((row) => row.by === by);
  const ofDays = of('day');
  const count = (day: string | null, direction: string | null): number =>
    ofDays.reduce(
      (sum, row) =>
        (day === null || row.day === day) && (direction === null || row.direction === direction)
          ? sum + row.calls
          : sum,
      0,
    );
  const directions = (day: string | null) => ({
    inbound: count(day, 'inbound'),
    outbound: count(day, 'outbound'),
    web_call: count(day, 'web_call'),
  });
  const reasons = of('reason')
    .filter(({ value }) => value !== null)
    .toSorted((a, b) => b.calls - a.calls || (String(a.value) < String(b.value) ? -1 : 1));
  const mood = (name: string): number => of('mood').find(({ value }) => value === name)?.calls ?? 0;
  const previous = onlyRow(before.rows);
  return {
    ...answeredDays(dates),
    ...totalsOf(onlyRow(of('all'))),
    callsByDay: dates.map((date) => ({ date, calls: count(date, null), ...directions(date) })),
    callsByDirection: directions(null),
    callsByAgent: of('agent')
      .toSorted((a, b) => b.calls - a.calls || (String(a.agent) < String(b.agent) ? -1 : 1))
      .map((row) => ({
        agent_id: row.agent ?? '',
        agent_name: null,
        call_count: row.calls,
        successful_calls: row.reached,
        failed_calls: row.known - row.reached,
        success_rate: share(100 * row.reached, row.known),
        finished_calls: row.finished,
        finished_success_rate: share(100 * row.succeeded, row.finished),
        cost_cents: row.centsN === 0 ? null : row.cents,
        calls_with_cost: row.centsN,
        cost_per_success_cents: row.centsN === 0 ? null : share(row.cents, row.reached),
      })),
    disconnectionReasons: reasons.slice(0, 5).map(({ value, calls }) => ({ reason: String(value), count: calls })),
    callsWithReason: reasons.reduce((sum, { calls }) => sum + calls, 0),
    sentiment: { positive: mood('Positive'), neutral: mood('Neutral'), negative: mood('Negative') },
    previous: previous.calls === 0 ? null : totalsOf(previous),
  };
}

function totalsOf(row: Sums): AnalyticsTotals {
  return {
    totalCalls: row.calls,
    finishedCalls: row.finished,
    connectedCalls: row.connected,
    successfulCalls: row.reached,
    failedCalls: row.known - row.reached,
    successRate: share(100 * row.reached, row.known),
    averageCallDuration: share(row.durationMs / 1_000, row.durationN),
    callsWithDuration: row.durationN,
    totalCallCost: row.centsN === 0 ? null : row.cents / 100,
    callsWithCost: row.centsN,
    costPerSuccessfulCall: row.centsN === 0 ? null : share(row.cents / 100, row.reached),
    averageLatency: row.latencyMs,
    callsWithLatency: row.latencyN,
  };
}

export async function plainDialingHours(
  asker: PlainAsker,
  period: PlainPeriod,
  agentId?: string,
): Promise<WeekHourCallCounts[]> {
  const { from, until } = await boundsOf(asker, period);
  const local = 'occurred_at at time zone $4';
  const { rows } = await asker.pool.query<WeekHourCallCounts>(
    `select extract(isodow from ${local})::int as weekday, extract(hour from ${local})::int as hour, count(*) as attempts,
       count(*) filter (where ${isConnected}) as connected
     from calls where ${rowsOfRange(agentId)} and direction = 'outbound' and is_over group by 1, 2 order by 1, 2`,
    valuesOf(asker, from, until, agentId),
  );
  return rows;
}

export interface PlainPage {
  readonly total: number;
  readonly ids: readonly string[];
}

/** A page of the calls that meet `condition`, with the number of all; `values` are its parameters from `$2` on. */
export async function plainPage(
  asker: PlainAsker,
  condition: string,
  values: readonly unknown[],
  page: (total: number) => number,
  pageSize: number,
): Promise<PlainPage> {
  const where = `from calls where workspace_id = $1 and ${condition}`;
  const counted = await asker.pool.query<{ total: number }>(`select count(*) as total ${where}`, [
    asker.workspaceId,
    ...values,
  ]);
  const { total } = onlyRow(counted.rows);
  const { rows } = await asker.pool.query<{ id: string }>(
    `select * ${where} order by occurred_at desc, id desc limit ${pageSize} offset ${(page(total) - 1) * pageSize}`,
    [asker.workspaceId, ...values],
  );
  return { total, ids: rows.map(({ id }) => id) };
}

function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (!row) throw new Error('an aggregate without grouping has one row');
  return row;
}
