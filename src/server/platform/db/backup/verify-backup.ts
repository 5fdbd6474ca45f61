/** Proves that a backup can be restored: into a database of its own beside it, which nobody else uses and which is gone afterwards. */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import type { Manifest } from './backup-folder.ts';
import { claimFolder } from './folder-claim.ts';
import { restore } from './restore.ts';
import { scratchPrefix } from './sweep-backups.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface VerifyOptions {
  readonly folder: string;
  /** Opens an encrypted one. */
  readonly passphrase: string | null;
  /** Ends it at once; its database is gone all the same. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Resolves when every table, read back, was equal to the backup's, and the schema could be brought to this version's.
 * @throws {StartupError} what is wrong with the backup. The signal's reason, when it ended it.
 */
export async function verifyBackup({ folder, passphrase, signal }: VerifyOptions): Promise<Manifest> {
  signal?.throwIfAborted();
  const scratch = await mkdtemp(path.join(path.dirname(path.resolve(folder)), scratchPrefix));
  try {
    const claim = await claimFolder(scratch);
    try {
      return await restoreInto(scratch, { folder, passphrase, signal });
    } finally {
      await claim.release();
    }
  } catch (error) {
    // What the signal's end made fail is not what went wrong.
    throw signal?.aborted === true ? signal.reason : error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function restoreInto(dataDir: string, { folder, passphrase, signal }: VerifyOptions): Promise<Manifest> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: silent,
    throwaway: true,
    settings: { fsync: 'off', full_page_writes: 'off' },
  });
  try {
    signal?.throwIfAborted();
    const restoring = restore({ connectionString: postgres.connectionString, folder, passphrase });
    // The end of its database ends it.
    return (await Promise.race([restoring, ...(signal ? [whenAborted(signal)] : [])])).manifest;
  } finally {
    await postgres.stop();
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
