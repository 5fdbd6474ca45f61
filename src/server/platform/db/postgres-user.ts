// Chooses the operating system user that runs the embedded PostgreSQL. PostgreSQL refuses to run as root, so a server
// that runs as root chooses an unprivileged user. That user may need a Linux capability to reach a database folder
// inside a private folder.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { StartupError } from '../startup-error.ts';

export interface PostgresProcessUser {
  /** Command placed before the program to run it as another user: setpriv with its flags, or empty. */
  readonly prefix: readonly string[];
  /** User id for child_process.spawn. Absent if the program runs as this process's user. */
  readonly uid?: number;
  readonly gid?: number;
  /** User and group that must own the database's folders. Absent if the owner is this process's user. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/**
 * Environment variables of every PostgreSQL program. The server's own variables, such as PG* and LANG, are not passed
 * on.
 */
export const postgresEnvironment: NodeJS.ProcessEnv =
  process.platform === 'win32'
    ? { SystemRoot: 'C:\\Windows', PATH: 'C:\\Windows\\System32', TZ: 'UTC' }
    : { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'C', TZ: 'UTC' };

// Linux capabilities with which a process may enter private folders of other users. `bit` is the capability's bit in
// /proc/self/status.
const reachCapabilities = [
  { name: 'dac_read_search', bit: 2n },
  { name: 'dac_override', bit: 1n },
];

/**
 * Chooses the operating system user that owns and runs the cluster in `dataDir`. A process that does not run as root
 * uses its own user. Root uses the folder's present owner. If root owns the folder or the folder does not exist, root
 * uses the user 'postgres', or 'nobody' if there is no such user.
 * @throws {StartupError} if the folder belongs to a user that this process can't become.
 */
export function choosePostgresClusterOwner(dataDir: string): PostgresProcessUser['owner'] {
  const self = process.geteuid?.();
  if (self === undefined) return undefined;
  const present = existsSync(dataDir) ? statSync(dataDir) : undefined;
  if (self !== 0) {
    if (present !== undefined && present.uid !== self) {
      throw new StartupError(
        `La carpeta ${dataDir} pertenece a otro usuario (uid ${present.uid}): inicia Vocero con ese usuario o usa otro DATA_DIR.`,
      );
    }
    return undefined;
  }
  if (present !== undefined && present.uid !== 0) return { uid: present.uid, gid: present.gid };
  return lookUpUser('postgres') ?? lookUpUser('nobody') ?? { uid: 65_534, gid: 65_534 };
}

/**
 * Finds a way to run `program` as `owner` so that it can access the owner's `folder`. If the owner can't enter the
 * folder, the program is run through setpriv with a capability to enter private folders.
 * @throws {StartupError} if neither way works.
 */
export function findPostgresProcessUser(
  owner: PostgresProcessUser['owner'],
  program: string,
  folder: string,
): PostgresProcessUser {
  if (owner === undefined) return { prefix: [] };
  const direct: PostgresProcessUser = { prefix: [], ...owner, owner };
  if (canRun(direct, program, folder)) return direct;
  const held = heldCapabilities();
  for (const { name, bit } of reachCapabilities) {
    if (((held >> bit) & 1n) === 0n) continue;
    const ids = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
    const capability = [`--inh-caps=+${name}`, `--ambient-caps=+${name}`];
    // Set the securebit no_setuid_fixup. PostgreSQL finds its programs by access(), which otherwise ignores the
    // capabilities of an unprivileged user.
    const assisted: PostgresProcessUser = {
      prefix: ['setpriv', ...ids, '--securebits=+no_setuid_fixup', ...capability],
      owner,
    };
    if (canRun(assisted, program, folder)) return assisted;
  }
  throw new StartupError(
    `PostgreSQL no corre como root y el usuario ${owner.uid} no llega a ${folder} o a ${program}: inicia Vocero con un usuario común, mueve la carpeta fuera de un directorio privado o define DATABASE_URL.`,
  );
}

function canRun(runAs: PostgresProcessUser, program: string, folder: string): boolean {
  // With the option -C, PostgreSQL only prints one setting. This tests that it can run and find its files.
  const check = '"$0" -C max_connections -c config_file=/dev/null -D "$1" && test -w "$1" && test -x "$1"';
  const [command, args] = buildCommandLineAsUser(runAs, '/bin/sh', ['-c', check, program, folder]);
  const result = spawnSync(command, args, {
    ...getSpawnUserOptions(runAs),
    cwd: '/',
    env: postgresEnvironment,
    stdio: 'ignore',
  });
  return result.status === 0;
}

export function buildCommandLineAsUser(
  runAs: PostgresProcessUser,
  program: string,
  args: readonly string[],
): [string, string[]] {
  const [first, ...rest] = runAs.prefix;
  return first === undefined ? [program, [...args]] : [first, [...rest, program, ...args]];
}

export function getSpawnUserOptions(runAs: PostgresProcessUser): { uid?: number; gid?: number } {
  return runAs.uid === undefined || runAs.gid === undefined ? {} : { uid: runAs.uid, gid: runAs.gid };
}

function heldCapabilities(): bigint {
  try {
    const line = /^CapPrm:\s*([0-9a-f]+)$/mu.exec(readFileSync('/proc/self/status', 'utf8'));
    return BigInt(`0x${line?.[1] ?? '0'}`);
  } catch {
    return 0n;
  }
}

function lookUpUser(name: string): PostgresProcessUser['owner'] {
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  const fields = users
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':');
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  return Number.isInteger(uid) && Number.isInteger(gid) && uid > 0 ? { uid, gid } : undefined;
}
