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

/** Of the last so many days of the zone, today included. */
export async function findOutboundFigures(
  db: Kysely<Schema>,
  workspaceId: string,
  { days, zone, now }: { readonly days: number; readonly zone: string; readonly now: Date },
): Promise<OutboundFigures> {
  const today = sql`(${now}::timestamptz at time zone ${zone}::text)::date`;
  const { rows } = await sql<OutboundFigures>`
    ${prepared} select coalesce(sum(finished), 0)::bigint as calls,
      (sum(cost_cents) / nullif(sum(cost_n), 0))::float8 as "meanCostCents",
      (sum(duration_ms) / nullif(sum(duration_n), 0) / 1000.0)::float8 as "meanDurationSeconds"
    from rollup_total_days
    where workspace_id = ${workspaceId} and direction = 'outbound'
      and day > ${today} - ${days}::integer and day <= ${today}`.execute(db);
  return rows[0] ?? { calls: 0, meanCostCents: null, meanDurationSeconds: null };
}
