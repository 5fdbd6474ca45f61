/** Rows of `dial_checks`. */
import { sql, type Kysely } from 'kysely';
import type { ConfiguredDialCheck } from '../../../../contract/dial-checks.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { Tx } from '../../calls/index.ts';

export async function listDialChecks(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<ConfiguredDialCheck[]> {
  const rows = await db
    .selectFrom('dial_checks')
    .select(['id', 'name', 'url', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, url, created_at }) => ({
    id,
    name,
    host: new URL(url).host,
    createdAt: created_at.toISOString(),
  }));
}

/**
 * Locks the row of a check before dialling, so that the check can't be deleted until the transaction ends. @returns
 * true if the check exists.
 */
export async function lockDialCheckIfExists(tx: Tx, workspaceId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('dial_checks')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts a check before dialling. @returns false if the workspace already has the maximum number of such checks. */
export async function insertDialCheck(
  tx: Tx,
  workspaceId: string,
  check: { readonly id: string; readonly name: string; readonly url: string; readonly sealedSecret: string },
  most: number,
): Promise<boolean> {
  // Lock the workspace, so that concurrent requests can't create more dial checks than allowed.
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx);
  const { numAffectedRows } = await sql`
    insert into dial_checks (workspace_id, id, name, url, secret_encrypted)
    select ${workspaceId}::uuid, ${check.id}::uuid, ${check.name}, ${check.url}, ${check.sealedSecret}
    where (select count(*) from dial_checks where workspace_id = ${workspaceId}) < ${most}`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Deletes a check before dialling. @returns its name; null if the check does not exist; 'asked' if it was not deleted,
 * because a campaign uses it.
 */
export async function deleteDialCheck(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<{ readonly name: string } | 'asked' | null> {
  const check = await tx
    .selectFrom('dial_checks')
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!check) return null;
  const asking = await tx
    .selectFrom('campaigns')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('check_id', '=', id)
    .where('status', 'not in', ['completed', 'failed'])
    .limit(1)
    .executeTakeFirst();
  if (asking) return 'asked';
  await tx.deleteFrom('dial_checks').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
  return check;
}
