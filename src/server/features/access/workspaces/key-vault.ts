/** A workspace's provider keys at rest: sealed for that workspace and column alone, compared by a keyed digest. */
import { decryptSecret, encryptSecret, hmac } from '../../../platform/crypto.ts';

type Column = 'api-key' | 'webhook-key' | 'previous-keys';

export interface KeyVault {
  seal(workspaceId: string, column: Column, key: string): string;
  /** @throws when the value was sealed for another workspace, column or SECRET_KEY. */
  open(workspaceId: string, column: Column, sealed: string): string;
  /** The same for the same key; tells nothing of it. */
  fingerprint(key: string): string;
}

/** Far more than one server's workspaces are asked for in a while. */
const openedAtMost = 1_000;

export function createKeyVault(secretKey: string): KeyVault {
  /** Every webhook needs its workspace's keys; whoever reads our memory has SECRET_KEY as well. */
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
