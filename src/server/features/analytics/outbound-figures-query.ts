/** What a workspace's own outbound calls cost and how long they take, from the rollups of days. */
import { sql, type Kysely } from 'kysely';
import { prepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';

export interface OutboundFigures {
  /** Finished ones. */
  readonly calls: number;
  /** US cents; null: no call's cost is known. */
  readonly meanCostCents: number | null;
  /** Of those with a duration above 0; null: there is none. */
  readonly meanDurationSeconds: number | null;
}

/** The last so many days of the zone, today included. */
interface LastDays {
  readonly days: number;
  readonly zone: string;
  readonly now: Date;
}

const isWithin = ({ days, zone, now }: LastDays) => {
  const today = sql`(${now}::timestamptz at time zone ${zone}::text)::date`;
  return sql`day > ${today} - ${days}::integer and day <= ${today}`;
};

/** Of all outbound calls of those days. */
export async function findOutboundFigures(
  db: Kysely<Schema>,
  workspaceId: string,
  lastDays: LastDays,
): Promise<OutboundFigures> {
  const { rows } = await sql<OutboundFigures>`
    ${prepared} select coalesce(sum(finished), 0)::bigint as calls,
      (sum(cost_cents) / nullif(sum(cost_n), 0))::float8 as "meanCostCents",
      (sum(duration_ms) / nullif(sum(duration_n), 0) / 1000.0)::float8 as "meanDurationSeconds"
    from rollup_total_days
    where workspace_id = ${workspaceId} and direction = 'outbound'
      and ${isWithin(lastDays)}`.execute(db);
  return rows[0] ?? { calls: 0, meanCostCents: null, meanDurationSeconds: null };
}

/** Why finished outbound calls ended, each reason once. */
export async function countOutboundReasons(
  db: Kysely<Schema>,
  workspaceId: string,
  lastDays: LastDays,
): Promise<{ readonly reason: string; readonly calls: number }[]> {
  const { rows } = await sql<{ reason: string; calls: number }>`
    ${prepared} select value as reason, sum(calls)::bigint as calls from rollup_day_tallies
    where workspace_id = ${workspaceId} and kind = 'reason' and direction = 'outbound' and ${isWithin(lastDays)}
    group by value`.execute(db);
  return rows;
}
