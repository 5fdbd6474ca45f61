// Reads postmaster.pid, in which a running PostgreSQL records its process id and address.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A running PostgreSQL, as postmaster.pid describes it. */
export interface PostmasterNote {
  readonly pid: number;
  readonly port: number;
  /** Folder of PostgreSQL's unix socket. Undefined if it has none. */
  readonly socketDir: string | undefined;
}

/** Reads postmaster.pid of a PostgreSQL cluster. Undefined if there is no such file or its process has ended. */
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
 * True if postmaster.pid exists but names no process. PostgreSQL then refuses to start, because the file does not show
 * whether another server is alive. A starting server leaves the file so for a moment.
 */
export function isPostmasterFileDamaged(clusterDir: string): boolean {
  try {
    return !/^-?[1-9]\d*\s*$/m.test(readFileSync(path.join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '');
  } catch {
    return false;
  }
}

/** True if a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return true;
}

// True if the process is this cluster's PostgreSQL, by its command line. After a reboot, process ids are reused.
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
