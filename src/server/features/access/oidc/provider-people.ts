/**
 * Maps people of the identity provider to users of the console. Creates a user if a sign-on rule of a home workspace
 * matches, and updates the memberships that sign-on rules give (docs/decisions/0062).
 */
import type { Kysely, Transaction } from 'kysely';
import type { Role } from '../../../../contract/endpoint.ts';
import type { Clock } from '../../../platform/clock.ts';
import { hmac } from '../../../platform/crypto.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { AuditLog } from '../../audit/index.ts';
import { invitationLifetimeMs } from '../people/members.ts';
import { notifyUserSessions } from '../sign-in/notify-sessions.ts';
import { insertInvitation } from '../stores/invitation-store.ts';
import {
  assertNotLastAdmin,
  deleteMember,
  insertMember,
  isActiveWorkspaceAdmin,
  setMemberRoleGivenBySignOnRule,
} from '../stores/member-store.ts';
import {
  findHomeWorkspaceId,
  findUserOfOidcIdentity,
  lapseSignOnRuleInvitations,
  linkOidcIdentity,
  listAllSignOnRules,
  listMembershipsWithByRule,
  listSignOnRuleInvitations,
  markUserAsOidcUser,
  type StoredSignOnRule,
} from '../stores/oidc-store.ts';
import { clearCurrentWorkspaceInUserSessions } from '../stores/session-store.ts';
import {
  findUserByUsername,
  findUserCredentials,
  insertUser,
  isUsernameTakenError,
  lockUser,
  type UserCredentials,
  type RowLockedUser,
} from '../stores/user-store.ts';
import { lockWorkspaces } from '../stores/workspace-store.ts';
import { findRoleBySignOnRules, readProfileFromClaims, type IdentityClaims } from './claims.ts';
import type { ConfirmedOidcIdentity } from './provider-client.ts';

export interface OidcUserProvisioningDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly secretKey: string;
  /** Workspaces whose rules may create people. */
  readonly homeWorkspaceIds: readonly string[];
}

export interface OidcUserProvisioning {
  /**
   * Finds or creates the user of an identity and applies the sign-on rules. Null if the user was deleted, or if there
   * is none and no rule creates one.
   */
  arrive(person: ConfirmedOidcIdentity, address: string): Promise<UserCredentials | null>;
  /** Adds, changes and removes a user's memberships by sign-on rules. A workspace's last admin is never removed. */
  applyRules(userId: string, claims: IdentityClaims): Promise<void>;
}

/** Author fields of audit entries about sign-on rules: no person and no IP address. */
const byRule = { userId: null, username: null, address: null };

export function createOidcUserProvisioning(deps: OidcUserProvisioningDeps): OidcUserProvisioning {
  const { db, clock, events, audit, homeWorkspaceIds } = deps;

  /** Creates a user; null if no sign-on rule matches. Throws `conflict` if the identity is already linked to a user. */
  async function create(person: ConfirmedOidcIdentity, address: string): Promise<string | null> {
    const profile = readProfileFromClaims(person.claims, person.subject);
    return db.transaction().execute(async (tx) => {
      await lockWorkspaces(tx, homeWorkspaceIds);
      const rules = await listAllSignOnRules(tx);
      const homes = homeWorkspaceIds.flatMap((workspaceId) => {
        const role = findRoleBySignOnRules(rulesOf(rules, workspaceId), person.claims);
        return role === null ? [] : [{ workspaceId, role }];
      });
      const [home] = homes;
      if (!home) return null;
      const created = await insertNamed(tx, profile, home.workspaceId);
      if (!(await linkOidcIdentity(tx, created.id, person, { at: clock.now(), byAdmin: false })))
        throw new AppError('conflict');
      await markUserAsOidcUser(tx, created.id);
      await insertMember(tx, home.workspaceId, created.id, home.role, true);
      const details = { username: created.username, role: home.role, way: 'oidc' };
      const about = { ...byRule, address, workspaceId: home.workspaceId, target: created.id };
      await audit.record({ ...about, action: 'user.created', details }, tx);
      return created.id;
    });
  }

  /**
   * Lists workspaces where sign-on rules may change a user's membership. Rows are read without locks, so the list may
   * be outdated.
   */
  async function listDiffering(userId: string, claims: IdentityClaims): Promise<string[]> {
    const rules = await listAllSignOnRules(db);
    const places = await listMembershipsWithByRule(db, userId);
    const invitations = await listSignOnRuleInvitations(db, userId, clock.now());
    const home = await findHomeWorkspaceId(db, userId);
    const differs = async (workspaceId: string): Promise<boolean> => {
      const ruled = rulesOf(rules, workspaceId);
      const role = findRoleBySignOnRules(ruled, claims);
      const place = places.find((each) => each.workspaceId === workspaceId);
      if (place) return place.byRule && place.role !== role;
      const sent = invitations.filter((each) => each.workspaceId === workspaceId);
      if (sent.some((each) => each.isPending && each.role !== role)) return true;
      if (role === null) return false;
      if (takesMember(workspaceId, home)) return true;
      return !sent.some(({ isLast }) => isLast) && (await findInviter(db, { workspaceId, role, ruled })) !== null;
    };
    const touched = new Set([...rules, ...places, ...invitations].map(({ workspaceId }) => workspaceId));
    const differing: string[] = [];
    for (const workspaceId of touched) if (await differs(workspaceId)) differing.push(workspaceId);
    return differing;
  }

  async function applyRules(userId: string, claims: IdentityClaims): Promise<void> {
    const workspaceIds = await listDiffering(userId, claims);
    if (workspaceIds.length === 0) return;
    const changed = await db.transaction().execute(async (tx) => {
      const user = await lockUser(tx, userId);
      if (!user?.isActive) return [];
      await lockWorkspaces(tx, workspaceIds);
      const rules = await listAllSignOnRules(tx);
      // Read memberships after locking the workspaces, so that no admin can change them concurrently.
      const places = await listMembershipsWithByRule(tx, userId);
      const done: string[] = [];
      for (const workspaceId of workspaceIds) {
        const ruled = rulesOf(rules, workspaceId);
        const place = places.find((each) => each.workspaceId === workspaceId);
        const role = findRoleBySignOnRules(ruled, claims);
        if (!place) await lapseSignOnRuleInvitations(tx, workspaceId, clock.now(), { userId, role });
        const isChanged = place
          ? place.byRule && (await changePlace(tx, user, { workspaceId, before: place.role, role }))
          : role !== null && (await offerPlace(tx, user, { workspaceId, role, ruled }));
        if (isChanged) done.push(workspaceId);
      }
      return done;
    });
    if (changed.length === 0) return;
    await notifyUserSessions(deps, userId);
    for (const workspaceId of changed) events.emit('workspace.changed', { workspaceId });
  }

  /** Changes the role of a member added by a sign-on rule, or removes the member if `role` is null. */
  async function changePlace(
    tx: Transaction<DatabaseSchema>,
    { id: userId, username }: RowLockedUser,
    { workspaceId, before, role }: { readonly workspaceId: string; readonly before: Role; readonly role: Role | null },
  ): Promise<boolean> {
    if (before === role || (before === 'admin' && (await isLastAdmin(tx, userId, workspaceId)))) return false;
    const about = { ...byRule, workspaceId, target: userId };
    if (role === null) {
      await deleteMember(tx, workspaceId, userId);
      await clearCurrentWorkspaceInUserSessions(tx, userId, workspaceId);
      await audit.record({ ...about, action: 'member.removed', details: { username, role: before, byRule: true } }, tx);
    } else {
      await setMemberRoleGivenBySignOnRule(tx, workspaceId, userId, role);
      const details = { username, before, after: role, byRule: true };
      await audit.record({ ...about, action: 'member.role_changed', details }, tx);
    }
    return true;
  }

  /** True if sign-on rules add the user to this workspace without an invitation, because it is their home workspace. */
  const takesMember = (workspaceId: string, homeWorkspaceId: string | null): boolean =>
    workspaceId === homeWorkspaceId && homeWorkspaceIds.includes(workspaceId);

  /**
   * Adds a user to their home workspace, or invites them to another one unless they have been invited already or no
   * active admin can be named as inviter. @returns true if added or invited.
   */
  async function offerPlace(
    tx: Transaction<DatabaseSchema>,
    { id: userId, username, homeWorkspaceId }: RowLockedUser,
    offer: Offer,
  ): Promise<boolean> {
    const { workspaceId, role } = offer;
    const about = { ...byRule, workspaceId };
    if (takesMember(workspaceId, homeWorkspaceId)) {
      await insertMember(tx, workspaceId, userId, role, true);
      const details = { username, role, byRule: true };
      await audit.record({ ...about, target: userId, action: 'member.added', details }, tx);
      return true;
    }
    const invitedBy = await findInviter(tx, offer);
    if (invitedBy === null) return false;
    const sent = await listSignOnRuleInvitations(tx, userId, clock.now());
    if (sent.some((each) => each.workspaceId === workspaceId && each.isLast)) return false;
    // Invite the user under an alias instead of the username, so that the workspace's admins see the username only if
    // the user accepts.
    const alias = `regla-${hmac(deps.secretKey, 'rule-invitation', `${workspaceId} ${userId}`).slice(0, 8)}`;
    const now = clock.now();
    const times = { invitedAt: now, expiresAt: new Date(now.getTime() + invitationLifetimeMs) };
    const order = { workspaceId, username: alias, userId, role, invitedBy, byRule: true, ...times };
    const id = await insertInvitation(tx, order);
    if (id === null) return false;
    const details = { username: alias, role, byRule: true };
    await audit.record({ ...about, target: id, action: 'member.invited', details }, tx);
    return true;
  }

  return {
    applyRules,
    async arrive(person, address) {
      const owner = await findUserOfOidcIdentity(db, person);
      const userId = owner?.userId ?? (await createOnce(() => create(person, address)));
      const found = userId ?? (await findUserOfOidcIdentity(db, person))?.userId;
      if (found === undefined || owner?.isDeleted === true) return null;
      await applyRules(found, person.claims);
      return findUserCredentials(db, { id: found });
    },
  };
}

/** A workspace, the role that its sign-on rules give to a person, and all of its rules. */
interface Offer {
  readonly workspaceId: string;
  readonly role: Role;
  readonly ruled: readonly StoredSignOnRule[];
}

async function findInviter(db: Kysely<DatabaseSchema>, { workspaceId, role, ruled }: Offer): Promise<string | null> {
  const author = ruled.find((rule) => rule.role === role)?.createdBy;
  return author !== undefined && (await isActiveWorkspaceAdmin(db, author, workspaceId)) ? author : null;
}

const rulesOf = (rules: readonly StoredSignOnRule[], workspaceId: string): StoredSignOnRule[] =>
  rules.filter((rule) => rule.workspaceId === workspaceId);

/**
 * Runs `create`. Returns null if it throws `conflict`, because another request has meanwhile linked the identity to a
 * user.
 */
async function createOnce(create: () => Promise<string | null>): Promise<string | null> {
  try {
    return await create();
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return null;
    throw error;
  }
}

/** Creates the user under the first free username. An equal name never gives access to an existing account. */
async function insertNamed(
  tx: Transaction<DatabaseSchema>,
  { usernames, ...profile }: ReturnType<typeof readProfileFromClaims>,
  homeWorkspaceId: string,
): Promise<{ readonly id: string; readonly username: string }> {
  for (const username of usernames) {
    if (await findUserByUsername(tx, username)) continue;
    try {
      const id = await insertUser(tx, { ...profile, username, passwordHash: null, homeWorkspaceId });
      return { id, username };
    } catch (error) {
      if (!isUsernameTakenError(error)) throw error;
    }
  }
  throw new AppError('conflict');
}

async function isLastAdmin(tx: Transaction<DatabaseSchema>, userId: string, workspaceId: string): Promise<boolean> {
  try {
    await assertNotLastAdmin(tx, userId, workspaceId);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'last_admin') return true;
    throw error;
  }
}
