/** Mean cost and duration of a workspace's outbound calls, from the daily rollups. */
import { sql, type Kysely } from 'kysely';
import { preparedStatementMark } from '../../platform/db/prepared.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

export interface OutboundCallAverages {
  /** Mean cost in US cents of outbound calls. Null if no call's cost is known. */
  readonly meanCostCents: number | null;
  readonly callsWithCost: number;
  /** Mean duration in seconds of the outbound calls that lasted longer than 0 seconds. Null if there are none. */
  readonly meanDurationSeconds: number | null;
  readonly callsWithDuration: number;
}

/** Date range of the last `days` days in the time zone, today included. */
interface LastDays {
  readonly days: number;
  readonly zone: string;
  readonly now: Date;
}

const isWithin = ({ days, zone, now }: LastDays) => {
  const today = sql`(${now}::timestamptz at time zone ${zone}::text)::date`;
  return sql`day > ${today} - ${days}::integer and day <= ${today}`;
};

export async function readOutboundCallAverages(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  lastDays: LastDays,
): Promise<OutboundCallAverages> {
  const { rows } = await sql<OutboundCallAverages>`
    ${preparedStatementMark} select (sum(cost_cents) / nullif(sum(cost_n), 0))::float8 as "meanCostCents",
      coalesce(sum(cost_n), 0)::bigint as "callsWithCost",
      (sum(duration_ms) / nullif(sum(duration_n), 0) / 1000.0)::float8 as "meanDurationSeconds",
      coalesce(sum(duration_n), 0)::bigint as "callsWithDuration"
    from rollup_total_days
    where workspace_id = ${workspaceId} and direction = 'outbound'
      and ${isWithin(lastDays)}`.execute(db);
  return rows[0] ?? { meanCostCents: null, callsWithCost: 0, meanDurationSeconds: null, callsWithDuration: 0 };
}

/** Counts finished outbound calls by reason. */
export async function countOutboundDisconnectionReasons(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  lastDays: LastDays,
): Promise<{ readonly reason: string; readonly calls: number }[]> {
  const { rows } = await sql<{ reason: string; calls: number }>`
    ${preparedStatementMark} select value as reason, sum(calls)::bigint as calls from rollup_day_tallies
    where workspace_id = ${workspaceId} and kind = 'reason' and direction = 'outbound' and ${isWithin(lastDays)}
    group by value`.execute(db);
  return rows;
}
