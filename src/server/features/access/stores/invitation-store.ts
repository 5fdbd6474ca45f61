/**
 * Rows of `workspace_invitations`. An invitation is valid while it is open and has not expired, and while its sender is
 * an active admin of the workspace. Each query checks this.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { WorkspaceInvitation } from '../../../../contract/access.ts';
import type { Role } from '../../../../contract/endpoint.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';

export interface NewInvitation {
  readonly workspaceId: string;
  /** The invited username as typed. */
  readonly username: string;
  readonly userId: string | null;
  readonly role: Role;
  readonly invitedBy: string;
  readonly invitedAt: Date;
  readonly expiresAt: Date;
  /** True if a sign-on rule sent this invitation. Such rules may later change the resulting membership. */
  readonly byRule?: boolean;
}

export type InvitationOutcome = 'accepted' | 'refused' | 'withdrawn';

export interface PendingInvitation {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
}

/** A workspace invitation with the data that its recipient needs to accept or refuse it. */
export interface ReceivedInvitation extends PendingInvitation {
  readonly workspaceId: string;
  readonly byRule: boolean;
}

const stands = (now: Date) => sql<boolean>`i.ended_at is null and i.expires_at > ${now} and exists (
  select 1 from workspace_members a join users s on s.id = a.user_id
  where a.workspace_id = i.workspace_id and a.user_id = i.invited_by and a.role = 'admin' and s.is_active and s.deleted_at is null)`;

/**
 * Inserts a workspace invitation. @returns its id; null if the username already has a valid invitation, ignoring case.
 */
export async function insertInvitation(tx: Transaction<DatabaseSchema>, order: NewInvitation): Promise<string | null> {
  const { workspaceId, username, userId, role, invitedBy, invitedAt, expiresAt, byRule = false } = order;
  await sql`
    update workspace_invitations i set ended_at = ${invitedAt}, outcome = 'lapsed'
    where i.workspace_id = ${workspaceId} and lower(i.username) = lower(${username}) and i.ended_at is null
      and not (${stands(invitedAt)})`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    insert into workspace_invitations (workspace_id, username, user_id, role, invited_by, invited_at, expires_at, by_rule)
    values (${workspaceId}, ${username}, ${userId}, ${role}, ${invitedBy}, ${invitedAt}, ${expiresAt}, ${byRule})
    on conflict (workspace_id, lower(username)) where ended_at is null do nothing
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Lists the valid invitations of a workspace, sorted by the invited name. */
export async function listPendingInvitations(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  now: Date,
): Promise<PendingInvitation[]> {
  const { rows } = await sql<PendingInvitation>`
    select i.id, i.username, i.role from workspace_invitations i
    where i.workspace_id = ${workspaceId} and ${stands(now)}
    order by lower(i.username)`.execute(db);
  return rows;
}

export async function listReceivedInvitations(
  db: Kysely<DatabaseSchema>,
  userId: string,
  now: Date,
): Promise<WorkspaceInvitation[]> {
  const { rows } = await sql<
    Omit<WorkspaceInvitation, 'invitedAt' | 'expiresAt'> & { invitedAt: Date; expiresAt: Date }
  >`
    select i.id, w.name as "workspaceName", i.role, s.username as "invitedBy", i.invited_at as "invitedAt", i.expires_at as "expiresAt"
    from workspace_invitations i join workspaces w on w.id = i.workspace_id join users s on s.id = i.invited_by
    where ${receivedBy(userId, now)}
    order by i.invited_at desc, i.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    invitedAt: row.invitedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

/** Finds a workspace invitation that the user may accept or refuse; otherwise null. */
export async function findReceivedInvitation(
  db: Kysely<DatabaseSchema>,
  userId: string,
  id: string,
  now: Date,
): Promise<ReceivedInvitation | null> {
  const { rows } = await sql<ReceivedInvitation>`
    select i.id, i.workspace_id as "workspaceId", i.username, i.role, i.by_rule as "byRule" from workspace_invitations i
    where i.id = ${id} and ${receivedBy(userId, now)}`.execute(db);
  return rows[0] ?? null;
}

const receivedBy = (userId: string, now: Date) => sql<boolean>`i.user_id = ${userId} and ${stands(now)}
  and not exists (select 1 from workspace_members o where o.workspace_id = i.workspace_id and o.user_id = i.user_id)`;

/** Ends a valid workspace invitation. @returns the invitation; null if there is no valid one with that id. */
export async function endWorkspaceInvitation(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  id: string,
  outcome: InvitationOutcome,
  now: Date,
): Promise<(PendingInvitation & { readonly userId: string | null }) | null> {
  const { rows } = await sql<PendingInvitation & { userId: string | null }>`
    update workspace_invitations i set ended_at = ${now}, outcome = ${outcome}
    where i.workspace_id = ${workspaceId} and i.id = ${id} and ${stands(now)}
    returning i.id, i.username, i.role, i.user_id as "userId"`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Closes all of a user's open invitations to a workspace, whatever name they were sent to, because the user has become
 * a member.
 */
export async function closeUserInvitationsToWorkspace(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  person: { readonly id: string; readonly username: string },
  now: Date,
): Promise<void> {
  await sql`
    update workspace_invitations set ended_at = ${now}, outcome = 'accepted'
    where workspace_id = ${workspaceId} and ended_at is null
      and (user_id = ${person.id} or lower(username) = lower(${person.username}))`.execute(tx);
}
