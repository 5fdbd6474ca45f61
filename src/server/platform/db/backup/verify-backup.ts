/** Proves that a backup can be restored: into a database of its own beside it, which nobody else uses and which is gone afterwards. */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import type { Manifest } from './backup-folder.ts';
import { restore } from './restore.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Resolves when every table, read back, was equal to the backup's, and the schema could be brought to this version's.
 * @throws {StartupError} what is wrong with the backup.
 */
export async function verifyBackup(folder: string, passphrase: string | null): Promise<Manifest> {
  const scratch = await mkdtemp(path.join(path.dirname(path.resolve(folder)), '.vocero-verify-'));
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir: scratch,
      log: silent,
      throwaway: true,
      settings: { fsync: 'off', full_page_writes: 'off' },
    });
    try {
      return (await restore({ connectionString: postgres.connectionString, folder, passphrase })).manifest;
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
