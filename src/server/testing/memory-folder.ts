/**
 * Where tests keep their databases: in memory where there is room. A cluster is hundreds of small files, and ext4
 * looks long for a place for each of them when as many were deleted within the last minutes. A killed process loses nothing
 * there; only the machine's own end would.
 */
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isAlive, readPostmasterNote } from '../platform/db/postmaster-file.ts';

const prefix = 'vocero-test-pg-';
const memoryFolder = '/dev/shm';
const roomBytes = 2 * 1024 ** 3;

/** A folder of its own, closed to others. The caller removes it. */
export async function makeFolder(): Promise<string> {
  const memory = await statfs(memoryFolder).catch(() => null);
  const parent = memory && memory.bavail * memory.bsize >= roomBytes ? memoryFolder : os.tmpdir();
  return mkdtemp(path.join(parent, `${prefix}${process.pid}-`));
}

/** Removes what runs left that were killed themselves; a folder's name says whose it was. */
export async function sweepFolders(): Promise<void> {
  for (const parent of [memoryFolder, os.tmpdir()]) {
    for (const name of await readdir(parent).catch(() => [])) {
      const owner = Number(name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : Number.NaN);
      if (!Number.isInteger(owner) || isAlive(owner)) continue;
      const folder = path.join(parent, name);
      const note = readPostmasterNote(path.join(folder, 'pg18'));
      if (note !== undefined && isAlive(note.pid)) process.kill(note.pid, 'SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    }
  }
}
