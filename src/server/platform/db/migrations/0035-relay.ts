/**
 * Migration: the relay, a webhook URL of a workspace to which the provider's webhooks are forwarded unchanged. The
 * event outbox keeps each forwarded webhook until it is delivered or given up.
 */
import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table event_webhooks add column is_relay boolean not null default false`,
  `create unique index event_webhooks_one_relay on event_webhooks (workspace_id) where is_relay`,
  `alter table event_deliveries add column raw bytea, add column provider_signature text`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
