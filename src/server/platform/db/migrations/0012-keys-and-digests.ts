/**
 * The reconciliation mark gets the provider key that it belongs to, because another key has another past. Digests that
 * replaced forgotten numbers get an index, so that they can be deleted after their day.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reconcile_marks add column key_fingerprint text`.execute(db);
  // Until now a new key restarted the past. Marks belong to the present key, so nothing is fetched again.
  await sql`
    update reconcile_marks set key_fingerprint = workspaces.api_key_fingerprint
    from workspaces where workspaces.id = reconcile_marks.workspace_id`.execute(db);
  await sql`create index attempts_by_digest on attempts (workspace_id, created_at) where number_key like 'hmac:%'`.execute(
    db,
  );
}
