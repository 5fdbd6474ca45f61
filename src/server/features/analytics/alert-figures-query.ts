/**
 * Reads the numbers of calls for alert rules. They come from rollups only, so that the cost of a check does not grow
 * with the number of calls.
 */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { readDashboardSums } from './metrics-query.ts';
import { formatIsoDateInZone } from './sums/figure-range.ts';

/**
 * Estimates the number of calls of the last 60 minutes from half-hour rollups. Of the oldest half hour, only the part
 * within the 60 minutes counts, so its number of calls is multiplied by that fraction.
 */
export async function estimateCallCountOfLastHour(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  now: Date,
): Promise<number> {
  const halfHourMs = 30 * 60_000;
  const runningMs = Math.floor(now.getTime() / halfHourMs) * halfHourMs;
  const oldest = new Date(runningMs - 2 * halfHourMs);
  const partInHour = 1 - (now.getTime() - runningMs) / halfHourMs;
  const { rows } = await sql<{ calls: number }>`
    select round(coalesce(sum(calls * case when bucket_at = ${oldest} then ${partInHour}::double precision else 1 end), 0))::integer
      as calls
    from rollup_total_half_hours
    where workspace_id = ${workspaceId} and bucket_at between ${oldest} and ${new Date(runningMs)}`.execute(db);
  return rows[0]?.calls ?? 0;
}

/**
 * Lists the disconnection reasons of calls since the given day, each once, sorted by name. At most 1,000 are returned.
 */
export async function listDisconnectionReasonsSince(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  since: Date,
): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select value from rollup_day_tallies
    where workspace_id = ${workspaceId} and day >= (${since}::timestamptz at time zone 'UTC')::date and kind = 'reason'
    group by value having sum(calls) > 0 order by value limit 1000`.execute(db);
  return rows.map(({ value }) => value);
}

/** Counts today's finished calls in the workspace's time zone, and the successful ones among them (spec B 4). */
export async function countFinishedAndSucceededCallsToday(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  zone: string,
  now: Date,
): Promise<{ readonly finished: number; readonly succeeded: number }> {
  const today = formatIsoDateInZone(zone, now);
  const { finished, succeeded } = await readDashboardSums(db, workspaceId, { from: today, to: today }, null);
  return { finished, succeeded };
}
