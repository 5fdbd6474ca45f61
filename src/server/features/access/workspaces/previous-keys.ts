/**
 * A workspace's former provider keys, encrypted together as JSON. A former key still verifies webhooks for 24 h after
 * its replacement.
 */
import type { ProviderKeyVault } from './key-vault.ts';
import type { WorkspaceSecrets } from '../stores/workspace-store.ts';

const verifiesForMs = 24 * 3_600_000;

export interface PreviousProviderKey {
  readonly key: string;
  /** ISO 8601 time until which this former API key of the workspace still verifies webhooks. */
  readonly until: string;
}

export interface SealedPreviousProviderKeys {
  readonly previousKeysSealed: string | null;
  readonly previousKeysUntil: Date | null;
}

export function decryptPreviousProviderKeys(
  vault: ProviderKeyVault,
  secrets: WorkspaceSecrets,
  now: Date,
): PreviousProviderKey[] {
  const { id, previousKeysSealed, previousKeysUntil } = secrets;
  if (previousKeysSealed === null || previousKeysUntil === null || now >= previousKeysUntil) return [];
  const keys = JSON.parse(vault.open(id, 'previous-keys', previousKeysSealed)) as PreviousProviderKey[];
  return keys.filter(({ until }) => now < new Date(until));
}

/**
 * Adds the API keys in `keys.replaced` to a workspace's former provider keys. Former keys that have expired, or that
 * the workspace uses again, are dropped.
 */
export function sealPreviousProviderKeys(
  vault: ProviderKeyVault,
  before: WorkspaceSecrets,
  keys: { readonly replaced: readonly string[]; readonly inForce: readonly (string | null)[] },
  now: Date,
): SealedPreviousProviderKeys {
  const until = new Date(now.getTime() + verifiesForMs).toISOString();
  const older = decryptPreviousProviderKeys(vault, before, now).filter(({ key }) => !keys.replaced.includes(key));
  const all = [...older, ...keys.replaced.map((key) => ({ key, until }))].filter(
    ({ key }) => !keys.inForce.includes(key),
  );
  if (all.length === 0) return { previousKeysSealed: null, previousKeysUntil: null };
  return {
    previousKeysSealed: vault.seal(before.id, 'previous-keys', JSON.stringify(all)),
    previousKeysUntil: new Date(Math.max(...all.map((previous) => Date.parse(previous.until)))),
  };
}
