/** Rows of `workspace_members`: each member's role. */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Role } from '../../../../contract/endpoint.ts';
import { preparedStatementMark } from '../../../platform/db/prepared.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';

/** Returns the user's role in a workspace; null if they are no member or the workspace does not exist. */
export async function findMemberRole(
  db: Kysely<DatabaseSchema>,
  userId: string,
  workspaceId: string,
): Promise<Role | null> {
  const row = await db
    .selectFrom('workspace_members')
    .modifyFront(preparedStatementMark)
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role ?? null;
}

/**
 * Adds a member to a workspace or changes a member's role. Afterwards, the identity provider's sign-on rules no longer
 * change this membership.
 */
export async function upsertMember(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await db
    .insertInto('workspace_members')
    .values({ workspace_id: workspaceId, user_id: userId, role })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'user_id']).doUpdateSet({
        role,
        by_rule: false,
        role_since: sql`case when workspace_members.role = ${role} then workspace_members.role_since else now() end`,
      }),
    )
    .execute();
}

/**
 * Inserts a workspace member. `byRule`: sign-on rules may change the role later. @returns false if already a member.
 */
export async function insertMember(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  userId: string,
  role: Role,
  byRule = false,
): Promise<boolean> {
  const row = await tx
    .insertInto('workspace_members')
    .values({ workspace_id: workspaceId, user_id: userId, role, by_rule: byRule })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes a member's role if a sign-on rule created the membership; otherwise does nothing. */
export async function setMemberRoleGivenBySignOnRule(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await tx
    .updateTable('workspace_members')
    .set({ role, role_since: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('by_rule', '=', true)
    .execute();
}

export async function deleteMember(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  userId: string,
): Promise<void> {
  await tx
    .deleteFrom('workspace_members')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

export async function listMemberWorkspaceIds(db: Kysely<DatabaseSchema>, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('workspace_members').select('workspace_id').where('user_id', '=', userId).execute();
  return rows.map((row) => row.workspace_id);
}

/** Deletes the user's memberships in workspaces that the caller administers, and no others. */
export async function deleteMembershipsUnderAdmin(
  tx: Transaction<DatabaseSchema>,
  callerId: string,
  userId: string,
): Promise<void> {
  await sql`
    delete from workspace_members m using workspace_members c
    where m.user_id = ${userId} and c.user_id = ${callerId} and c.workspace_id = m.workspace_id and c.role = 'admin'`.execute(
    tx,
  );
}

/** True if the user is an admin of the workspace and may sign in. */
export async function isActiveWorkspaceAdmin(
  db: Kysely<DatabaseSchema>,
  userId: string,
  workspaceId: string,
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select 1 from workspace_members m join users u on u.id = m.user_id
      where m.workspace_id = ${workspaceId} and m.user_id = ${userId} and m.role = 'admin' and u.is_active and u.deleted_at is null
    ) as is`.execute(db);
  return rows[0]?.is ?? false;
}

/**
 * Throws `forbidden` if the caller is no longer an active admin of the workspace, and `not_found` if they are no
 * member. The workspace must be locked.
 */
export async function assertActiveWorkspaceAdmin(
  tx: Transaction<DatabaseSchema>,
  userId: string,
  workspaceId: string,
): Promise<void> {
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

/** SQL condition: the workspace of member `m` has another admin who may sign in. */
const hasOtherAdmin = sql<boolean>`exists (
  select 1 from workspace_members o join users u on u.id = o.user_id
  where o.workspace_id = m.workspace_id and o.role = 'admin' and o.user_id <> m.user_id and u.is_active and u.deleted_at is null)`;

/**
 * Throws `last_admin`, with the workspace's name, if the workspace would have no active admin without this user. The
 * workspace must be locked (see lockWorkspaces), so that other admins can't be removed before the commit.
 */
export async function assertNotLastAdmin(
  tx: Transaction<DatabaseSchema>,
  userId: string,
  workspaceId: string,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select w.name from workspace_members m join workspaces w on w.id = m.workspace_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId} and m.role = 'admin' and not ${hasOtherAdmin}`.execute(
    tx,
  );
  const [last] = rows;
  if (!last) return;
  throw new AppError('last_admin', {
    message: `Es la última persona con rol Administrador de «${last.name}». Nombra a otra antes.`,
  });
}

/** Lists the workspaces that the user created and is admin of, and that have no other active admin, sorted by id. */
export async function listCreatedWorkspacesWithoutOtherAdmin(
  tx: Transaction<DatabaseSchema>,
  userId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from workspace_members m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${userId} and m.role = 'admin' and w.created_by = m.user_id and not ${hasOtherAdmin}
    order by w.id`.execute(tx);
  return rows.map(({ id }) => id);
}
