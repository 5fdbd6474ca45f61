/** A workspace's provider keys at rest: sealed for that workspace and column alone, compared by a keyed digest. */
import { decryptSecret, encryptSecret, hmac } from '../../platform/crypto.ts';

type Column = 'api-key' | 'webhook-key' | 'previous-keys';

export interface KeyVault {
  seal(workspaceId: string, column: Column, key: string): string;
  /** @throws when the value was sealed for another workspace, column or SECRET_KEY. */
  open(workspaceId: string, column: Column, sealed: string): string;
  /** The same for the same key; tells nothing of it. */
  fingerprint(key: string): string;
}

export function createKeyVault(secretKey: string): KeyVault {
  const context = (workspaceId: string, column: Column) => `workspace:${workspaceId}:${column}`;
  return {
    seal: (workspaceId, column, key) => encryptSecret(secretKey, key, context(workspaceId, column)),
    open: (workspaceId, column, sealed) => decryptSecret(secretKey, sealed, context(workspaceId, column)),
    fingerprint: (key) => hmac(secretKey, 'provider-key', key),
  };
}
