// Shared parts of the set-up steps: paths, stamps (the input of the last success), child processes, and a lock against
// two commands at once on one clone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The clone's root. */
export const root = path.resolve(import.meta.dirname, '..', '..');
const stamps = path.join(root, 'node_modules', '.cache');
const lock = path.join(root, '.cache', 'setup.lock');

/** An expected failure, explained by one line. */
export class SetupError extends Error {}

/** Absolute path of a file of the clone. */
export function at(...parts) {
  return path.join(root, ...parts);
}

/** The text of a stamp or file; undefined if there is none. */
export function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** The text that a step stored at its last success. */
export function readStamp(name) {
  return readText(path.join(stamps, name));
}

/** Stores a step's success. */
export function writeStamp(name, text) {
  mkdirSync(stamps, { recursive: true });
  writeFileSync(path.join(stamps, name), text);
}

/** One hash over files and folders (their files by name and content). Absent ones count as absent. */
export function hashOf(paths, isWanted = () => true) {
  const hash = createHash('sha256');
  for (const each of paths) {
    const stat = statSync(at(each), { throwIfNoEntry: false });
    const names = stat?.isDirectory()
      ? readdirSync(at(each), { recursive: true }).toSorted((a, b) => (a < b ? -1 : 1))
      : [''];
    for (const name of names) {
      const file = at(each, name);
      if (!isWanted(file) || !statSync(file, { throwIfNoEntry: false })?.isFile()) continue;
      hash
        .update(`${path.relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/** Runs a program in the terminal; true if it succeeded. */
export function run(program, args, { env = {}, stdio = 'inherit' } = {}) {
  const result = spawnSync(program, args, { cwd: root, stdio, env: { ...process.env, ...env } });
  return result.status === 0;
}

/** Output of a program; undefined if it fails or is missing. */
export function outputOf(program, args, env = {}) {
  const result = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 30_000,
  });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

/** PATH as npm sets it for this package's commands. */
export function commandPath() {
  return [at('node_modules', '.bin'), process.env.PATH ?? ''].join(path.delimiter);
}

/** Runs the steps under a lock of this clone; a dead process's lock is taken over. */
export function withLock(steps) {
  mkdirSync(path.dirname(lock), { recursive: true });
  while (!takeLock()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  try {
    return steps();
  } finally {
    rmSync(lock, { force: true });
  }
}

function takeLock() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const owner = Number(readText(lock));
    if (owner > 0 && !isAlive(owner)) rmSync(lock, { force: true });
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
