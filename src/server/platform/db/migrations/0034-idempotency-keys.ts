/** Migration: table of idempotency keys with the responses to their requests, kept for a day. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table idempotency_keys (
    /* The nil UUID: of no workspace. */
    workspace_id uuid not null,
    user_id uuid not null,
    key text not null,
    /* Of endpoint, address and body: another request may not have the same key. */
    fingerprint text not null,
    started_at timestamptz not null,
    /* open: under way, or cut off by the end of its server. unknown: it failed in a way that does not tell whether it was done. */
    state text not null default 'open' check (state in ('open', 'unknown', 'done')),
    /* Null once a person of the workspace was forgotten. */
    answer_encrypted text,
    primary key (workspace_id, user_id, key)
  )`.execute(db);
  await sql`create index idempotency_keys_by_age on idempotency_keys (started_at)`.execute(db);
}
