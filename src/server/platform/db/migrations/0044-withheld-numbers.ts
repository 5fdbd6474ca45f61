/**
 * Calls with a withheld number were stored with one common key, as if one person had called repeatedly. The follow-up
 * job removes the key from the queued calls and corrects their figures. Calls from a SIP address with digits keep their
 * key, because it does not show where the digits came from.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into contact_queue (workspace_id, contact_key, occurred_at)
    select distinct workspace_id, contact_key, occurred_at from calls where contact_key ~ '^\\+\\d{0,5}$'`.execute(db);
}
