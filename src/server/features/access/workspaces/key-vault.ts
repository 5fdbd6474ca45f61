/** Encrypts stored provider keys. Each value is bound to its workspace and column; a keyed digest compares keys. */
import { decryptSecret, encryptSecret, hmac } from '../../../platform/crypto.ts';

type Column = 'api-key' | 'webhook-key' | 'previous-keys';

export interface KeyVault {
  seal(workspaceId: string, column: Column, key: string): string;
  /** @throws if the value was sealed for another workspace, column or SECRET_KEY. */
  open(workspaceId: string, column: Column, sealed: string): string;
  /** A keyed digest: equal for equal keys, and reveals nothing of the key. */
  fingerprint(key: string): string;
}

/** Most opened keys in memory; far more than the workspaces that one server serves at a time. */
const openedAtMost = 1_000;

export function createKeyVault(secretKey: string): KeyVault {
  /** Opened keys stay in memory because every webhook needs them. SECRET_KEY is in the same memory anyway. */
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
