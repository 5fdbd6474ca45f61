/** Changes a workspace's name and provider keys, for its admins, and shows its API key. Both are audited. */
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { updateWorkspaceBodySchema } from '../../../../contract/access.ts';
import type { Clock } from '../../../platform/clock.ts';
import { getApiKeyLastCharacters } from '../../../platform/crypto.ts';
import type { JsonObject, DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { VoiceProviderFactory } from '../../../platform/provider/provider.ts';
import type { AuditLog, AuditAction } from '../../audit/index.ts';
import type { Actor } from '../actor.ts';
import { pickFieldChanges } from '../changes.ts';
import { assertProviderKeyValid } from './check-key.ts';
import type { ProviderKeyVault } from './key-vault.ts';
import { assertActiveWorkspaceAdmin } from '../stores/member-store.ts';
import { sealPreviousProviderKeys } from './previous-keys.ts';
import type { WorkspaceDirectory } from './workspace-directory.ts';
import {
  findWorkspaceSecrets,
  lockWorkspace,
  updateWorkspace,
  type LockedWorkspace,
  type WorkspaceRowChange,
} from '../stores/workspace-store.ts';

export interface WorkspaceEditServiceDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly vault: ProviderKeyVault;
  readonly providerFactory: VoiceProviderFactory;
  readonly directory: WorkspaceDirectory;
}

export interface WorkspaceEditService {
  /**
   * Changes a workspace's given fields. A new API key is first checked at the provider. The replaced key still verifies
   * webhooks for 24 hours. Throws `key_rejected`, `provider_unavailable` or `key_in_use`, and `forbidden` or
   * `not_found` if the caller is no longer an admin of the workspace. Nothing changes then.
   */
  update(by: Actor, workspaceId: string, change: z.output<typeof updateWorkspaceBodySchema>): Promise<void>;
  /** Writes an audit entry, then returns the workspace's API key in plain text. */
  showKey(by: Actor, workspaceId: string): Promise<string>;
}

type Change = z.output<typeof updateWorkspaceBodySchema>;
type Entry = { readonly action: AuditAction; readonly details: JsonObject };

export function createWorkspaceEditService(deps: WorkspaceEditServiceDeps): WorkspaceEditService {
  const { db, clock, events, audit, vault, providerFactory, directory } = deps;

  async function currentKey(workspaceId: string): Promise<string> {
    const secrets = await findWorkspaceSecrets(db, workspaceId);
    if (!secrets) throw new AppError('not_found');
    return vault.open(workspaceId, 'api-key', secrets.apiKeySealed);
  }

  return {
    async update(by, workspaceId, change) {
      const { retellApiKey } = change;
      if (retellApiKey !== undefined && retellApiKey !== (await currentKey(workspaceId))) {
        await assertProviderKeyValid(providerFactory, retellApiKey);
      }
      const entries = await db.transaction().execute(async (tx) => {
        const before = await lockWorkspace(tx, workspaceId);
        if (!before) throw new AppError('not_found');
        await assertActiveWorkspaceAdmin(tx, by.userId, workspaceId);
        const plan = planChange(vault, before, change, clock.now());
        if (plan.entries.length > 0) await updateWorkspace(tx, workspaceId, plan.columns);
        for (const entry of plan.entries) await audit.record({ ...by, ...entry, workspaceId, target: workspaceId }, tx);
        return plan.entries;
      });
      if (entries.length === 0) return;
      directory.forget(workspaceId);
      if (entries.some(({ details }) => details['key'] === 'api')) events.emit('workspace.key_added', { workspaceId });
      events.emit('workspace.changed', { workspaceId });
    },
    async showKey(by, workspaceId) {
      const apiKey = await currentKey(workspaceId);
      const details = { apiKeyLast4: getApiKeyLastCharacters(apiKey) };
      await audit.record({ ...by, workspaceId, action: 'workspace.key_shown', target: workspaceId, details });
      return apiKey;
    },
  };
}

function planChange(
  vault: ProviderKeyVault,
  before: LockedWorkspace,
  { retellApiKey, retellWebhookKey, ...fields }: Change,
  now: Date,
): { columns: WorkspaceRowChange; entries: Entry[] } {
  const entries: Entry[] = [];
  const columns: WorkspaceRowChange = {};
  const changed = pickFieldChanges(before, fields);
  if (changed) {
    Object.assign(columns, changed.after);
    entries.push({ action: 'workspace.updated', details: changed });
  }
  const { id } = before;
  const apiKey = vault.open(id, 'api-key', before.apiKeySealed);
  const webhookKey = before.webhookKeySealed === null ? null : vault.open(id, 'webhook-key', before.webhookKeySealed);
  const nextApiKey = retellApiKey ?? apiKey;
  const nextWebhookKey = retellWebhookKey === undefined ? webhookKey : retellWebhookKey;
  const note = (key: 'api' | 'webhook', from: string | null, to: string | null) =>
    entries.push({
      action: 'workspace.key_replaced',
      details: { key, last4: to && getApiKeyLastCharacters(to), previousLast4: from && getApiKeyLastCharacters(from) },
    });
  if (nextApiKey !== apiKey) {
    columns.apiKeySealed = vault.seal(id, 'api-key', nextApiKey);
    columns.apiKeyLast4 = getApiKeyLastCharacters(nextApiKey);
    columns.apiKeyFingerprint = vault.fingerprint(nextApiKey);
    note('api', apiKey, nextApiKey);
  }
  if (nextWebhookKey !== webhookKey) {
    columns.webhookKeySealed = nextWebhookKey && vault.seal(id, 'webhook-key', nextWebhookKey);
    note('webhook', webhookKey, nextWebhookKey);
  }
  if (nextApiKey !== apiKey || nextWebhookKey !== webhookKey) {
    const inForce = [nextApiKey, nextWebhookKey];
    const replaced = [apiKey, webhookKey].filter((key) => key !== null && !inForce.includes(key)) as string[];
    Object.assign(columns, sealPreviousProviderKeys(vault, before, { replaced, inForce }, now));
  }
  return { columns, entries };
}
