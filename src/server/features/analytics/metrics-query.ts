/** The dashboard's figures, read from the rollups of days: bounded by days, whatever the number of calls. */
import { sql, type Kysely } from 'kysely';
import type { Days } from '../../../contract/calendar-days.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { ofAgent, rollupsOf, withinDays } from './sums/day-range-query.ts';

export interface MetricsSums {
  readonly calls: number;
  readonly finished: number;
  readonly succeeded: number;
  readonly durationMs: number;
  readonly durationN: number;
}

export async function sumMetrics(
  db: Kysely<Schema>,
  workspaceId: string,
  range: Days,
  agentId: string | null,
): Promise<MetricsSums> {
  const { rows } = await sql<MetricsSums>`
    ${prepared} select coalesce(sum(calls), 0)::bigint as calls,
      coalesce(sum(finished), 0)::bigint as finished,
      coalesce(sum(succeeded), 0)::bigint as succeeded,
      coalesce(sum(duration_ms), 0)::bigint as "durationMs",
      coalesce(sum(duration_n), 0)::bigint as "durationN"
    from ${rollupsOf(agentId).days}
    where workspace_id = ${workspaceId}
      and ${withinDays(range)} ${ofAgent(agentId)}`.execute(db);
  return rows[0] ?? { calls: 0, finished: 0, succeeded: 0, durationMs: 0, durationN: 0 };
}

/** Calls in progress now, whatever the day, by the index of open calls. */
export async function countActiveCalls(
  db: Kysely<Schema>,
  workspaceId: string,
  agentId: string | null,
): Promise<number> {
  const { rows } = await sql<{ active: number }>`
    ${prepared} select count(*) as active from calls
    where workspace_id = ${workspaceId} and status in ('registered', 'ongoing') ${ofAgent(agentId)}`.execute(db);
  return rows[0]?.active ?? 0;
}
