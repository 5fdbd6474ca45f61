// Files of the embedded database: DATA_DIR/pg18 made by initdb, its password file, and the folder of its socket. A new
// cluster is made in a temporary folder and then renamed, so that it is never incomplete.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  lchown,
  link,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../startup-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { postgresMajorVersion } from './postgres-binaries.ts';
import {
  postgresEnvironment,
  choosePostgresClusterOwner,
  findPostgresProcessUser,
  buildCommandLineAsUser,
  getSpawnUserOptions,
} from './postgres-user.ts';
import type { PostgresProcessUser } from './postgres-user.ts';

const run = promisify(execFile);

/** Role that owns the embedded cluster. */
export const embeddedSuperuserName = 'vocero';
// The path of a unix socket, including the file's name, may have 108 bytes on Linux and 104 on macOS.
const temporarySocketDir = 'vocero-pg-';
const longestSocketDir = 103 - '/.s.PGSQL.5432'.length;

/** A cluster ready to be started. */
export interface PostgresCluster {
  readonly dir: string;
  readonly password: string;
  readonly runAs: PostgresProcessUser;
  /** Path of PostgreSQL's own log file. Its size is limited by capped-log.ts. */
  readonly logFile: string;
}

/** True if DATA_DIR contains an embedded database. */
export function hasEmbeddedPostgresCluster(dataDir: string): boolean {
  return existsSync(path.join(dataDir, `pg${postgresMajorVersion}`, 'PG_VERSION'));
}

/**
 * Returns the PostgreSQL cluster in DATA_DIR/pg18, and creates it the first time.
 * @param throwaway skips flushing a new cluster to the disk (test data).
 * @throws {StartupError} on a cluster of another version, a missing password or a folder that can't be used.
 */
export async function preparePostgresCluster(
  dataDirGiven: string,
  binaries: PostgresBinaries,
  throwaway: boolean,
): Promise<PostgresCluster> {
  await mkdir(dataDirGiven, { recursive: true, mode: process.geteuid?.() === 0 ? 0o711 : 0o700 });
  const dataDir = await realpath(dataDirGiven);
  const dir = path.join(dataDir, `pg${postgresMajorVersion}`);
  const passwordFile = path.join(dataDir, `pg${postgresMajorVersion}.password`);
  const owner = choosePostgresClusterOwner(dir);
  const logFile = path.join(dataDir, 'postgres.log');

  const version = await readFile(path.join(dir, 'PG_VERSION'), 'utf8').catch(absentAsUndefined);
  if (version === undefined) {
    const password = await choosePassword(passwordFile);
    const runAs = await initialise({ dir, dataDir, owner, password, binaries, throwaway });
    return { dir, password, runAs, logFile };
  }
  if (version.trim() !== postgresMajorVersion) {
    throw new StartupError(
      `La base de datos en ${dir} es de PostgreSQL ${version.trim()} y esta versión de Vocero usa PostgreSQL ${postgresMajorVersion}: usa otro DATA_DIR y restaura una copia de seguridad.`,
    );
  }
  const password = await readFile(passwordFile, 'utf8').catch(absentAsUndefined);
  if (password === undefined) {
    throw new StartupError(
      `Falta ${passwordFile}, la contraseña de la base de datos en ${dir}: restáurala o usa otro DATA_DIR.`,
    );
  }
  await giveTo(dir, owner);
  // Only the owner may read the folder. PostgreSQL refuses to start if other users can read it, as they might in a
  // copied folder.
  await chmod(dir, 0o700);
  return { dir, password: password.trim(), runAs: findPostgresProcessUser(owner, binaries.postgres, dir), logFile };
}

interface Initialisation {
  dir: string;
  dataDir: string;
  owner: PostgresProcessUser['owner'];
  password: string;
  binaries: PostgresBinaries;
  throwaway: boolean;
}

/**
 * Creates and reads the embedded database's password. If several processes start at once, all use the password that was
 * created first.
 */
async function choosePassword(passwordFile: string): Promise<string> {
  const own = `${passwordFile}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(own, randomBytes(24).toString('base64url'), { mode: 0o600 });
    await link(own, passwordFile).catch(existingAsUndefined);
  } finally {
    await rm(own, { force: true });
  }
  return (await readFile(passwordFile, 'utf8')).trim();
}

async function initialise(job: Initialisation): Promise<PostgresProcessUser> {
  const stage = await mkdtemp(path.join(job.dataDir, `pg${postgresMajorVersion}.new-`));
  try {
    const cluster = path.join(stage, 'cluster');
    const secret = path.join(stage, 'password');
    await mkdir(cluster, { mode: 0o700 });
    await writeFile(secret, job.password, { mode: 0o600 });
    await giveTo(stage, job.owner);
    const runAs = findPostgresProcessUser(job.owner, job.binaries.postgres, cluster);
    const flags = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    const access = ['-A', 'scram-sha-256', '-U', embeddedSuperuserName, `--pwfile=${secret}`, '-D', cluster];
    const sync = job.throwaway ? ['--no-sync'] : [];
    const [command, args] = buildCommandLineAsUser(runAs, job.binaries.initdb, [...flags, ...access, ...sync]);
    try {
      await run(command, args, { ...getSpawnUserOptions(runAs), cwd: '/', env: postgresEnvironment });
    } catch (error) {
      const told = error instanceof Error && 'stderr' in error ? lastLine(String(error.stderr)) : String(error);
      throw new StartupError(`PostgreSQL no pudo crear la base de datos en ${job.dir}: ${told}`);
    }
    // If another process created the database folder meanwhile, use it. Its password is the same.
    await rename(cluster, job.dir).catch(existingAsUndefined);
    return runAs;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/**
 * Returns a folder for PostgreSQL's unix socket, closed to other users. It is beside the cluster if its path is short
 * enough for a socket, otherwise a new folder in the system's temporary folder.
 */
export async function preparePostgresSocketDir(cluster: PostgresCluster): Promise<string> {
  const beside = `${cluster.dir}-socket`;
  const short = Buffer.byteLength(beside) <= longestSocketDir;
  if (short) await mkdir(beside, { recursive: true, mode: 0o700 });
  const dir = short ? beside : await mkdtemp(path.join(os.tmpdir(), temporarySocketDir));
  await giveTo(dir, cluster.runAs.owner);
  return dir;
}

/** Deletes the folder of PostgreSQL's socket if it is in the system's temporary folder. */
export async function removePostgresSocketDir(dir: string): Promise<void> {
  if (path.basename(dir).startsWith(temporarySocketDir)) await rm(dir, { recursive: true, force: true });
}

/** Returns the last non-empty line of PostgreSQL's log, which explains a failed start. */
export async function readLastPostgresLogLine(cluster: PostgresCluster): Promise<string> {
  return lastLine((await readFile(cluster.logFile, 'utf8').catch(absentAsUndefined)) ?? '');
}

// Changes the owner of a folder and its content. The folder itself is changed last, so that its owner shows that all
// content is done.
async function giveTo(dir: string, owner: PostgresProcessUser['owner']): Promise<void> {
  if (owner === undefined || (await stat(dir)).uid === owner.uid) return;
  for (const name of await readdir(dir, { recursive: true })) {
    await lchown(path.join(dir, name), owner.uid, owner.gid);
  }
  await chown(dir, owner.uid, owner.gid);
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? '';
}

function existingAsUndefined(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error;
  return undefined;
}

function absentAsUndefined(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
