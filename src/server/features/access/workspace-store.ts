/** Rows of `workspaces`, and what a member sees of them. Keys leave this file sealed, or as their last 4 characters. */
import type { Kysely, Transaction } from 'kysely';
import type { Workspace } from '../../../contract/access.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';

export interface NewWorkspace {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly retellWorkspaceId: string | null;
  readonly apiKeySealed: string;
  readonly apiKeyLast4: string;
  readonly apiKeyFingerprint: string;
  readonly webhookKeySealed: string | null;
  readonly webhookToken: string;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** Throws `key_in_use` when another workspace holds the key. */
export async function insertWorkspace(tx: Transaction<Schema>, workspace: NewWorkspace): Promise<void> {
  const row = await tx
    .insertInto('workspaces')
    .values({
      id: workspace.id,
      name: workspace.name,
      description: workspace.description,
      retell_workspace_id: workspace.retellWorkspaceId,
      api_key_encrypted: workspace.apiKeySealed,
      api_key_last4: workspace.apiKeyLast4,
      api_key_fingerprint: workspace.apiKeyFingerprint,
      webhook_key_encrypted: workspace.webhookKeySealed,
      webhook_token: workspace.webhookToken,
      created_by: workspace.createdBy,
      created_at: workspace.createdAt,
    })
    .onConflict((conflict) => conflict.column('api_key_fingerprint').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new AppError('key_in_use');
}

/** The user's own workspaces, the membership that is oldest first; none of anybody else's. */
export async function listMemberships(db: Kysely<Schema>, userId: string): Promise<Omit<Workspace, 'isCurrent'>[]> {
  const rows = await db
    .selectFrom('workspace_members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .innerJoin('workspace_settings as s', 's.workspace_id', 'w.id')
    .select(['w.id', 'w.name', 'w.description', 'w.retell_workspace_id', 'w.api_key_last4', 'm.role'])
    .select(['s.time_zone', 's.date_locale', 's.currency', 's.usd_rate'])
    .where('m.user_id', '=', userId)
    .orderBy('m.created_at')
    .orderBy('w.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    role: row.role,
    retellWorkspaceId: row.retell_workspace_id,
    apiKeyLast4: row.api_key_last4,
    timeZone: row.time_zone,
    dateLocale: row.date_locale as Workspace['dateLocale'],
    currency: row.currency as Workspace['currency'],
    usdRate: row.usd_rate as Workspace['usdRate'],
  }));
}

export async function listWorkspaceIds(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('workspaces').select('id').orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => row.id);
}

/** What the server needs to speak for a workspace; keys sealed. */
export interface WorkspaceSecrets {
  readonly id: string;
  readonly webhookToken: string;
  readonly apiKeySealed: string;
  readonly webhookKeySealed: string | null;
  /** A JSON array of keys, sealed as one. */
  readonly previousKeysSealed: string | null;
  readonly previousKeysUntil: Date | null;
}

export async function findWorkspaceSecrets(
  db: Kysely<Schema>,
  by: { readonly id: string } | { readonly webhookToken: string },
): Promise<WorkspaceSecrets | null> {
  const query = db
    .selectFrom('workspaces')
    .select([
      'id',
      'webhook_token',
      'api_key_encrypted',
      'webhook_key_encrypted',
      'previous_keys_encrypted',
      'previous_keys_until',
    ]);
  const row = await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('webhook_token', '=', by.webhookToken)
  ).executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    webhookToken: row.webhook_token,
    apiKeySealed: row.api_key_encrypted,
    webhookKeySealed: row.webhook_key_encrypted,
    previousKeysSealed: row.previous_keys_encrypted,
    previousKeysUntil: row.previous_keys_until,
  };
}

/** False when there is no such workspace. */
export async function setWebhookToken(tx: Transaction<Schema>, workspaceId: string, token: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('workspaces')
    .set({ webhook_token: token })
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
