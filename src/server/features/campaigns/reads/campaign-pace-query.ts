/** How fast a workspace's campaigns dial now, and who of them waits for a later time. */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Waiting } from '../rules/dialling-outlook.ts';

const paceOverSeconds = 120;

interface Pace {
  /** Accepted calls a second, since it began, was resumed, or at most two minutes ago. */
  readonly callsPerSecond: number;
  /** Over the whole two minutes, and as it dialled before them: neither a first rush nor the end of a wait is taken for the pace. */
  readonly isSettled: boolean;
}

/** Of each campaign that dials and does not wait. */
export async function findPaces(db: Kysely<Schema>, workspaceId: string): Promise<ReadonlyMap<string, Pace>> {
  // A call's answer takes its while: below a second a first one would promise too much.
  const { rows } = await sql<{ id: string; calls: number; before: number; seconds: number }>`
    select c.id, accepted.calls, accepted.before, greatest(1, extract(epoch from statement_timestamp() - since.at))::float8 as seconds
    from campaigns c
    cross join lateral (
      select greatest(statement_timestamp() - ${paceOverSeconds} * interval '1 second', c.last_sent_at, c.resumed_at) as at
    ) since
    cross join lateral (
      select count(*) filter (where a.accepted_at >= since.at) as calls, count(*) filter (where a.accepted_at < since.at) as before
      from attempts a
      where a.workspace_id = c.workspace_id and a.campaign_id = c.id and a.accepted_at is not null
        and a.accepted_at >= since.at - ${paceOverSeconds} * interval '1 second'
    ) accepted
    where c.workspace_id = ${workspaceId} and c.status = 'in_progress' and c.waiting_reason is null`.execute(db);
  return new Map(
    rows.map(({ id, calls, before, seconds }) => [
      id,
      { callsPerSecond: calls / seconds, isSettled: seconds >= paceOverSeconds && before > 0 },
    ]),
  );
}

/** People of these campaigns whose next attempt has a time that is still to come. */
export async function findLaterAttempts(
  db: Kysely<Schema>,
  workspaceId: string,
  campaignIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Waiting[]>> {
  if (campaignIds.length === 0) return new Map();
  const { rows } = await sql<Waiting & { readonly id: string }>`
    select campaign_id as id, count(*)::int as people, min(next_attempt_at) as "from", max(next_attempt_at) as until,
      retries_used as "retriesUsed"
    from recipients
    where workspace_id = ${workspaceId} and campaign_id = any(${campaignIds}::uuid[]) and state = 'pending'
      and next_attempt_at > statement_timestamp()
    group by campaign_id, retries_used`.execute(db);
  return Map.groupBy(rows, ({ id }) => id);
}
