/** Proves that a backup can be restored: into a database of its own beside it, which nobody else uses and which is gone afterwards. */
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { openBackup, type Manifest } from './backup-folder.ts';
import { claimFolder } from './folder-claim.ts';
import { restore } from './restore.ts';
import { scratchPrefix } from './sweep-backups.ts';

/** Of a cluster without data. */
const clusterBytes = 128 * 1024 ** 2;
/** How far the log of what is filled in grows before its beginning is used again (postmaster.ts: max_wal_size). */
const logBytes = 2 * 1024 ** 3;
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
 * @throws {StartupError} what is wrong with the backup, or that there is no room to tell. The signal's reason, when it ended it.
 */
export async function verifyBackup({ folder, passphrase, signal }: VerifyOptions): Promise<Manifest> {
  signal?.throwIfAborted();
  const parent = path.dirname(path.resolve(folder));
  await refuseWithoutRoom(parent, (await openBackup(folder, passphrase)).manifest);
  const scratch = await mkdtemp(path.join(parent, scratchPrefix));
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

/** Before anything is written: a disk that fills up here may be the one that the console works on. */
async function refuseWithoutRoom(parent: string, { databaseBytes }: Manifest): Promise<void> {
  if (databaseBytes === undefined) return;
  const { bavail, bsize } = await statfs(parent);
  const free = bavail * bsize;
  const needed = clusterBytes + databaseBytes + Math.min(databaseBytes, logBytes);
  if (free < needed)
    throw new StartupError(
      `Para comprobar la copia hacen falta ${tellRoom(needed)} libres en ${parent}, y hay ${tellRoom(free)}.`,
    );
}

function tellRoom(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1).replace('.', ',')} GiB`;
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
