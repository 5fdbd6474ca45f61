/** Rows of `workspaces`. Provider API keys leave this module only encrypted, or as their last four characters. */
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Workspace } from '../../../../contract/access.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { secondFactorDueAtSql } from './second-factor-store.ts';
import { isUniqueViolation } from './taken.ts';

export interface NewWorkspaceRow {
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

/** Inserts a workspace. Throws `key_in_use` if another workspace has the same provider API key. */
export async function insertWorkspace(tx: Transaction<DatabaseSchema>, workspace: NewWorkspaceRow): Promise<void> {
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

/** True if the user may create one more workspace; `usual` is the default limit. The user's row must be locked. */
export async function isBelowWorkspaceCreationLimit(
  tx: Transaction<DatabaseSchema>,
  userId: string,
  usual: number,
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select (select count(*) from workspaces where created_by = ${userId})
      < coalesce((select most_workspaces from users where id = ${userId}), ${usual}) as may`.execute(tx);
  return rows[0]?.may ?? false;
}

/** Lists the workspaces that the user belongs to, the oldest membership first. */
export async function listWorkspacesOfUser(
  db: Kysely<DatabaseSchema>,
  userId: string,
): Promise<Omit<Workspace, 'isCurrent'>[]> {
  const rows = await db
    .selectFrom('workspace_members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .innerJoin('workspace_settings as ws', 'ws.workspace_id', 'w.id')
    .select(['w.id', 'w.name', 'w.description', 'w.retell_workspace_id', 'w.api_key_last4', 'm.role'])
    .select(['ws.time_zone', 'ws.date_locale', 'ws.currency', 'ws.usd_rate', secondFactorDueAtSql.as('due_at')])
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
    secondFactorDueAt: row.due_at?.toISOString() ?? null,
  }));
}

export async function listWorkspaceIds(db: Kysely<DatabaseSchema>): Promise<string[]> {
  const rows = await db.selectFrom('workspaces').select('id').orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => row.id);
}

/** Lists the workspaces that have this id or this name, ignoring case. */
export async function findWorkspacesByIdOrName(
  db: Kysely<DatabaseSchema>,
  idOrName: string,
): Promise<{ readonly id: string; readonly name: string }[]> {
  return db
    .selectFrom('workspaces')
    .select(['id', 'name'])
    .where((is) =>
      is.or([is(sql`id::text`, '=', idOrName.toLowerCase()), is(sql`lower(name)`, '=', sql`lower(${idOrName})`)]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** A workspace's webhook token and encrypted provider keys, with which the server acts for the workspace. */
export interface WorkspaceSecrets {
  readonly id: string;
  readonly webhookToken: string;
  readonly apiKeySealed: string;
  readonly apiKeyFingerprint: string;
  readonly webhookKeySealed: string | null;
  /** The workspace's replaced provider keys: a JSON array, encrypted as one value. */
  readonly previousKeysSealed: string | null;
  readonly previousKeysUntil: Date | null;
}

const secretColumns = [
  'id',
  'webhook_token',
  'api_key_encrypted',
  'api_key_fingerprint',
  'webhook_key_encrypted',
  'previous_keys_encrypted',
  'previous_keys_until',
] as const;

export async function findWorkspaceSecrets(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<WorkspaceSecrets | null> {
  const row = await db.selectFrom('workspaces').select(secretColumns).where('id', '=', workspaceId).executeTakeFirst();
  return row ? toSecrets(row) : null;
}

/** Finds workspaces by their webhook tokens. Unknown tokens have no entry in the map. */
export async function findWorkspaceSecretsByWebhookTokens(
  db: Kysely<DatabaseSchema>,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, WorkspaceSecrets>> {
  const rows = await db
    .selectFrom('workspaces')
    .select(secretColumns)
    .where('webhook_token', '=', sql<string>`any(${[...tokens]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.webhook_token, toSecrets(row)]));
}

function toSecrets(
  row: Pick<Selectable<DatabaseSchema['workspaces']>, (typeof secretColumns)[number]>,
): WorkspaceSecrets {
  return {
    id: row.id,
    webhookToken: row.webhook_token,
    apiKeySealed: row.api_key_encrypted,
    apiKeyFingerprint: row.api_key_fingerprint,
    webhookKeySealed: row.webhook_key_encrypted,
    previousKeysSealed: row.previous_keys_encrypted,
    previousKeysUntil: row.previous_keys_until,
  };
}

/** A workspace's row, locked until the transaction ends. Concurrent changes of the workspace or its members wait. */
export interface LockedWorkspace extends WorkspaceSecrets {
  readonly name: string;
  readonly description: string | null;
  readonly retellWorkspaceId: string | null;
}

export async function lockWorkspace(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
): Promise<LockedWorkspace | null> {
  const row = await tx
    .selectFrom('workspaces')
    .selectAll()
    .where('id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const { name, description, retell_workspace_id: retellWorkspaceId } = row;
  return { ...toSecrets(row), name, description, retellWorkspaceId };
}

/**
 * Locks the workspaces against changes of their members. To avoid deadlocks, first lock the user (lockUser). Then lock
 * all workspaces by a single call of this function, which locks them in the order of their ids.
 */
export async function lockWorkspaces(tx: Transaction<DatabaseSchema>, workspaceIds: readonly string[]): Promise<void> {
  if (workspaceIds.length === 0) return;
  await tx
    .selectFrom('workspaces')
    .select('id')
    .where('id', 'in', workspaceIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export interface WorkspaceRowChange {
  name?: string;
  description?: string | null;
  retellWorkspaceId?: string | null;
  apiKeySealed?: string;
  apiKeyLast4?: string;
  apiKeyFingerprint?: string;
  webhookKeySealed?: string | null;
  previousKeysSealed?: string | null;
  previousKeysUntil?: Date | null;
}

/** Updates columns of a workspace. Throws `key_in_use` if another workspace has the new provider API key. */
export async function updateWorkspace(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  change: WorkspaceRowChange,
): Promise<void> {
  try {
    await tx
      .updateTable('workspaces')
      .set({
        name: change.name,
        description: change.description,
        retell_workspace_id: change.retellWorkspaceId,
        api_key_encrypted: change.apiKeySealed,
        api_key_last4: change.apiKeyLast4,
        api_key_fingerprint: change.apiKeyFingerprint,
        // Set the API key's replacement time by the database's clock, because queries compare it with the creation
        // times of call attempts.
        ...(change.apiKeyFingerprint !== undefined && {
          api_key_replaced_at: sql<Date>`clock_timestamp()`,
          refused_order_fields: [],
          order_keys_honoured: null,
          order_keys_tried_at: null,
          listening_transport: null,
        }),
        webhook_key_encrypted: change.webhookKeySealed,
        previous_keys_encrypted: change.previousKeysSealed,
        previous_keys_until: change.previousKeysUntil,
      })
      .where('id', '=', workspaceId)
      .execute();
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('key_in_use', { cause: error });
    throw error;
  }
}

/** Sets the workspace's webhook token. Returns false if there is no such workspace. */
export async function setWebhookToken(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  token: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('workspaces')
    .set({ webhook_token: token })
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
