/**
 * Directory of workspaces and their provider clients. Workspace rows are cached for some seconds, with the provider
 * keys in encrypted form.
 */
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { hasTokenShape, createRandomToken } from '../../../platform/crypto.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import { createBatchedRead } from '../../../platform/gathered-reads.ts';
import type { VoiceProvider, VoiceProviderFactory } from '../../../platform/provider/provider.ts';
import type { AuditLog } from '../../audit/index.ts';
import { findWorkspaceTimeZone } from '../../settings/index.ts';
import type { Actor } from '../actor.ts';
import type { ProviderKeyVault } from './key-vault.ts';
import { decryptPreviousProviderKeys } from './previous-keys.ts';
import {
  findWorkspaceSecretsByWebhookTokens,
  findWorkspaceSecrets,
  listWorkspaceIds,
  setWebhookToken,
  type WorkspaceSecrets,
} from '../stores/workspace-store.ts';

// Cache time in ms. If another server changes a provider key or webhook token, this server notices it after this time
// at most.
const rememberMs = 10_000;
// Time in ms for which an unknown webhook token is cached as unknown. During it, a token that another server has just
// created may be refused.
const rememberUnknownMs = 5_000;
const mostUnknown = 10_000;

export interface ProviderAccount {
  readonly provider: VoiceProvider;
  /** A keyed digest of the account's API key: equal for equal keys, and reveals nothing of the key. */
  readonly keyFingerprint: string;
}

export interface WorkspaceDirectory {
  /** Lists the ids of all workspaces, oldest first. */
  listIds(): Promise<string[]>;
  /** Returns the client for the workspace's provider account. Throws `not_found` if the workspace does not exist. */
  providerOf(workspaceId: string): Promise<VoiceProvider>;
  /**
   * Returns the workspace's provider account. Its API key is read from the database, because a cached key may be
   * outdated.
   */
  accountOf(workspaceId: string): Promise<ProviderAccount>;
  /**
   * Finds the workspace of a webhook token and the keys that may have signed the webhook: its API key, its webhook key,
   * and keys replaced in the last 24 h. Null for an unknown token.
   * Lookups are batched, so that a flood of webhooks uses at most one database connection.
   */
  findByWebhookToken(token: string): Promise<{ readonly workspaceId: string; readonly keys: string[] } | null>;
  /** Returns the workspace's webhook token. Throws `not_found`. */
  webhookTokenOf(workspaceId: string): Promise<string>;
  /** Reads the workspace's time zone, never cached, so that a new one applies at once. Throws `not_found`. */
  timeZoneOf(workspaceId: string): Promise<string>;
  /**
   * Replaces the workspace's webhook token and records it in the audit log. This server refuses the old token at once,
   * and other servers refuse it within 10 s. Throws `not_found`. @returns the new token.
   */
  rotateWebhookToken(workspaceId: string, by: Actor): Promise<string>;
  /** Drops a workspace's rows from the cache after it has changed. */
  forget(workspaceId: string): void;
}

export interface WorkspaceDirectoryDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly vault: ProviderKeyVault;
  readonly providerFactory: VoiceProviderFactory;
}

export function createWorkspaceDirectory(deps: WorkspaceDirectoryDeps): WorkspaceDirectory {
  const { db, clock, vault, providerFactory } = deps;
  const remembered = new Map<string, { readonly secrets: WorkspaceSecrets; readonly untilMs: number }>();
  /** Key: unknown webhook token. Value: monotonic ms until which the token is refused without reading the database. */
  const unknownTokens = new Map<string, number>();
  let forgotten = 0;
  const readByToken = createBatchedRead((tokens) => findWorkspaceSecretsByWebhookTokens(db, tokens));

  async function lookUp(key: string, read: () => Promise<WorkspaceSecrets | null>): Promise<WorkspaceSecrets | null> {
    const hit = remembered.get(key);
    if (hit && clock.monotonicMs() < hit.untilMs) return hit.secrets;
    remembered.delete(key);
    const forgottenBefore = forgotten;
    const secrets = await read();
    // Don't cache a workspace row if `forget` ran during its query, because the row may be outdated.
    if (secrets && forgotten === forgottenBefore)
      remembered.set(key, { secrets, untilMs: clock.monotonicMs() + rememberMs });
    return secrets;
  }

  // A missing workspace is not cached, so that it is found as soon as it is created.
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
    // Clear the cache of unknown webhook tokens. A webhook may have arrived before its token was saved, so that the
    // token is cached as unknown.
    unknownTokens.clear();
    for (const [key, { secrets }] of remembered) if (secrets.id === workspaceId) remembered.delete(key);
  }

  // Drop a workspace's cached row when it gets an API key. After other changes, the code that makes the change calls
  // `forget` itself.
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
      const zone = await findWorkspaceTimeZone(db, workspaceId);
      if (zone === null) throw new AppError('not_found');
      return zone;
    },
    async rotateWebhookToken(workspaceId, by) {
      const token = createRandomToken();
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

function signingKeys(vault: ProviderKeyVault, secrets: WorkspaceSecrets, now: Date): string[] {
  const { id, apiKeySealed, webhookKeySealed } = secrets;
  const keys = [vault.open(id, 'api-key', apiKeySealed)];
  if (webhookKeySealed !== null) keys.push(vault.open(id, 'webhook-key', webhookKeySealed));
  keys.push(...decryptPreviousProviderKeys(vault, secrets, now).map(({ key }) => key));
  return keys;
}
