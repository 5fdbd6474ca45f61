/** Outbox rows for webhooks of the provider that are relayed unchanged to another URL. */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

export interface RelayedWebhook {
  /** The provider's name of the event. */
  readonly event: string;
  /** The id of the call; null if the provider's webhook is not about a call. */
  readonly callId: string | null;
  readonly raw: Buffer;
  readonly signature: string;
  /** Time in the signature of the provider's webhook, in ms since the epoch. */
  readonly signedAtMs: number;
}

export async function hasWebhookRelay(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('event_webhooks')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('is_relay', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores a webhook of the provider for relaying. While the relay is paused, webhooks are not stored, because their
 * signatures would expire.
 */
export async function insertRelayedWebhook(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  { event, callId, raw, signature, signedAtMs }: RelayedWebhook,
): Promise<void> {
  await sql`
    insert into event_deliveries (workspace_id, webhook_id, event_id, kind, subject, call_ids, data, raw, provider_signature, try_until)
    select workspace_id, id, 'rly_' || gen_random_uuid(), ${event}, ${callId === null ? 'provider' : `call:${callId}`},
      ${callId === null ? [] : [callId]}::text[], ${JSON.stringify({ event, callId })}::jsonb, ${raw}, ${signature},
      to_timestamp(${signedAtMs}::double precision / 1000) + interval '4 minutes'
    from event_webhooks where workspace_id = ${workspaceId} and is_relay and state = 'active'`.execute(db);
}
