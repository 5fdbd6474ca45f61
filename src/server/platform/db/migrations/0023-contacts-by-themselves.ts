/**
 * Migration: rebuilds the search documents of all calls, which now contain the other party's name and number
 * separately.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into call_search_queue (workspace_id, call_id) select workspace_id, id from calls where erased_at is null
    except all select workspace_id, call_id from call_search_queue`.execute(db);
}
