// Reads postmaster.pid, the note in which a running PostgreSQL says who and where it is.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A running postmaster, as its own note describes it. */
export interface PostmasterNote {
  readonly pid: number;
  readonly port: number;
  /** Folder of the unix socket; undefined when it has none. */
  readonly socketDir: string | undefined;
}

/** The note in a cluster's folder, or undefined when there is none or its process is gone. */
export function readPostmasterNote(clusterDir: string): PostmasterNote | undefined {
  let lines: string[];
  try {
    lines = readFileSync(path.join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || pid <= 1 || !isPostmaster(pid, clusterDir)) return undefined;
  return { pid, port: Number.isInteger(port) ? port : 0, socketDir: lines[4]?.trim() || undefined };
}

/**
 * Whether the note is there and names no process. PostgreSQL does not start beside such a one, and rightly: whether a server
 * lives that it was the note of, nobody can tell from it. A server that is just starting leaves it so for a moment.
 */
export function isNoteDamaged(clusterDir: string): boolean {
  try {
    return !/^-?[1-9]\d*\s*$/m.test(readFileSync(path.join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '');
  } catch {
    return false;
  }
}

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return true;
}

// After a reboot the number may belong to somebody else: on Linux the command line tells.
function isPostmaster(pid: number, clusterDir: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.some((word) => word === clusterDir);
  } catch {
    return false;
  }
}
