/** Dated backups of one folder: their names, and which older ones go when a new one stands. */
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isWholeBackup } from './backup-folder.ts';

const datedName = /^vocero-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}$/u;

/** Whether a backup is named by its moment, as `datedBackupName` does. */
export function isDatedName(name: string): boolean {
  return datedName.test(name);
}

/** Sorts as time does. */
export function datedBackupName(now: Date): string {
  return `vocero-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`;
}

/**
 * Removes the older ones of those that came to their end, so that the newest `keep` (at least one) stay. What is not whole, or has another
 * name, is neither counted nor removed.
 * @returns the names removed, newest first.
 */
export async function rotateBackups(parent: string, keep: number): Promise<string[]> {
  const names = (await readdir(parent)).filter(isDatedName).sort().toReversed();
  const whole: string[] = [];
  for (const name of names) if (await isWholeBackup(path.join(parent, name))) whole.push(name);
  const old = whole.slice(Math.max(1, keep));
  for (const name of old) {
    // First out of its name: a removal that is cut off leaves nothing that looks whole.
    const removing = path.join(parent, `${name}.removing`);
    await rm(removing, { recursive: true, force: true });
    await rename(path.join(parent, name), removing);
    await rm(removing, { recursive: true, force: true });
  }
  return old;
}
