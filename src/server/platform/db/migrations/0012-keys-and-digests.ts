/**
 * Reconciliation's mark says of which provider key it tells: under another key the past is another. Digests in the place of
 * forgotten people's numbers are found among all attempts, to be deleted once their day is over.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reconcile_marks add column key_fingerprint text`.execute(db);
  // Store the present API key's fingerprint in each reconciliation mark, so that past calls are not fetched again.
  await sql`
    update reconcile_marks set key_fingerprint = workspaces.api_key_fingerprint
    from workspaces where workspaces.id = reconcile_marks.workspace_id`.execute(db);
  await sql`create index attempts_by_digest on attempts (workspace_id, created_at) where number_key like 'hmac:%'`.execute(
    db,
  );
}
