/** Rows of `workspace_members`: who belongs where, with which role. */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Role } from '../../../contract/endpoint.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';

/** Null for a stranger, and for a workspace that does not exist. */
export async function findRole(db: Kysely<Schema>, userId: string, workspaceId: string): Promise<Role | null> {
  const row = await db
    .selectFrom('workspace_members')
    .modifyFront(prepared)
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role ?? null;
}

/** Adds the member, or changes the role of one. */
export async function upsertMember(db: Kysely<Schema>, workspaceId: string, userId: string, role: Role): Promise<void> {
  await db
    .insertInto('workspace_members')
    .values({ workspace_id: workspaceId, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ role }))
    .execute();
}

/** False for one who belongs there already. */
export async function insertMember(tx: Transaction<Schema>, workspaceId: string, userId: string, role: Role): Promise<boolean> {
  const row = await tx
    .insertInto('workspace_members')
    .values({ workspace_id: workspaceId, user_id: userId, role })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteMember(tx: Transaction<Schema>, workspaceId: string, userId: string): Promise<void> {
  await tx.deleteFrom('workspace_members').where('workspace_id', '=', workspaceId).where('user_id', '=', userId).execute();
}

/** The workspaces that the user belongs to. */
export async function listMemberWorkspaceIds(db: Kysely<Schema>, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('workspace_members').select('workspace_id').where('user_id', '=', userId).execute();
  return rows.map((row) => row.workspace_id);
}

export async function deleteMemberships(tx: Transaction<Schema>, userId: string): Promise<void> {
  await tx.deleteFrom('workspace_members').where('user_id', '=', userId).execute();
}

/**
 * Whoever was let in may have lost the role, or their account, while they waited for the workspace's lock.
 * Throws `forbidden`, or `not_found` for a stranger.
 */
export async function assertAdmin(tx: Transaction<Schema>, userId: string, workspaceId: string): Promise<void> {
  const row = await tx
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.role')
    .where('m.workspace_id', '=', workspaceId)
    .where('m.user_id', '=', userId)
    .where('u.is_active', '=', true)
    .executeTakeFirst();
  if (row?.role !== 'admin') throw new AppError(row ? 'forbidden' : 'not_found');
}

/** Of the workspaces that the user is the only active admin of. */
interface LastAdminPlace {
  readonly name: string;
  /** The one who asks belongs there too, and may read its name. */
  readonly isShared: boolean;
}

/**
 * Holds while the workspaces are locked (see lockWorkspaces): no admin comes to an end meanwhile.
 * Throws `last_admin`, naming the workspaces, when one of them (or `workspaceId` alone) would have no active admin left.
 */
export async function assertNotLastAdmin(
  tx: Transaction<Schema>,
  userId: string,
  asking: { readonly callerId: string; readonly workspaceId?: string },
): Promise<void> {
  const { rows } = await sql<LastAdminPlace>`
    select w.name, exists (
        select 1 from workspace_members c where c.workspace_id = w.id and c.user_id = ${asking.callerId}
      ) as "isShared"
    from workspace_members m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${userId} and m.role = 'admin'
      and (${asking.workspaceId ?? null}::uuid is null or w.id = ${asking.workspaceId ?? null}::uuid)
      and not exists (
        select 1 from workspace_members o join users u on u.id = o.user_id
        where o.workspace_id = w.id and o.role = 'admin' and o.user_id <> ${userId}
          and u.is_active and u.deleted_at is null)
    order by w.name`.execute(tx);
  if (rows.length === 0) return;
  const names = new Set(rows.map(({ name, isShared }) => (isShared ? `«${name}»` : 'un workspace al que no perteneces')));
  const places = new Intl.ListFormat('es').format(names);
  throw new AppError('last_admin', { message: `Es la última persona con rol Administrador de ${places}. Nombra a otra antes.` });
}
