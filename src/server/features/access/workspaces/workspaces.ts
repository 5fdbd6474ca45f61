/**
 * A user's workspaces: creates one with a provider key, and chooses the session's current one. A new workspace becomes
 * current only if the session has none.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Workspace } from '../../../../contract/access.ts';
import type { WorkspaceSettings } from '../../../../contract/settings.ts';
import type { Clock } from '../../../platform/clock.ts';
import { getApiKeyLastCharacters, createRandomToken } from '../../../platform/crypto.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { RequestIdentity } from '../../../platform/http/identity.ts';
import type { VoiceProviderFactory } from '../../../platform/provider/provider.ts';
import type { AuditLog } from '../../audit/index.ts';
import { insertDefaultWorkspaceSettings } from '../../settings/index.ts';
import type { Actor } from '../actor.ts';
import { assertProviderKeyValid } from './check-key.ts';
import type { ProviderKeyVault } from './key-vault.ts';
import { upsertMember } from '../stores/member-store.ts';
import { setSessionCurrentWorkspace } from '../stores/session-store.ts';
import { findLastUsedWorkspaceId, lockUser, setHomeWorkspaceIfMissing } from '../stores/user-store.ts';
import { insertWorkspace, listWorkspacesOfUser, isBelowWorkspaceCreationLimit } from '../stores/workspace-store.ts';

/**
 * Maximum number of workspaces that one user may create, unless the operator of the server allows more. It is limited,
 * because each workspace causes background work.
 */
const usualWorkspaces = 20;
const tooManyWorkspaces =
  'Ya creaste el máximo de workspaces. Quien administra el servidor puede permitir más (npm run allow-workspaces).';

export interface UserWorkspaceManagerDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly vault: ProviderKeyVault;
  readonly providerFactory: VoiceProviderFactory;
}

export interface NewWorkspaceInput {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly retellApiKey: string;
  readonly retellWorkspaceId?: string | null | undefined;
  readonly retellWebhookKey?: string | null | undefined;
  /** The workspace's time zone; Argentina's by default. */
  readonly timeZone?: WorkspaceSettings['timeZone'];
}

export interface UserWorkspaceManager {
  list(identity: RequestIdentity): Promise<Workspace[]>;
  /** Finds a workspace of the user. Throws `not_found` if the user is no member. */
  find(identity: RequestIdentity, workspaceId: string): Promise<Workspace>;
  /**
   * Finds the session's current workspace. Throws `no_workspace` if there is none or the user is no longer its member.
   */
  current(identity: RequestIdentity): Promise<Workspace>;
  /**
   * Keeps the session's current workspace if the user is still a member. Otherwise makes the last used one current, or
   * the one with the oldest membership. Throws `no_workspace` if the user has none.
   */
  autoAssign(identity: RequestIdentity, address: string): Promise<Workspace>;
  /** Switches to a workspace. The endpoint has checked the rights. Throws `not_found` if the user is no member. */
  switchTo(identity: RequestIdentity, workspaceId: string, address: string): Promise<Workspace>;
  /**
   * To be called after the user joined a workspace. If the session has no current workspace, the joined one becomes
   * current.
   */
  arrive(identity: RequestIdentity, workspaceId: string): Promise<Workspace>;
  /**
   * Creates a workspace if the user is an editor or admin of the current workspace, or of any workspace if none is
   * current. A user without a workspace may create one too. Otherwise throws `forbidden`. Also throws all errors of
   * `createWithKey`.
   */
  create(identity: RequestIdentity, order: NewWorkspaceInput, address: string): Promise<Workspace>;
  /**
   * Creates a workspace whose creator becomes admin. Throws `key_rejected`, `provider_unavailable`, `key_in_use`, or
   * `not_signed_in` if the creator's account has ended. Nothing is stored then. @returns the workspace's id.
   */
  createWithKey(creator: Actor, order: NewWorkspaceInput): Promise<string>;
}

export function createUserWorkspaceManager(deps: UserWorkspaceManagerDeps): UserWorkspaceManager {
  const { db, events, audit } = deps;

  async function list({ userId, currentWorkspaceId }: RequestIdentity): Promise<Workspace[]> {
    const own = await listWorkspacesOfUser(db, userId);
    return own.map((workspace) => ({ ...workspace, isCurrent: workspace.id === currentWorkspaceId }));
  }

  async function find(identity: RequestIdentity, workspaceId: string): Promise<Workspace> {
    const workspace = (await list(identity)).find(({ id }) => id === workspaceId);
    if (!workspace) throw new AppError('not_found');
    return workspace;
  }

  async function makeCurrent(identity: RequestIdentity, workspace: Workspace): Promise<Workspace> {
    if (!(await setSessionCurrentWorkspace(db, identity, workspace.id))) throw new AppError('not_found');
    events.emit('workspace.switched', { sessionId: identity.sessionId, workspaceId: workspace.id });
    return { ...workspace, isCurrent: true };
  }

  async function switchAudited(identity: RequestIdentity, workspace: Workspace, address: string): Promise<Workspace> {
    const { userId, username } = identity;
    // The audit entry omits the previous workspace, because one workspace's log must not reveal another.
    const about = { workspaceId: workspace.id, target: workspace.id };
    await audit.record({ ...about, userId, username, action: 'workspace.switched', address });
    return makeCurrent(identity, workspace);
  }

  async function arrive(identity: RequestIdentity, workspaceId: string): Promise<Workspace> {
    const own = await list(identity);
    const reached = own.find(({ id }) => id === workspaceId);
    // If the user was removed right after joining, the workspace is not among the user's workspaces.
    if (!reached) throw new AppError('not_found');
    return own.some(({ isCurrent }) => isCurrent) ? reached : makeCurrent(identity, reached);
  }

  const createWithKey: UserWorkspaceManager['createWithKey'] = (creator, order) =>
    createWorkspace(deps, creator, order, Infinity);

  return {
    list,
    find,
    arrive,
    createWithKey,
    async current(identity) {
      const current = (await list(identity)).find((workspace) => workspace.isCurrent);
      if (!current) throw new AppError('no_workspace');
      return current;
    },
    async autoAssign(identity, address) {
      const own = await list(identity);
      const current = own.find((workspace) => workspace.isCurrent);
      if (current) return current;
      const lastUsed = await findLastUsedWorkspaceId(db, identity.userId);
      const chosen = own.find(({ id }) => id === lastUsed) ?? own[0];
      if (!chosen) throw new AppError('no_workspace');
      return switchAudited(identity, chosen, address);
    },
    async switchTo(identity, workspaceId, address) {
      return switchAudited(identity, await find(identity, workspaceId), address);
    },
    async create(identity, order, address) {
      const own = await list(identity);
      const current = own.find((workspace) => workspace.isCurrent);
      const deciding = current ? [current] : own;
      if (own.length > 0 && deciding.every(({ role }) => role === 'operator')) throw new AppError('forbidden');
      const { userId, username } = identity;
      const id = await createWorkspace(deps, { userId, username, address }, order, usualWorkspaces);
      return arrive(identity, id);
    },
  };
}

async function createWorkspace(
  deps: UserWorkspaceManagerDeps,
  creator: Actor,
  order: NewWorkspaceInput,
  most: number,
): Promise<string> {
  const { db, clock, events, audit, vault, providerFactory } = deps;
  const { userId, username, address } = creator;
  const { name, retellApiKey: apiKey } = order;
  await assertProviderKeyValid(providerFactory, apiKey);
  const id = randomUUID();
  const apiKeyLast4 = getApiKeyLastCharacters(apiKey);
  await db.transaction().execute(async (tx) => {
    // Check again that the user is active, because this may have changed while the provider checked the API key.
    if (!(await lockUser(tx, userId))?.isActive) throw new AppError('not_signed_in');
    if (most < Infinity && !(await isBelowWorkspaceCreationLimit(tx, userId, most)))
      throw new AppError('conflict', { message: tooManyWorkspaces });
    await insertWorkspace(tx, {
      id,
      name,
      description: order.description ?? null,
      retellWorkspaceId: order.retellWorkspaceId ?? null,
      apiKeySealed: vault.seal(id, 'api-key', apiKey),
      apiKeyLast4,
      apiKeyFingerprint: vault.fingerprint(apiKey),
      webhookKeySealed: order.retellWebhookKey ? vault.seal(id, 'webhook-key', order.retellWebhookKey) : null,
      webhookToken: createRandomToken(),
      createdBy: userId,
      createdAt: clock.now(),
    });
    await upsertMember(tx, id, userId, 'admin');
    await setHomeWorkspaceIfMissing(tx, userId, id);
    await insertDefaultWorkspaceSettings(tx, id, order.timeZone);
    const details = { name, apiKeyLast4 };
    await audit.record(
      { workspaceId: id, userId, username, action: 'workspace.created', target: id, details, address },
      tx,
    );
  });
  events.emit('workspace.key_added', { workspaceId: id });
  return id;
}
