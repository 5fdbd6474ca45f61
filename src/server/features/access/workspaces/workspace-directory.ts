/**
 * How other features reach a workspace's account at the provider. Rows are remembered for some seconds, sealed as
 * they are in the database; a key is in the clear only inside the call that uses it.
 */
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { hasTokenShape, randomToken } from '../../../platform/crypto.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import { gatherReads } from '../../../platform/gathered-reads.ts';
import type { Provider, ProviderFactory } from '../../../platform/provider/provider.ts';
import type { Audit } from '../../audit/index.ts';
import { findTimeZone } from '../../settings/index.ts';
import type { Actor } from '../actor.ts';
import type { KeyVault } from './key-vault.ts';
import { openPreviousKeys } from './previous-keys.ts';
import {
  findSecretsByTokens,
  findWorkspaceSecrets,
  listWorkspaceIds,
  setWebhookToken,
  type WorkspaceSecrets,
} from '../stores/workspace-store.ts';

// The longest that another server's change of key or token goes unnoticed here.
const rememberMs = 10_000;
// And the longest that a token is refused here which another server, of whom nothing is heard, has made since.
const rememberUnknownMs = 5_000;
const mostUnknown = 10_000;

/** A workspace's account as one of its keys opens it. */
export interface Account {
  readonly provider: Provider;
  /** The same for the same key, and another for any other; tells nothing of it. */
  readonly keyFingerprint: string;
}

export interface WorkspaceDirectory {
  /** All workspaces, oldest first. */
  listIds(): Promise<string[]>;
  /** Throws `not_found`. */
  providerOf(workspaceId: string): Promise<Provider>;
  /** By the key that the database holds now, for what must not be told of a replaced one. Throws `not_found`. */
  accountOf(workspaceId: string): Promise<Account>;
  /**
   * The keys that may have signed: the API key, the webhook key, and keys replaced within the last 24 h; null: a token of
   * nobody's. However many tokens strangers send, and however often, they take one connection at most.
   */
  findByWebhookToken(token: string): Promise<{ readonly workspaceId: string; readonly keys: string[] } | null>;
  /** Throws `not_found`. */
  webhookTokenOf(workspaceId: string): Promise<string>;
  /** Never remembered: a new zone is in force from the next read. Throws `not_found`. */
  timeZoneOf(workspaceId: string): Promise<string>;
  /**
   * A new webhook token, audited; the old one is refused at once here, and on other servers once they heard of it
   * (10 s at most). Throws `not_found`. @returns the new token.
   */
  rotateWebhookToken(workspaceId: string, by: Actor): Promise<string>;
  /** The workspace changed: what is remembered of it is read again. */
  forget(workspaceId: string): void;
}

export interface DirectoryDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly vault: KeyVault;
  readonly providerFactory: ProviderFactory;
}

export function createWorkspaceDirectory(deps: DirectoryDeps): WorkspaceDirectory {
  const { db, clock, vault, providerFactory } = deps;
  const remembered = new Map<string, { readonly secrets: WorkspaceSecrets; readonly untilMs: number }>();
  /** Tokens of nobody's, until when. */
  const unknownTokens = new Map<string, number>();
  let forgotten = 0;
  const readByToken = gatherReads((tokens) => findSecretsByTokens(db, tokens));

  async function lookUp(key: string, read: () => Promise<WorkspaceSecrets | null>): Promise<WorkspaceSecrets | null> {
    const hit = remembered.get(key);
    if (hit && clock.monotonicMs() < hit.untilMs) return hit.secrets;
    remembered.delete(key);
    const forgottenBefore = forgotten;
    const secrets = await read();
    // What was read while somebody changed it may be of before.
    if (secrets && forgotten === forgottenBefore)
      remembered.set(key, { secrets, untilMs: clock.monotonicMs() + rememberMs });
    return secrets;
  }

  // A workspace that does not exist is asked for again each time, so that a new one is known at once.
  async function secretsOf(workspaceId: string): Promise<WorkspaceSecrets> {
    const secrets = await lookUp(`id ${workspaceId}`, () => findWorkspaceSecrets(db, workspaceId));
    if (!secrets) throw new AppError('not_found');
    return secrets;
  }

  async function secretsByToken(token: string): Promise<WorkspaceSecrets | null> {
    if (!hasTokenShape(token) || clock.monotonicMs() < (unknownTokens.get(token) ?? 0)) return null;
    const forgottenBefore = forgotten;
    const secrets = await lookUp(`token ${token}`, () => readByToken(token));
    if (!secrets && forgotten === forgottenBefore) {
      if (unknownTokens.size >= mostUnknown) unknownTokens.clear();
      unknownTokens.set(token, clock.monotonicMs() + rememberUnknownMs);
    }
    return secrets;
  }

  function forget(workspaceId: string): void {
    forgotten += 1;
    // What it has become may be what was asked for.
    unknownTokens.clear();
    for (const [key, { secrets }] of remembered) if (secrets.id === workspaceId) remembered.delete(key);
  }

  // A workspace made here; of one that changes, `forget` is told.
  deps.events.on('workspace.key_added', ({ workspaceId }) => forget(workspaceId));

  return {
    forget,
    listIds: () => listWorkspaceIds(db),
    async providerOf(workspaceId) {
      const { apiKeySealed } = await secretsOf(workspaceId);
      return providerFactory(vault.open(workspaceId, 'api-key', apiKeySealed));
    },
    async accountOf(workspaceId) {
      const secrets = await findWorkspaceSecrets(db, workspaceId);
      if (!secrets) throw new AppError('not_found');
      const provider = providerFactory(vault.open(workspaceId, 'api-key', secrets.apiKeySealed));
      return { provider, keyFingerprint: secrets.apiKeyFingerprint };
    },
    async findByWebhookToken(token) {
      const secrets = await secretsByToken(token);
      return secrets && { workspaceId: secrets.id, keys: signingKeys(vault, secrets, clock.now()) };
    },
    webhookTokenOf: async (workspaceId) => (await secretsOf(workspaceId)).webhookToken,
    async timeZoneOf(workspaceId) {
      const zone = await findTimeZone(db, workspaceId);
      if (zone === null) throw new AppError('not_found');
      return zone;
    },
    async rotateWebhookToken(workspaceId, by) {
      const token = randomToken();
      await db.transaction().execute(async (tx) => {
        if (!(await setWebhookToken(tx, workspaceId, token))) throw new AppError('not_found');
        await deps.audit.record({ ...by, workspaceId, action: 'workspace.webhook_rotated', target: workspaceId }, tx);
      });
      forget(workspaceId);
      deps.events.emit('workspace.changed', { workspaceId });
      return token;
    },
  };
}

function signingKeys(vault: KeyVault, secrets: WorkspaceSecrets, now: Date): string[] {
  const { id, apiKeySealed, webhookKeySealed } = secrets;
  const keys = [vault.open(id, 'api-key', apiKeySealed)];
  if (webhookKeySealed !== null) keys.push(vault.open(id, 'webhook-key', webhookKeySealed));
  keys.push(...openPreviousKeys(vault, secrets, now).map(({ key }) => key));
  return keys;
}
