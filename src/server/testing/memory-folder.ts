/**
 * Where the kill tests keep their databases: in memory where there is room. A cluster is hundreds of small files, and ext4
 * looks long for a place for each of them when as many were deleted within the last minutes. A killed process loses nothing
 * there; only the machine's own end would.
 */
import { statfsSync } from 'node:fs';
import os from 'node:os';

const memoryFolder = '/dev/shm';
const roomBytes = 2 * 1024 ** 3;

export function chooseFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= roomBytes ? memoryFolder : os.tmpdir();
  } catch {
    return os.tmpdir(); // Linux alone has it
  }
}
