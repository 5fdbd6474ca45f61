/**
 * Statistics of received webhooks, in rows by workspace and server: times of the last webhook and the last failure, and
 * the number of calls whose end no webhook reported.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';

export interface LastInboundWebhookTimes {
  readonly lastEventAt: Date | null;
  readonly lastFailureAt: Date | null;
}

export interface WebhookHealth extends LastInboundWebhookTimes {
  /** Number of calls whose end no webhook reported, so that only reconciliation found it. */
  readonly missedCalls: number;
  readonly lastMissedAt: Date | null;
}

/** Updates the times of a workspace's last webhook and last failure. An earlier time never replaces a later one. */
export async function updateLastWebhookTimes(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  slot: number,
  times: Partial<LastInboundWebhookTimes>,
): Promise<void> {
  await buildLastWebhookTimesUpsertSql(workspaceId, slot, times).execute(db);
}

/**
 * Builds the statement that updates the times at which a workspace last received and last refused a webhook of the
 * provider.
 */
export function buildLastWebhookTimesUpsertSql(
  workspaceId: string,
  slot: number,
  { lastEventAt = null, lastFailureAt = null }: Partial<LastInboundWebhookTimes>,
): RawBuilder<unknown> {
  return sql`
    insert into webhook_receipts as kept (workspace_id, slot, last_event_at, last_failure_at)
    values (${workspaceId}::uuid, ${slot}::smallint, ${lastEventAt}::timestamptz, ${lastFailureAt}::timestamptz)
    on conflict (workspace_id, slot) do update set
      last_event_at = greatest(kept.last_event_at, excluded.last_event_at),
      last_failure_at = greatest(kept.last_failure_at, excluded.last_failure_at)`;
}

export interface MissedWebhookCall {
  readonly callId: string;
  /** When reconciliation reported the call's end. */
  readonly at: Date;
}

/** Increases the stored numbers of calls whose end no webhook reported, in total and by agent. Skips erased calls. */
export async function recordMissedWebhookCalls(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  slot: number,
  calls: readonly MissedWebhookCall[],
): Promise<void> {
  const given = JSON.stringify(calls.map(({ callId, at }) => ({ callId, at })));
  await sql`
    with missed as (
      select calls.agent_id, count(distinct calls.id) as calls, max(given.at) as at
      from json_to_recordset(${given}::json) as given ("callId" text, at timestamptz)
      join calls on calls.workspace_id = ${workspaceId}::uuid and calls.id = given."callId" and calls.erased_at is null
      where not exists (
        select from call_events as told
        where told.workspace_id = calls.workspace_id and told.call_id = calls.id and told.first_seen_month = calls.first_seen_month
          and told.source = 'webhook' and told.event in ('call_ended', 'call_analyzed'))
      group by calls.agent_id
    ), by_agent as (
      insert into webhook_misses as kept (workspace_id, agent_id, slot, calls, last_at)
      select ${workspaceId}::uuid, agent_id, ${slot}::smallint, calls, at from missed where agent_id is not null
      on conflict (workspace_id, agent_id, slot) do update set
        calls = kept.calls + excluded.calls, last_at = greatest(kept.last_at, excluded.last_at)
    )
    insert into webhook_receipts as kept (workspace_id, slot, missed_calls, last_missed_at)
    select ${workspaceId}::uuid, ${slot}::smallint, sum(calls), max(at) from missed
    having count(*) > 0
    on conflict (workspace_id, slot) do update set
      missed_calls = kept.missed_calls + excluded.missed_calls,
      last_missed_at = greatest(kept.last_missed_at, excluded.last_missed_at)`.execute(db);
}

export interface AgentMissedWebhooks {
  readonly agentId: string;
  /** The agent's latest name from the provider. */
  readonly agentName: string | null;
  readonly calls: number;
  readonly lastMissedAt: Date;
}

/** Lists the ten agents with the most calls whose end no webhook reported. */
export async function countMissedWebhooksByAgent(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<AgentMissedWebhooks[]> {
  const { rows } = await sql<AgentMissedWebhooks>`
    select misses.agent_id as "agentId", nullif(btrim(agents.value ->> 'agent_name'), '') as "agentName",
      sum(misses.calls)::int as calls, max(misses.last_at) as "lastMissedAt"
    from webhook_misses as misses
    left join provider_cache as agents
      on agents.workspace_id = misses.workspace_id and agents.kind = 'agent' and agents.key = misses.agent_id
    where misses.workspace_id = ${workspaceId}
    group by 1, 2 order by 3 desc, 1 limit 10`.execute(db);
  return rows;
}

/** Resets an agent's number of missed webhooks, because the provider now sends its webhooks to this workspace. */
export async function resetMissedWebhooksOfAgent(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  agentId: string,
): Promise<void> {
  await db
    .deleteFrom('webhook_misses')
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', '=', agentId)
    .execute();
}

export async function findWebhookHealth(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<WebhookHealth> {
  const row = await db
    .selectFrom('webhook_receipts')
    .select((eb) => [
      eb.fn.max('last_event_at').as('lastEventAt'),
      eb.fn.max('last_failure_at').as('lastFailureAt'),
      eb.fn.sum<string>('missed_calls').as('missedCalls'),
      eb.fn.max('last_missed_at').as('lastMissedAt'),
    ])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return {
    lastEventAt: row?.lastEventAt ?? null,
    lastFailureAt: row?.lastFailureAt ?? null,
    missedCalls: Number(row?.missedCalls ?? 0),
    lastMissedAt: row?.lastMissedAt ?? null,
  };
}
