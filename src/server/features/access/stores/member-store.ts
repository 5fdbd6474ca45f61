/** Rows of `workspace_members`: who belongs where, with which role. */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Role } from '../../../../contract/endpoint.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';

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

/** Adds the member, or changes the role of one, which no rule decides on from then. */
export async function upsertMember(db: Kysely<Schema>, workspaceId: string, userId: string, role: Role): Promise<void> {
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

/** `byRule`: rules decide on the place from then on. @returns false for one who belongs there already. */
export async function insertMember(
  tx: Transaction<Schema>,
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

/** The role of a place that a rule gave. */
export async function setRuledRole(
  tx: Transaction<Schema>,
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

export async function deleteMember(tx: Transaction<Schema>, workspaceId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('workspace_members')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

/** The workspaces that the user belongs to. */
export async function listMemberWorkspaceIds(db: Kysely<Schema>, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('workspace_members').select('workspace_id').where('user_id', '=', userId).execute();
  return rows.map((row) => row.workspace_id);
}

/** Ends what the caller may end: the user's place in the workspaces that the caller administers. Elsewhere it stays. */
export async function deleteMembershipsUnder(tx: Transaction<Schema>, callerId: string, userId: string): Promise<void> {
  await sql`
    delete from workspace_members m using workspace_members c
    where m.user_id = ${userId} and c.user_id = ${callerId} and c.workspace_id = m.workspace_id and c.role = 'admin'`.execute(
    tx,
  );
}

/** Whether the user is an admin there and may sign in. */
export async function isActiveAdmin(db: Kysely<Schema>, userId: string, workspaceId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select 1 from workspace_members m join users u on u.id = m.user_id
      where m.workspace_id = ${workspaceId} and m.user_id = ${userId} and m.role = 'admin' and u.is_active and u.deleted_at is null
    ) as is`.execute(db);
  return rows[0]?.is ?? false;
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

/** Of `m`: somebody else is an admin there and may sign in. */
const hasOtherAdmin = sql<boolean>`exists (
  select 1 from workspace_members o join users u on u.id = o.user_id
  where o.workspace_id = m.workspace_id and o.role = 'admin' and o.user_id <> m.user_id and u.is_active and u.deleted_at is null)`;

/**
 * Holds while the workspace is locked (see lockWorkspaces): no admin comes to an end meanwhile.
 * Throws `last_admin`, naming the workspace, when it would have no active admin left without the user.
 */
export async function assertNotLastAdmin(tx: Transaction<Schema>, userId: string, workspaceId: string): Promise<void> {
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

/** The workspaces that the user made and administers with nobody else who may sign in, by id. */
export async function listOwnWithoutOtherAdmin(tx: Transaction<Schema>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from workspace_members m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${userId} and m.role = 'admin' and w.created_by = m.user_id and not ${hasOtherAdmin}
    order by w.id`.execute(tx);
  return rows.map(({ id }) => id);
}
