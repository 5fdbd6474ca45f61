/**
 * Limits the size of a log file that another process keeps writing, even after this process ends. Copies the log to
 * `.1`, truncates it and renumbers older copies. The writer must open the log in append mode.
 */
import { open, rename, truncate } from 'node:fs/promises';

/** Maximum size of the log file and of each of its four older copies, in bytes. */
export const postgresLogFileMaxBytes = 10 * 1024 * 1024;
const olderFiles = 4;

/**
 * Rotates the log file if it is longer than `maxBytes`: copies its newest `maxBytes` to an older file and truncates it.
 */
export async function rotateLogIfTooLong(file: string, maxBytes = postgresLogFileMaxBytes): Promise<void> {
  const newest = await readTail(file, maxBytes);
  if (newest === null) return;
  for (let age = olderFiles - 1; age > 0; age -= 1)
    await rename(`${file}.${age}`, `${file}.${age + 1}`).catch(absentIsFine);
  const copy = await open(`${file}.1`, 'w', 0o600);
  try {
    await copy.writeFile(newest);
  } finally {
    await copy.close();
  }
  await truncate(file, 0);
}

/** Returns the newest `maxBytes` of the log file. Null if the file is not longer. */
async function readTail(file: string, maxBytes: number): Promise<Buffer | null> {
  const log = await open(file, 'r').catch(absentIsFine);
  if (!log) return null;
  try {
    const { size } = await log.stat();
    if (size <= maxBytes) return null;
    const { buffer, bytesRead } = await log.read(Buffer.alloc(maxBytes), 0, maxBytes, size - maxBytes);
    return buffer.subarray(0, bytesRead);
  } finally {
    await log.close();
  }
}

function absentIsFine(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
