/** Names backups by their time, and deletes old ones after a new backup is complete. */
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isCompleteBackup } from './backup-folder.ts';

const datedName = /^vocero-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}$/u;

/** True for a name made by `formatDatedBackupName`. */
export function isDatedBackupName(name: string): boolean {
  return datedName.test(name);
}

/** Returns the name of a backup made at the given time. Sorting the names sorts the backups by time. */
export function formatDatedBackupName(now: Date): string {
  return `vocero-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`;
}

/**
 * Deletes all complete backups but the newest `keep` (at least one). Incomplete backups and other files are neither
 * counted nor deleted.
 * @returns the deleted names, newest first.
 */
export async function deleteOldBackups(parent: string, keep: number): Promise<string[]> {
  const names = (await readdir(parent)).filter(isDatedBackupName).sort().toReversed();
  const whole: string[] = [];
  for (const name of names) if (await isCompleteBackup(path.join(parent, name))) whole.push(name);
  const old = whole.slice(Math.max(1, keep));
  for (const name of old) {
    // Rename a backup before deleting it, so that an interrupted deletion leaves nothing that looks complete.
    const removing = path.join(parent, `${name}.removing`);
    await rm(removing, { recursive: true, force: true });
    await rename(path.join(parent, name), removing);
    await rm(removing, { recursive: true, force: true });
  }
  return old;
}
