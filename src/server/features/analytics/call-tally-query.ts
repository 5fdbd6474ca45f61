/**
 * How many calls of a filter there are, by day and by half hour: the tallies from which lists know their length and their
 * pages. Without status and sentiment from what counts all calls, else from the outcomes (`status|sentiment`).
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { CallSpan, CallTallies, TallyFilter } from '../calls/index.ts';
import { outcomeOf } from './rollup-contribution.ts';

export const callTallies: CallTallies = {
  async countDays(db, workspaceId, filter, { from, until }) {
    const keys = keysOf(workspaceId, filter);
    const source = hasOutcome(filter) ? sql`rollup_day_tallies` : sql`rollup_days`;
    const zone = sql`(select zone from edges)`;
    const begins = (day: RawBuilder<unknown>) => sql`(${day}::timestamp at time zone ${zone})`;
    const part = (partFrom: RawBuilder<unknown>, partUntil: RawBuilder<unknown>) => sql`
      union all
      select ${partFrom} as from, ${partUntil} as until, sum(calls) as calls from ${halfHourSource(filter)}
      where ${keys} and bucket_at >= ${partFrom} and bucket_at < ${partUntil}`;
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
      select ${begins(sql`day`)} as from, ${begins(sql`(day + 1)`)} as until, sum(calls) as calls
      from ${source}
      where ${keys} ${from ? sql`and day >= ${edge('first_day')}` : sql``} ${until ? sql`and day < ${edge('until_date')}` : sql``}
      group by day
      ${from ? part(edge('from_at'), edge('head_until')) : sql``}
      ${until ? part(from ? sql`greatest(${edge('tail_at')}, ${edge('head_until')})` : edge('tail_at'), edge('until_at')) : sql``}`,
    );
  },

  async countHalfHours(db, workspaceId, filter, spans) {
    return readSpans(
      db,
      sql`
      select counted.bucket_at as from, counted.bucket_at + interval '30 minutes' as until, counted.calls
      from unnest(${spans.map((span) => span.from)}::timestamptz[], ${spans.map((span) => span.until)}::timestamptz[]) as span (from_at, until_at)
      cross join lateral (
        select bucket_at, sum(calls) as calls from ${halfHourSource(filter)}
        where ${keysOf(workspaceId, filter)} and bucket_at >= span.from_at and bucket_at < span.until_at
        group by bucket_at
      ) as counted`,
    );
  },
};

async function readSpans(db: Kysely<Schema>, counted: RawBuilder<unknown>): Promise<CallSpan[]> {
  const { rows } = await sql<CallSpan>`
    select "from", until, calls::bigint as calls from (${counted}) as spans where calls <> 0 order by 1 desc`.execute(db);
  return rows;
}

function hasOutcome({ statuses, sentiment }: TallyFilter): boolean {
  return statuses !== undefined || sentiment !== undefined;
}

function halfHourSource(filter: TallyFilter): RawBuilder<unknown> {
  return hasOutcome(filter) ? sql`rollup_half_hour_tallies` : sql`rollup_half_hours`;
}

function keysOf(workspaceId: string, filter: TallyFilter): RawBuilder<unknown> {
  const { agentId, directions } = filter;
  const conditions = [
    sql`workspace_id = ${workspaceId}`,
    ...(agentId === undefined ? [] : [sql`agent_id = ${agentId}`]),
    ...(directions === undefined ? [] : [sql`direction = any (${[...directions]}::text[])`]),
    ...(hasOutcome(filter) ? [sql`kind = 'outcome'`, outcomeIs(workspaceId, filter)] : []),
  ];
  return sql.join(conditions, sql` and `);
}

const anyStatus = ['registered', 'ongoing', 'ended', 'not_connected', 'error'] as const;

/** Of a sentiment the values are known; of a status they are those that begin with it, whatever the provider says of feelings. */
function outcomeIs(workspaceId: string, { statuses = anyStatus, sentiment }: TallyFilter): RawBuilder<unknown> {
  if (sentiment !== undefined) return sql`value = any (${statuses.map((status) => outcomeOf(status, sentiment))}::text[])`;
  // All values there are, each by one look into the index, for it is led by them.
  const next = (after: RawBuilder<unknown>) => sql`
    select min(value) from rollup_day_tallies where workspace_id = ${workspaceId} and kind = 'outcome' ${after}`;
  return sql`value = any (array(
    with recursive known (value) as (
      ${next(sql``)} union all select (${next(sql`and value > known.value`)}) from known where known.value is not null
    )
    select value from known where split_part(value, '|', 1) = any (${[...statuses]}::text[])))`;
}
