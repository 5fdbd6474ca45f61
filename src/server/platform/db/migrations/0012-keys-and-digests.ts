/**
 * Migration: stores the API key's fingerprint with each workspace's reconciliation state, because a different key may
 * have other past calls. Also adds an index of attempts whose erased phone number is stored as a digest, because these
 * digests are deleted a day later.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reconcile_marks add column key_fingerprint text`.execute(db);
  // Store the current API key's fingerprint in each workspace's reconciliation state. Otherwise the key would seem new,
  // and the workspace's past calls would be fetched again.
  await sql`
    update reconcile_marks set key_fingerprint = workspaces.api_key_fingerprint
    from workspaces where workspaces.id = reconcile_marks.workspace_id`.execute(db);
  await sql`create index attempts_by_digest on attempts (workspace_id, created_at) where number_key like 'hmac:%'`.execute(
    db,
  );
}
