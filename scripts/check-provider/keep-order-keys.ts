// The database keeps what a checked call has shown of idempotency keys, with the workspace that has the account's API key.
import { createKeyVault } from '../../src/server/features/access/index.ts';
import { noteOrderKeysOf } from '../../src/server/features/campaigns/index.ts';
import { loadCommandConfig, runCommand } from '../command-database.ts';

/** Answers whether it was kept. A database that can't be reached is said in one line. */
export async function keepOrderKeys(apiKey: string, areHonoured: boolean): Promise<boolean> {
  let isKept = false;
  await runCommand('check-provider', async ({ db }) => {
    isKept = await noteOrderKeysOf(db, createKeyVault(loadCommandConfig().secretKey).fingerprint(apiKey), areHonoured);
  });
  return isKept;
}
