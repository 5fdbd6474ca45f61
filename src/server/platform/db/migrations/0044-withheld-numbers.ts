/**
 * Callers who withheld their number were stored as one person, and their calls as one person's calls again. The job that
 * marks follow-ups takes the key from them, and the figures with it, for places with such a key. Those behind a SIP address
 * with digits, such as that of a machine, keep theirs: its key tells nothing of where the digits came from.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into contact_queue (workspace_id, contact_key, occurred_at)
    select distinct workspace_id, contact_key, occurred_at from calls where contact_key ~ '^\\+\\d{0,5}$'`.execute(db);
}
