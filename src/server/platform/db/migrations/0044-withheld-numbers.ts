/**
 * Migration: queues the calls from withheld numbers. Their contact key (normalised number) belongs to no person, so
 * unrelated callers with the same key were stored as one person. A background job then removes the keys from these
 * calls and recomputes which calls were followed up.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into contact_queue (workspace_id, contact_key, occurred_at)
    select distinct workspace_id, contact_key, occurred_at from calls where contact_key ~ '^\\+\\d{0,5}$'`.execute(db);
}
