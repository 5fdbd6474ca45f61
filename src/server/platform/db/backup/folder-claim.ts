/**
 * Marks a folder as used by a running backup or verification. A verification puts unencrypted data into its folder, and
 * an interrupted one can't remove them. The next backup must distinguish such leftovers from a run in progress.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { lstat, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { isAlive } from '../postmaster-file.ts';

const noteFile = 'under-way.json';
const signOfLifeEveryMs = 60_000;
/** Time after which an unchanged folder no longer belongs to a run in progress, however slow the run is. */
const silentForMs = 6 * 3_600_000;

const noteSchema = z.object({
  machine: z.string(),
  pid: z.number().int(),
  /** When the backup process started, as the operating system counts. Null if the system does not report it. */
  startedAt: z.string().nullable(),
});

export interface FolderClaim {
  /** Removes the mark but keeps the folder. */
  release(): Promise<void>;
}

/** Marks the folder as used by this backup process, and renews the mark each minute. */
export async function claimFolder(folder: string): Promise<FolderClaim> {
  const file = path.join(folder, noteFile);
  const note: z.infer<typeof noteSchema> = {
    machine: readMachine(),
    pid: process.pid,
    startedAt: readStart(process.pid),
  };
  await writeFile(file, JSON.stringify(note), { mode: 0o600 });
  const timer = setInterval(() => {
    const now = new Date();
    // Ignore a failed renewal of the mark. The code that writes into the folder reports the problem.
    utimes(file, now, now).catch(() => undefined);
  }, signOfLifeEveryMs).unref();
  return {
    async release() {
      clearInterval(timer);
      await rm(file, { force: true });
    },
  };
}

/** True if a backup run uses the folder: its process exists, or the mark of another machine was renewed lately. */
export async function isFolderInUse(folder: string): Promise<boolean> {
  const note = await readNote(folder);
  if (note?.machine !== readMachine()) return Date.now() - (await readLastChange(folder)) < silentForMs;
  if (!isAlive(note.pid)) return false;
  // Process ids are reused.
  const startedAt = readStart(note.pid);
  return startedAt === null || note.startedAt === null || startedAt === note.startedAt;
}

async function readNote(folder: string): Promise<z.infer<typeof noteSchema> | null> {
  try {
    return noteSchema.parse(JSON.parse(await readFile(path.join(folder, noteFile), 'utf8')));
  } catch {
    return null; // an older version's mark, or one cut off while it was written
  }
}

/** The newest modification time of a backup's folder and its files, in ms. */
async function readLastChange(folder: string): Promise<number> {
  let newest = (await lstat(folder)).mtimeMs;
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await lstat(path.join(folder, name)).catch(absentAsNull);
    newest = Math.max(newest, found?.mtimeMs ?? 0);
  }
  return newest;
}

/** Identifies where a process id is unique: one boot of the machine, and one container. */
function readMachine(): string {
  if (process.platform !== 'linux') return os.hostname();
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return os.hostname(); // no /proc
  }
}

function readStart(pid: number): string | null {
  try {
    // In /proc/PID/stat the start time is field 22. Field 2 is a name in brackets that may contain anything.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? null;
  } catch {
    return null; // the system has no /proc, or hides the processes of other users
  }
}

function absentAsNull(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}
