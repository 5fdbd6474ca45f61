/**
 * The folder for test databases: in memory if there is room. A cluster is hundreds of small files, for which ext4
 * searches long if many were deleted recently. A killed process loses nothing there; only a machine crash would.
 */
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isProcessAlive, readPostmasterPidFile } from '../platform/db/postmaster-file.ts';

const prefix = 'vocero-test-pg-';
const memoryFolder = '/dev/shm';
const roomBytes = 2 * 1024 ** 3;

/** Makes a private folder, closed to other users. The caller removes it. */
export async function makeFolder(): Promise<string> {
  const memory = await statfs(memoryFolder).catch(() => null);
  const parent = memory && memory.bavail * memory.bsize >= roomBytes ? memoryFolder : os.tmpdir();
  return mkdtemp(path.join(parent, `${prefix}${process.pid}-`));
}

/** Removes folders of killed runs. A folder's name contains its run's process id. */
export async function sweepFolders(): Promise<void> {
  for (const parent of [memoryFolder, os.tmpdir()]) {
    for (const name of await readdir(parent).catch(() => [])) {
      const owner = Number(name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : Number.NaN);
      if (!Number.isInteger(owner) || isProcessAlive(owner)) continue;
      const folder = path.join(parent, name);
      const note = readPostmasterPidFile(path.join(folder, 'pg18'));
      if (note !== undefined && isProcessAlive(note.pid)) process.kill(note.pid, 'SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    }
  }
}
