/**
 * Claims a folder for a running backup or verification by a note file with the process id.
 * An interrupted verification leaves unencrypted data in its folder. The next backup removes such folders, but not
 * those that a running process still uses.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { lstat, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { isProcessAlive } from '../postmaster-file.ts';

const noteFile = 'under-way.json';
const signOfLifeEveryMs = 60_000;
/**
 * Time in ms after which a backup folder without changes counts as abandoned. Even a slow backup changes its folder
 * more often.
 */
const silentForMs = 6 * 3_600_000;

const noteSchema = z.object({
  machine: z.string(),
  pid: z.number().int(),
  /** Start time of the process that uses the backup folder, in the system's clock ticks. Null if it is unknown. */
  startedAt: z.string().nullable(),
});

export interface BackupFolderClaim {
  /** Removes the mark but keeps the folder. */
  release(): Promise<void>;
}

/** Claims a backup folder for this process by a note file in it, whose modification time is renewed every minute. */
export async function claimBackupFolder(folder: string): Promise<BackupFolderClaim> {
  const file = path.join(folder, noteFile);
  const note: z.infer<typeof noteSchema> = {
    machine: readMachine(),
    pid: process.pid,
    startedAt: readStart(process.pid),
  };
  await writeFile(file, JSON.stringify(note), { mode: 0o600 });
  const timer = setInterval(() => {
    const now = new Date();
    // Ignore a failed update of the note file's modification time. If the disk fails, the running backup itself reports
    // it.
    utimes(file, now, now).catch(() => undefined);
  }, signOfLifeEveryMs).unref();
  return {
    async release() {
      clearInterval(timer);
      await rm(file, { force: true });
    },
  };
}

/**
 * True if a running backup or verification uses the backup folder. If another machine or container created the folder,
 * it counts as used until six hours after its last change.
 */
export async function isBackupFolderInUse(folder: string): Promise<boolean> {
  const note = await readNote(folder);
  if (note?.machine !== readMachine()) return Date.now() - (await readLastChange(folder)) < silentForMs;
  if (!isProcessAlive(note.pid)) return false;
  // Process ids are reused.
  const startedAt = readStart(note.pid);
  return startedAt === null || note.startedAt === null || startedAt === note.startedAt;
}

async function readNote(folder: string): Promise<z.infer<typeof noteSchema> | null> {
  try {
    return noteSchema.parse(JSON.parse(await readFile(path.join(folder, noteFile), 'utf8')));
  } catch {
    return null;
  }
}

/** Returns the newest modification time of a folder and everything in it, in ms. */
async function readLastChange(folder: string): Promise<number> {
  let newest = (await lstat(folder)).mtimeMs;
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await lstat(path.join(folder, name)).catch(absentAsNull);
    newest = Math.max(newest, found?.mtimeMs ?? 0);
  }
  return newest;
}

/**
 * Returns an id of the machine, its current boot and this container. Within them, no two running processes have the
 * same process id.
 */
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
    // The start time is field 22 of /proc/PID/stat. Count from the end of field 2, because that field is a name in
    // brackets which may itself contain blanks.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function absentAsNull(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}
