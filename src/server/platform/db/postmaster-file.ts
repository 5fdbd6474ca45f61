// Reads postmaster.pid, the file in which a running PostgreSQL records its process id and address.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A running PostgreSQL, as postmaster.pid describes it. */
export interface PostmasterPidFile {
  readonly pid: number;
  readonly port: number;
  /** Folder of PostgreSQL's unix socket. Undefined if it uses TCP only. */
  readonly socketDir: string | undefined;
}

/** Reads postmaster.pid in a PostgreSQL data folder. Undefined if it is missing or its process has ended. */
export function readPostmasterPidFile(clusterDir: string): PostmasterPidFile | undefined {
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
 * True if postmaster.pid exists but contains no process id. PostgreSQL then refuses to start, because another server
 * may be alive. A starting PostgreSQL leaves the file so for a moment.
 */
export function isPostmasterPidFileDamaged(clusterDir: string): boolean {
  try {
    return !/^-?[1-9]\d*\s*$/m.test(readFileSync(path.join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '');
  } catch {
    return false;
  }
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return true;
}

// True if the process with this id is this cluster's PostgreSQL, judged by its command line. The process may be another
// one, because process ids are reused after a reboot.
function isPostmaster(pid: number, clusterDir: string): boolean {
  if (!isProcessAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.some((word) => word === clusterDir);
  } catch {
    return false;
  }
}
