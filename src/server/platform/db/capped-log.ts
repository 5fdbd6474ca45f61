/**
 * Keeps a log that another process writes, and goes on writing after us, within bounds: what it holds is copied to `.1` and
 * cut, older copies move on. Whoever writes must append.
 */
import { open, rename, truncate } from 'node:fs/promises';

/** Of one file; a fifth of what the log may take in all. */
export const logFileBytes = 10 * 1024 * 1024;
const olderFiles = 4;

/** Moves the log on if it is longer than a file may be. Of what was written too fast the newest is kept. */
export async function capLog(file: string, maxBytes = logFileBytes): Promise<void> {
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

/** Null unless the file is longer than that. */
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
