/** What runs left that were cut off in the middle: half backups, and scratch databases with all data in clear. */
import { readdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { removeSocketDir } from '../cluster-files.ts';
import { locatePostgresBinaries, postgresMajor } from '../postgres-binaries.ts';
import { readPostmasterNote } from '../postmaster-file.ts';
import { stopPostmaster } from '../postmaster.ts';
import { isUnderWay } from './folder-claim.ts';
import { isDatedName } from './rotate-backups.ts';

/** Begins the names of the folders that backups are verified in. */
export const scratchPrefix = '.vocero-verify-';

export interface Swept {
  readonly removed: readonly string[];
  /** What could not be removed, and why. */
  readonly left: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * Removes from the folder of the backups what no run works on any more, and stops the databases of it that still run. Whole backups,
 * runs under way and what is not ours stay.
 */
export async function sweepBackups(parent: string): Promise<Swept> {
  const removed: string[] = [];
  const left: { name: string; reason: string }[] = [];
  for (const entry of await readdir(parent, { withFileTypes: true }).catch(absentAsNone)) {
    const { name } = entry;
    const isScratch = name.startsWith(scratchPrefix);
    if (!entry.isDirectory() || !(isScratch || isHalf(name))) continue;
    const folder = path.join(parent, name);
    try {
      if (await isUnderWay(folder)) continue;
      if (isScratch) await stopLeftOver(folder);
      await rm(folder, { recursive: true, force: true });
      removed.push(name);
    } catch (error) {
      left.push({ name, reason: (error as Error).message });
    }
  }
  return { removed, left };
}

/** One that was being written, or being removed. */
function isHalf(name: string): boolean {
  const [, dated = ''] = /^(.+)\.(?:partial|removing)$/u.exec(name) ?? [];
  return isDatedName(dated);
}

async function stopLeftOver(scratch: string): Promise<void> {
  const dir = path.join(await realpath(scratch), `pg${postgresMajor}`);
  const note = readPostmasterNote(dir);
  if (note === undefined) return;
  await stopPostmaster({ dir }, locatePostgresBinaries());
  if (note.socketDir !== undefined) await removeSocketDir(note.socketDir);
}

function absentAsNone(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT') throw error;
  return [];
}
