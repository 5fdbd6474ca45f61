/**
 * A person's workspaces: making one with a provider key, and which of them the session works in. A new workspace
 * becomes current only for a session that has none; whoever works in another stays there until they switch.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Workspace } from '../../../../contract/access.ts';
import type { Settings } from '../../../../contract/settings.ts';
import type { Clock } from '../../../platform/clock.ts';
import { maskKey, randomToken } from '../../../platform/crypto.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { Identity } from '../../../platform/http/identity.ts';
import type { ProviderFactory } from '../../../platform/provider/provider.ts';
import type { Audit } from '../../audit/index.ts';
import { insertDefaultSettings } from '../../settings/index.ts';
import type { Actor } from '../actor.ts';
import { checkKey } from './check-key.ts';
import type { KeyVault } from './key-vault.ts';
import { upsertMember } from '../stores/member-store.ts';
import { setCurrentWorkspace } from '../stores/session-store.ts';
import { findLastWorkspace, lockUser, settleHome } from '../stores/user-store.ts';
import { insertWorkspace, listMemberships, mayCreateWorkspace } from '../stores/workspace-store.ts';

/** Created by one person, unless an operator of the machine allows more. Each has its own work on the server. */
const usualWorkspaces = 20;
const tooManyWorkspaces =
  'Ya creaste el máximo de workspaces. Quien administra el servidor puede permitir más (npm run allow-workspaces).';

export interface WorkspacesDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly vault: KeyVault;
  readonly providerFactory: ProviderFactory;
}

export interface WorkspaceOrder {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly retellApiKey: string;
  readonly retellWorkspaceId?: string | null | undefined;
  readonly retellWebhookKey?: string | null | undefined;
  /** Argentina's unless told. */
  readonly timeZone?: Settings['timeZone'];
}

export interface Workspaces {
  list(identity: Identity): Promise<Workspace[]>;
  /** One of the user's own; throws `not_found` for another. */
  find(identity: Identity, workspaceId: string): Promise<Workspace>;
  /** Throws `no_workspace` when the session has none, or its user no longer belongs to it. */
  current(identity: Identity): Promise<Workspace>;
  /**
   * Leaves a current workspace that is still the user's own; else makes the one current that the user used last, or the
   * oldest of the user's memberships. Grants none: throws `no_workspace` without any.
   */
  autoAssign(identity: Identity, address: string): Promise<Workspace>;
  /** Asks no rights: the endpoint has. Throws `not_found` to a stranger. */
  switchTo(identity: Identity, workspaceId: string, address: string): Promise<Workspace>;
  /** One in which the user has just become a member: current only for a session that has none. */
  arrive(identity: Identity, workspaceId: string): Promise<Workspace>;
  /**
   * For editors and admins of the current workspace (of any, while none is current) and for those who belong to
   * none; throws `forbidden` to others, and what `createWithKey` throws.
   */
  create(identity: Identity, order: WorkspaceOrder, address: string): Promise<Workspace>;
  /**
   * The creator becomes its admin. Throws `key_rejected`, `provider_unavailable`, `key_in_use`, or `not_signed_in` for
   * one whose account ended meanwhile, with nothing kept.
   * @returns the id.
   */
  createWithKey(creator: Actor, order: WorkspaceOrder): Promise<string>;
}

export function createWorkspaces(deps: WorkspacesDeps): Workspaces {
  const { db, events, audit } = deps;

  async function list({ userId, currentWorkspaceId }: Identity): Promise<Workspace[]> {
    const own = await listMemberships(db, userId);
    return own.map((workspace) => ({ ...workspace, isCurrent: workspace.id === currentWorkspaceId }));
  }

  async function find(identity: Identity, workspaceId: string): Promise<Workspace> {
    const workspace = (await list(identity)).find(({ id }) => id === workspaceId);
    if (!workspace) throw new AppError('not_found');
    return workspace;
  }

  async function makeCurrent(identity: Identity, workspace: Workspace): Promise<Workspace> {
    if (!(await setCurrentWorkspace(db, identity, workspace.id))) throw new AppError('not_found');
    events.emit('workspace.switched', { sessionId: identity.sessionId, workspaceId: workspace.id });
    return { ...workspace, isCurrent: true };
  }

  async function switchAudited(identity: Identity, workspace: Workspace, address: string): Promise<Workspace> {
    const { userId, username } = identity;
    // Not from where: the log of one workspace tells nothing of another.
    const about = { workspaceId: workspace.id, target: workspace.id };
    await audit.record({ ...about, userId, username, action: 'workspace.switched', address });
    return makeCurrent(identity, workspace);
  }

  async function arrive(identity: Identity, workspaceId: string): Promise<Workspace> {
    const own = await list(identity);
    const reached = own.find(({ id }) => id === workspaceId);
    // Removed again meanwhile.
    if (!reached) throw new AppError('not_found');
    return own.some(({ isCurrent }) => isCurrent) ? reached : makeCurrent(identity, reached);
  }

  const createWithKey: Workspaces['createWithKey'] = (creator, order) =>
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
      const lastUsed = await findLastWorkspace(db, identity.userId);
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
  deps: WorkspacesDeps,
  creator: Actor,
  order: WorkspaceOrder,
  most: number,
): Promise<string> {
  const { db, clock, events, audit, vault, providerFactory } = deps;
  const { userId, username, address } = creator;
  const { name, retellApiKey: apiKey } = order;
  await checkKey(providerFactory, apiKey);
  const id = randomUUID();
  const apiKeyLast4 = maskKey(apiKey);
  await db.transaction().execute(async (tx) => {
    // The provider may have taken its time: one whose account ended meanwhile would leave the key with nobody.
    if (!(await lockUser(tx, userId))?.isActive) throw new AppError('not_signed_in');
    if (most < Infinity && !(await mayCreateWorkspace(tx, userId, most)))
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
      webhookToken: randomToken(),
      createdBy: userId,
      createdAt: clock.now(),
    });
    await upsertMember(tx, id, userId, 'admin');
    await settleHome(tx, userId, id);
    await insertDefaultSettings(tx, id, order.timeZone);
    const details = { name, apiKeyLast4 };
    await audit.record(
      { workspaceId: id, userId, username, action: 'workspace.created', target: id, details, address },
      tx,
    );
  });
  events.emit('workspace.key_added', { workspaceId: id });
  return id;
}
