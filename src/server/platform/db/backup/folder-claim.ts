/**
 * Whose a folder is that a backup works in. It holds the database, in clear while it is verified, and a run that was cut off
 * can't take it away: the next run must know what is left over and what is under way.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { lstat, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { isAlive } from '../postmaster-file.ts';

const noteFile = 'under-way.json';
const signOfLifeEveryMs = 60_000;
/** Longer than anything that holds up a run which goes on. */
const silentForMs = 6 * 3_600_000;

const noteSchema = z.object({
  machine: z.string(),
  pid: z.number().int(),
  /** When the process began, as the machine counts; null: it does not tell. */
  startedAt: z.string().nullable(),
});

export interface FolderClaim {
  /** The folder stays, without a sign of whose it was. */
  release(): Promise<void>;
}

/** Says in the folder that this process works in it, and each minute that it still does. */
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
    // A folder that can't be reached is told by whoever writes into it.
    utimes(file, now, now).catch(() => undefined);
  }, signOfLifeEveryMs).unref();
  return {
    async release() {
      clearInterval(timer);
      await rm(file, { force: true });
    },
  };
}

/** Whether a run works in the folder: of this machine its process tells, of another one the last sign of life. */
export async function isUnderWay(folder: string): Promise<boolean> {
  const note = await readNote(folder);
  if (note?.machine !== readMachine()) return Date.now() - (await readLastChange(folder)) < silentForMs;
  if (!isAlive(note.pid)) return false;
  // Ids of processes come again.
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

/** The newest time of all that is in the folder, in ms. */
async function readLastChange(folder: string): Promise<number> {
  let newest = (await lstat(folder)).mtimeMs;
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await lstat(path.join(folder, name)).catch(absentAsNull);
    newest = Math.max(newest, found?.mtimeMs ?? 0);
  }
  return newest;
}

/** Where a process id means one process: a start of the machine, and of it one container. */
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
    // The 22nd field; the second is a name that may hold anything, in brackets.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? null;
  } catch {
    return null; // not Linux, or another user's process that is hidden
  }
}

function absentAsNull(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}
