/**
 * Marks a folder as used by a running backup. Verifying puts unencrypted data there, and an interrupted run can't
 * remove it. The next run must distinguish such leftovers from a run in progress.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { lstat, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { isAlive } from '../postmaster-file.ts';

const noteFile = 'under-way.json';
const signOfLifeEveryMs = 60_000;
/** Longer than any delay of a run that is still in progress. */
const silentForMs = 6 * 3_600_000;

const noteSchema = z.object({
  machine: z.string(),
  pid: z.number().int(),
  /** When the process started, by the machine's count. Null if the machine does not report it. */
  startedAt: z.string().nullable(),
});

export interface FolderClaim {
  /** Removes the mark but keeps the folder. */
  release(): Promise<void>;
}

/** Writes into the folder that this process uses it, and renews the mark each minute. */
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
    // A folder that can't be reached is reported by the code that writes into it.
    utimes(file, now, now).catch(() => undefined);
  }, signOfLifeEveryMs).unref();
  return {
    async release() {
      clearInterval(timer);
      await rm(file, { force: true });
    },
  };
}

/** True if a run uses the folder: its process exists, or, on another machine, its mark was renewed lately. */
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
    return null; // of an older version, or cut off before it was written
  }
}

/** The newest modification time in the folder, in ms. */
async function readLastChange(folder: string): Promise<number> {
  let newest = (await lstat(folder)).mtimeMs;
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await lstat(path.join(folder, name)).catch(absentAsNull);
    newest = Math.max(newest, found?.mtimeMs ?? 0);
  }
  return newest;
}

/** Identifies the scope in which a process id is unique: one boot of the machine, and one container. */
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
    // The start time is the 22nd field. The second field is a name in brackets that may contain anything.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? null;
  } catch {
    return null; // not Linux, or another user's process that is hidden
  }
}

function absentAsNull(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}
