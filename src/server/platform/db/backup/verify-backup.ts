/** Verifies that a backup can be restored, by restoring it into a temporary database in the same parent folder. */
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { openBackup, type BackupManifest } from './backup-folder.ts';
import { claimBackupFolder } from './folder-claim.ts';
import { restoreBackup } from './restore.ts';
import { backupVerificationFolderPrefix } from './sweep-backups.ts';

/** The size of a cluster without data. */
const clusterBytes = 128 * 1024 ** 2;
/** Largest size of PostgreSQL's write-ahead log during a restore (max_wal_size). It needs disk space too. */
const logBytes = 2 * 1024 ** 3;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface VerifyBackupOptions {
  readonly folder: string;
  /** The passphrase of an encrypted backup. */
  readonly passphrase: string | null;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Verifies a backup. Resolves once every restored table equals the backup and this version's migrations are applied.
 * @throws {StartupError} if the backup is damaged or the disk too full. If `signal` aborts, throws its reason.
 */
export async function verifyBackup({ folder, passphrase, signal }: VerifyBackupOptions): Promise<BackupManifest> {
  signal?.throwIfAborted();
  const parent = path.dirname(path.resolve(folder));
  await refuseWithoutRoom(parent, (await openBackup(folder, passphrase)).manifest);
  const scratch = await mkdtemp(path.join(parent, backupVerificationFolderPrefix));
  try {
    const claim = await claimBackupFolder(scratch);
    try {
      return await restoreInto(scratch, { folder, passphrase, signal });
    } finally {
      await claim.release();
    }
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function restoreInto(
  dataDir: string,
  { folder, passphrase, signal }: VerifyBackupOptions,
): Promise<BackupManifest> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: silent,
    throwaway: true,
    settings: { fsync: 'off', full_page_writes: 'off' },
  });
  try {
    signal?.throwIfAborted();
    const restoring = restoreBackup({ connectionString: postgres.connectionString, folder, passphrase });
    // Stopping the database ends the restore.
    return (await Promise.race([restoring, ...(signal ? [whenAborted(signal)] : [])])).manifest;
  } finally {
    await postgres.stop();
  }
}

/**
 * Checks that the disk has room for the temporary database in which a backup is verified. @throws {StartupError} if it
 * has not.
 */
async function refuseWithoutRoom(parent: string, { databaseBytes }: BackupManifest): Promise<void> {
  if (databaseBytes === undefined) return;
  const { bavail, bsize } = await statfs(parent);
  const free = bavail * bsize;
  const needed = clusterBytes + databaseBytes + Math.min(databaseBytes, logBytes);
  if (free < needed)
    throw new StartupError(
      `Para comprobar la copia hacen falta ${describeRoom(needed)} libres en ${parent}, y hay ${describeRoom(free)}.`,
    );
}

function describeRoom(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1).replace('.', ',')} GiB`;
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
