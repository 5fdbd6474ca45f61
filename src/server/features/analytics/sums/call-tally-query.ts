/**
 * Counts the calls that match a filter of the call history, by day and half hour. Lists of calls use the counts for
 * their total and to find a page. The counts come from rollup counters (all calls, by goal or by measure) or from
 * tallies (calls by status and mood, by disconnection reason, or by any combination).
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import {
  withinWeekHoursCondition,
  type CallCountOfTimeSpan,
  type PrecomputedCallCountReader,
  type CallCountFilter,
} from '../../calls/index.ts';
import { chooseAgentOrTotalRollupTables } from './day-range-query.ts';
import { buildStatusMoodTallyKey, escapeResultTallyPart } from '../rollups/rollup-contribution.ts';
import { buildRollupMeasureCountSql } from '../rollups/rollup-counters.ts';

export const rollupCallCountReader: PrecomputedCallCountReader = {
  async countDays(db, workspaceId, filter, { from, until }) {
    if (filter.hours?.hour !== undefined)
      return readSpans(db, countHours(workspaceId, filter, { ...filter.hours, hour: filter.hours.hour }, from, until));
    const { days, halfHours, calls, keys } = sourceOf(workspaceId, filter);
    const zone = sql`(select zone from edges)`;
    const begins = (day: RawBuilder<unknown>) => sql`(${day}::timestamp at time zone ${zone})`;
    const ofWeekday =
      filter.hours?.weekday === undefined ? sql`` : sql`and extract(isodow from day) = ${filter.hours.weekday}`;
    const part = (partFrom: RawBuilder<unknown>, partUntil: RawBuilder<unknown>) => sql`
      union all
      select ${partFrom} as from, ${partUntil} as until, sum(${calls}) as calls from ${halfHours}
      where ${keys} and ${withinHours(filter)} and bucket_at >= ${partFrom} and bucket_at < ${partUntil}`;
    const edge = (name: string) => sql.raw(`(select ${name} from edges)`);
    return readSpans(
      db,
      sql`
      with bounds as materialized (
        select zone, from_at, until_at,
          (from_at at time zone zone)::date as from_date, (until_at at time zone zone)::date as until_date
        from (select coalesce((select time_zone from workspace_settings where workspace_id = ${workspaceId}), 'UTC') as zone,
          ${from}::timestamptz as from_at, ${until}::timestamptz as until_at) as given
      ),
      edges as materialized (
        select *,
          /* The whole days, and until when the day reaches in which the range begins. */
          case when from_date::timestamp at time zone zone = from_at then from_date else from_date + 1 end as first_day,
          least(until_at, case when from_date::timestamp at time zone zone = from_at then from_at
            else (from_date + 1)::timestamp at time zone zone end) as head_until,
          until_date::timestamp at time zone zone as tail_at
        from bounds
      )
      select ${begins(sql`day`)} as from, ${begins(sql`(day + 1)`)} as until, sum(${calls}) as calls
      from ${days}
      where ${keys} ${ofWeekday} ${from ? sql`and day >= ${edge('first_day')}` : sql``} ${until ? sql`and day < ${edge('until_date')}` : sql``}
      group by day
      ${from ? part(edge('from_at'), edge('head_until')) : sql``}
      ${until ? part(from ? sql`greatest(${edge('tail_at')}, ${edge('head_until')})` : edge('tail_at'), edge('until_at')) : sql``}`,
    );
  },

  async countHalfHours(db, workspaceId, filter, spans) {
    const { halfHours, calls, keys } = sourceOf(workspaceId, filter);
    return readSpans(
      db,
      sql`
      select counted.bucket_at as from, counted.bucket_at + interval '30 minutes' as until, counted.calls
      from unnest(${spans.map((span) => span.from)}::timestamptz[], ${spans.map((span) => span.until)}::timestamptz[]) as span (from_at, until_at)
      cross join lateral (
        select bucket_at, sum(${calls}) as calls from ${halfHours}
        where ${keys} and ${withinHours(filter)} and bucket_at >= span.from_at and bucket_at < span.until_at
        group by bucket_at
      ) as counted`,
    );
  },
};

async function readSpans(db: Kysely<DatabaseSchema>, counted: RawBuilder<unknown>): Promise<CallCountOfTimeSpan[]> {
  const { rows } = await sql<CallCountOfTimeSpan>`
    select "from", until, calls::bigint as calls from (${counted}) as spans where calls <> 0 order by 1 desc`.execute(
    db,
  );
  return rows;
}

function withinHours({ hours }: CallCountFilter): RawBuilder<unknown> {
  return hours === undefined ? sql`true` : withinWeekHoursCondition(hours, sql`bucket_at`);
}

interface Hour {
  readonly weekday?: number | undefined;
  readonly hour: number;
  readonly zone: string;
}

/**
 * Builds SQL that counts the calls within one hour of the day, for each day. The SQL uses one index lookup for each
 * half hour. On a day with a clock change, the hour can have four half hours or none.
 */
function countHours(
  workspaceId: string,
  filter: CallCountFilter,
  { weekday, hour, zone }: Hour,
  from: Date | null,
  until: Date | null,
): RawBuilder<unknown> {
  const { halfHours, calls, keys } = sourceOf(workspaceId, filter);
  const known = (which: string) =>
    sql`(select ${sql.raw(which)}(day) from rollup_total_days where workspace_id = ${workspaceId})`;
  const local = (at: RawBuilder<unknown>) => sql`(${at} at time zone ${zone}::text)`;
  return sql`
    with days as materialized (
      select day::date as day from generate_series(
        greatest(${known('min')} - 1, ${local(sql`${from}::timestamptz`)}::date)::timestamp,
        least(${known('max')} + 1, ${local(sql`${until}::timestamptz`)}::date)::timestamp, interval '1 day') as day
      ${weekday === undefined ? sql`` : sql`where extract(isodow from day) = ${weekday}`}
    ),
    half_hours as materialized (
      select day, bucket_at
      from days, generate_series(-2, 3) as step,
        lateral (select (day + make_interval(hours => ${hour}::integer)) at time zone ${zone}::text + step * interval '30 minutes' as bucket_at) as near
      where ${local(sql`bucket_at`)}::date = day and extract(hour from ${local(sql`bucket_at`)}) = ${hour}
        ${from ? sql`and bucket_at >= ${from}` : sql``} ${until ? sql`and bucket_at < ${until}` : sql``}
    )
    select min(bucket_at) as from, max(bucket_at) + interval '30 minutes' as until, sum(calls) as calls
    from (
      select day, wanted.bucket_at, (select sum(${calls}) from ${halfHours} where ${keys} and bucket_at = wanted.bucket_at) as calls
      from half_hours as wanted
    ) as counted
    where calls <> 0
    group by day`;
}

/** The rollup tables and SQL conditions that count the calls which match a filter of the call history. */
interface TallySource {
  readonly days: RawBuilder<unknown>;
  readonly halfHours: RawBuilder<unknown>;
  readonly calls: RawBuilder<unknown>;
  readonly keys: RawBuilder<unknown>;
}

const goalCounts = { reached: sql`goal_reached`, missed: sql`(goal_known - goal_reached)` } as const;

function sourceOf(workspaceId: string, filter: CallCountFilter): TallySource {
  const { agentId, directions, goal, measure } = filter;
  const values = valuesOf(workspaceId, filter);
  const keys = [
    sql`workspace_id = ${workspaceId}`,
    ...(agentId === undefined ? [] : [sql`agent_id = ${agentId}`]),
    ...(directions === undefined ? [] : [sql`direction = any (${[...directions]}::text[])`]),
    ...(values === null ? [] : [values]),
  ];
  const { days, halfHours } = chooseAgentOrTotalRollupTables(agentId ?? null);
  const dayTallies =
    agentId === undefined && directions === undefined ? sql`rollup_total_day_tallies` : sql`rollup_day_tallies`;
  return {
    days: values === null ? days : dayTallies,
    halfHours: values === null ? halfHours : sql`rollup_half_hour_tallies`,
    calls:
      measure !== undefined
        ? sql.raw(buildRollupMeasureCountSql(measure))
        : values !== null || goal === undefined
          ? sql`calls`
          : goalCounts[goal],
    keys: sql.join(keys, sql` and `),
  };
}

const anyStatus = ['registered', 'ongoing', 'ended', 'not_connected', 'error'] as const;

/**
 * SQL condition that selects the rollup tallies (counts by value) for a filter of calls. Null if the filter needs only
 * rollup counters.
 */
function valuesOf(
  workspaceId: string,
  { statuses, sentiment, goal, reason }: CallCountFilter,
): RawBuilder<unknown> | null {
  const hasOutcome = statuses !== undefined || sentiment !== undefined;
  if (goal === undefined && reason === undefined) {
    if (!hasOutcome) return null;
    return sentiment === undefined
      ? sql`kind = 'outcome' and ${isKnownValue(workspaceId, 'outcome', [sql`split_part(value, '|', 1) = any (${[...(statuses ?? [])]}::text[])`])}`
      : sql`kind = 'outcome' and value = any (${(statuses ?? anyStatus).map((status) => buildStatusMoodTallyKey(status, sentiment))}::text[])`;
  }
  if (!hasOutcome && reason === undefined) return null;
  if (!hasOutcome && goal === undefined) return sql`kind = 'reason' and value = ${reason}`;
  return sql`kind = 'result' and ${isKnownValue(workspaceId, 'result', [
    ...(goal === undefined ? [] : [sql`split_part(value, '|', 1) = ${goal}`]),
    ...(statuses === undefined ? [] : [sql`split_part(value, '|', 2) = any (${[...statuses]}::text[])`]),
    ...(reason === undefined ? [] : [sql`split_part(value, '|', 3) = ${escapeResultTallyPart(reason)}`]),
    ...(sentiment === undefined ? [] : [sql`regexp_replace(value, '^([^|]*[|]){3}', '') = ${sentiment}`]),
  ])}`;
}

function isKnownValue(
  workspaceId: string,
  kind: 'outcome' | 'result',
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const next = (after: RawBuilder<unknown>) => sql`
    select min(value) from rollup_total_day_tallies where workspace_id = ${workspaceId} and kind = ${sql.lit(kind)} ${after}`;
  return sql`value = any (array(
    with recursive known (value) as (
      ${next(sql``)} union all select (${next(sql`and value > known.value`)}) from known where known.value is not null
    )
    select value from known where ${sql.join([...conditions], sql` and `)}))`;
}
