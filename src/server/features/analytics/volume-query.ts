/**
 * Counts calls in each part of a date range: half hours for one day, otherwise whole days. The database lists the
 * parts, so that empty ones are included and its time zone data apply.
 */
import { sql, type Kysely } from 'kysely';
import { preparedStatementMark } from '../../platform/db/prepared.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import {
  buildAgentRollupAndClause,
  chooseAgentOrTotalRollupTables,
  dayInRangeCondition,
} from './sums/day-range-query.ts';
import type { ZonedDateRangeWithComparison } from './sums/figure-range.ts';
import { buildDaysOfRangeSql, buildHalfHoursOfDaySql } from './sums/range-pieces-query.ts';

export interface CallVolumeRow {
  readonly beginsAt: Date;
  readonly isHourMark: boolean;
  readonly inbound: number;
  readonly outbound: number;
  readonly web: number;
  readonly total: number;
}

const counts = sql`
  coalesce(sum(calls) filter (where direction = 'inbound'), 0)::bigint as inbound,
  coalesce(sum(calls) filter (where direction = 'outbound'), 0)::bigint as outbound,
  coalesce(sum(calls) filter (where direction = 'web_call'), 0)::bigint as web,
  coalesce(sum(calls), 0)::bigint as total`;

/** Counts calls in each half hour of the range's first day that has begun by now. */
export async function countCallsByHalfHour(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  range: ZonedDateRangeWithComparison,
  agentId: string | null,
): Promise<CallVolumeRow[]> {
  const { zone } = range;
  const { rows } = await sql<CallVolumeRow>`
    ${preparedStatementMark} with pieces as (${buildHalfHoursOfDaySql(range)}),
    counted as materialized (
      select bucket_at, ${counts} from ${chooseAgentOrTotalRollupTables(agentId).halfHours}
      where workspace_id = ${workspaceId}
        and bucket_at between (select min(piece) from pieces) and (select max(piece) from pieces) ${buildAgentRollupAndClause(agentId)}
      group by bucket_at
    )
    select piece as "beginsAt", extract(minute from piece at time zone ${zone}::text) = 0 as "isHourMark",
      coalesce(inbound, 0) as inbound, coalesce(outbound, 0) as outbound, coalesce(web, 0) as web, coalesce(total, 0) as total
    from pieces left join counted on bucket_at = piece
    order by piece`.execute(db);
  return rows;
}

/** Counts calls by day of the range. */
export async function countCallsByDay(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  range: ZonedDateRangeWithComparison,
  agentId: string | null,
): Promise<CallVolumeRow[]> {
  const { zone } = range;
  const { rows } = await sql<CallVolumeRow>`
    ${preparedStatementMark} with pieces as (${buildDaysOfRangeSql(range)}),
    counted as materialized (
      select day, ${counts} from ${chooseAgentOrTotalRollupTables(agentId).days}
      where workspace_id = ${workspaceId} and ${dayInRangeCondition(range)} ${buildAgentRollupAndClause(agentId)}
      group by day
    )
    select begins_at as "beginsAt", extract(minute from begins_at at time zone ${zone}::text) = 0 as "isHourMark",
      coalesce(inbound, 0) as inbound, coalesce(outbound, 0) as outbound, coalesce(web, 0) as web, coalesce(total, 0) as total
    from pieces left join counted on day = date
    where begins_at is not null
    order by begins_at`.execute(db);
  return rows;
}
