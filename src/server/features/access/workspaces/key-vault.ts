/**
 * Encrypts stored provider keys. Each is bound to its workspace and database column. A keyed digest allows comparing
 * keys without decrypting them.
 */
import { decryptSecret, encryptSecret, hmac } from '../../../platform/crypto.ts';

type Column = 'api-key' | 'webhook-key' | 'previous-keys';

export interface ProviderKeyVault {
  seal(workspaceId: string, column: Column, key: string): string;
  /**
   * Decrypts a provider key. @throws if the key was encrypted for another workspace or column, or with another
   * SECRET_KEY.
   */
  open(workspaceId: string, column: Column, sealed: string): string;
  /** A keyed digest of a provider key: equal for equal keys, and reveals nothing of the key. */
  fingerprint(key: string): string;
}

/** Maximum number of decrypted provider keys in memory, far more than one server's workspaces need at a time. */
const openedAtMost = 1_000;

export function createProviderKeyVault(secretKey: string): ProviderKeyVault {
  /**
   * Decrypted provider keys are cached, because every webhook needs them. This is no new risk, because the same memory
   * contains SECRET_KEY anyway.
   */
  const opened = new Map<string, string>();
  const context = (workspaceId: string, column: Column) => `workspace:${workspaceId}:${column}`;
  return {
    seal: (workspaceId, column, key) => encryptSecret(secretKey, key, context(workspaceId, column)),
    open(workspaceId, column, sealed) {
      const id = `${context(workspaceId, column)} ${sealed}`;
      const known = opened.get(id);
      if (known !== undefined) return known;
      const key = decryptSecret(secretKey, sealed, context(workspaceId, column));
      if (opened.size >= openedAtMost) opened.clear();
      opened.set(id, key);
      return key;
    },
    fingerprint: (key) => hmac(secretKey, 'provider-key', key),
  };
}
