/**
 * The relay: one more address of a workspace, to which the provider's webhooks are passed on as they came. Its rows stand in the
 * outbox of events; what was posted is kept until it is taken or can't be any more.
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
