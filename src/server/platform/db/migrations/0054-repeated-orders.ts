/**
 * Migration for repeated requests to place a call. An attempt keeps its encrypted request while its outcome is unknown,
 * if the provider account is proven to honour idempotency keys. The attempt also stores how often the request was
 * repeated, and whether the provider responded with a 5xx status.
 */
import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table attempts
     add column sealed_order text,
     add column repeats integer not null default 0,
     add column answered_5xx boolean not null default false`,
  `create index attempts_called_after_5xx on attempts (workspace_id) where answered_5xx and call_id is not null`,
  `alter table workspaces
     add column order_keys_honoured boolean,
     add column order_keys_tried_at timestamptz,
     add check ((order_keys_honoured is null) = (order_keys_tried_at is null))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
