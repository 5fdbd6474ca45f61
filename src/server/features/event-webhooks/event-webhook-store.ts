/** Queries of the table `event_webhooks`: the URLs to which a workspace's events are sent. */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { EventWebhook } from '../../../contract/event-webhooks.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

export async function listEventWebhooks(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<EventWebhook[]> {
  const rows = await db
    .selectFrom('event_webhooks as w')
    .select(['id', 'url', 'events', 'is_relay', 'state', 'failing_since', 'created_at'])
    .select(
      sql<number>`(select count(*)::int from event_deliveries e
        where e.workspace_id = w.workspace_id and e.webhook_id = w.id and e.state = 'pending')`.as('pending'),
    )
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ failing_since, created_at, is_relay, ...row }) => ({
    ...row,
    host: getEventWebhookHost(row.url),
    relay: is_relay,
    failingSince: failing_since?.toISOString() ?? null,
    createdAt: created_at.toISOString(),
  }));
}

/**
 * Inserts an event webhook. Result `full`: the workspace already has `most` event webhooks. `relayed`: one of them
 * already forwards the provider's webhooks.
 */
export async function insertEventWebhook(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  webhook: {
    readonly id: string;
    readonly url: string;
    readonly sealedSecret: string;
    readonly events: string[];
    readonly isRelay: boolean;
  },
  most: number,
): Promise<'inserted' | 'full' | 'relayed'> {
  // Lock the workspace, so that concurrent requests can't exceed its limit of event webhooks.
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx);
  const kept = await tx
    .selectFrom('event_webhooks')
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn<boolean | null>('bool_or', ['is_relay']).as('hasRelay')])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  if (Number(kept.count) >= most) return 'full';
  if (webhook.isRelay && kept.hasRelay === true) return 'relayed';
  await tx
    .insertInto('event_webhooks')
    .values({
      workspace_id: workspaceId,
      id: webhook.id,
      url: webhook.url,
      secret_encrypted: webhook.sealedSecret,
      events: webhook.events,
      is_relay: webhook.isRelay,
    })
    .execute();
  return 'inserted';
}

/** Changes an event webhook. @returns its URL; null if there is none with that id. */
export async function updateEventWebhook(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  id: string,
  change: {
    readonly url?: string | undefined;
    readonly events?: string[] | undefined;
    readonly state?: 'active' | 'paused' | undefined;
  },
): Promise<string | null> {
  const { rows } = await sql<{ url: string }>`
    update event_webhooks set url = coalesce(${change.url ?? null}, url), events = coalesce(${change.events ?? null}::text[], events),
      state = coalesce(${change.state ?? null}, state),
      failing_since = case when ${change.state ?? null}::text = 'active' then null else failing_since end
    where workspace_id = ${workspaceId} and id = ${id} returning url`.execute(tx);
  return rows[0]?.url ?? null;
}

/** Lists event webhooks that were paused because they failed for too long. */
export async function listEventWebhooksPausedForFailure(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<{ readonly id: string; readonly host: string }[]> {
  const rows = await db
    .selectFrom('event_webhooks')
    .select(['id', 'url'])
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'failing')
    .execute();
  return rows.map(({ id, url }) => ({ id, host: getEventWebhookHost(url) }));
}

/** Host of an event webhook's URL, for display. Path and query are left out, because they often contain a secret. */
export const getEventWebhookHost = (url: string): string => new URL(url).host;

export async function findEventWebhook(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  id: string,
): Promise<{ readonly url: string; readonly isRelay: boolean } | undefined> {
  return db
    .selectFrom('event_webhooks')
    .select(['url', 'is_relay as isRelay'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Deletes an event webhook and its events. @returns its URL; null if there is none with that id. */
export async function deleteEventWebhook(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  id: string,
): Promise<string | null> {
  const row = await tx
    .deleteFrom('event_webhooks')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning('url')
    .executeTakeFirst();
  await tx
    .deleteFrom('event_deliveries')
    .where('workspace_id', '=', workspaceId)
    .where('webhook_id', '=', id)
    .execute();
  return row?.url ?? null;
}
