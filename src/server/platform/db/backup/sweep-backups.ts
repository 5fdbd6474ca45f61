/**
 * Removes what interrupted backups and verifications left: incomplete backups, and temporary databases with unencrypted
 * data.
 */
import { readdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { removePostgresSocketDir } from '../cluster-files.ts';
import { locatePostgresBinaries, postgresMajorVersion } from '../postgres-binaries.ts';
import { readPostmasterPidFile } from '../postmaster-file.ts';
import { stopPostmaster } from '../postmaster.ts';
import { isBackupFolderInUse } from './folder-claim.ts';
import { isDatedBackupName } from './rotate-backups.ts';

/** Name prefix of the temporary folders into which backups are restored for verification. */
export const backupVerificationFolderPrefix = '.vocero-verify-';

export interface BackupLeftoverRemovalResult {
  readonly removed: readonly string[];
  readonly left: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * Removes what interrupted backups and verifications left in a folder, and stops temporary databases that still run.
 * Complete backups, runs in progress and other files stay.
 */
export async function removeBackupLeftovers(parent: string): Promise<BackupLeftoverRemovalResult> {
  const removed: string[] = [];
  const left: { name: string; reason: string }[] = [];
  for (const entry of await readdir(parent, { withFileTypes: true }).catch(absentAsNone)) {
    const { name } = entry;
    const isScratch = name.startsWith(backupVerificationFolderPrefix);
    if (!entry.isDirectory() || !(isScratch || isHalf(name))) continue;
    const folder = path.join(parent, name);
    try {
      if (await isBackupFolderInUse(folder)) continue;
      if (isScratch) await stopLeftOver(folder);
      await rm(folder, { recursive: true, force: true });
      removed.push(name);
    } catch (error) {
      left.push({ name, reason: (error as Error).message });
    }
  }
  return { removed, left };
}

/** True for the folder name of a backup whose writing or deletion was interrupted. */
function isHalf(name: string): boolean {
  const [, dated = ''] = /^(.+)\.(?:partial|removing)$/u.exec(name) ?? [];
  return isDatedBackupName(dated);
}

async function stopLeftOver(scratch: string): Promise<void> {
  const dir = path.join(await realpath(scratch), `pg${postgresMajorVersion}`);
  const note = readPostmasterPidFile(dir);
  if (note === undefined) return;
  await stopPostmaster({ dir }, locatePostgresBinaries());
  if (note.socketDir !== undefined) await removePostgresSocketDir(note.socketDir);
}

function absentAsNone(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT') throw error;
  return [];
}
