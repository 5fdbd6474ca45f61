// Stores what a test call showed about an account, for the workspace with the account's API key.
import { createProviderKeyVault } from '../../src/server/features/access/index.ts';
import { storeIdempotencySupportByApiKey } from '../../src/server/features/campaigns/index.ts';
import { storeProviderAccountSoundTransport } from '../../src/server/features/listening/index.ts';
import { loadCommandConfig, runCommand } from '../command-database.ts';

/** A finding: whether idempotency keys are honoured, or whether sound goes by the gateway or by LiveKit. */
export type Finding =
  | { readonly kind: 'order_keys'; readonly areHonoured: boolean }
  | { readonly kind: 'sound'; readonly transport: 'gateway' | 'livekit' };

/** Stores a finding; true if it was stored. An unreachable database is reported in one line. */
export async function keepFinding(apiKey: string, finding: Finding): Promise<boolean> {
  let isKept = false;
  await runCommand('check-provider', async ({ db }) => {
    const fingerprint = createProviderKeyVault(loadCommandConfig().secretKey).fingerprint(apiKey);
    isKept =
      finding.kind === 'order_keys'
        ? await storeIdempotencySupportByApiKey(db, fingerprint, finding.areHonoured)
        : await storeProviderAccountSoundTransport(db, fingerprint, finding.transport);
  });
  return isKept;
}
