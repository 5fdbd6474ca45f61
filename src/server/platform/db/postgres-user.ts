// Chooses the user that runs the embedded PostgreSQL. PostgreSQL refuses root, so a server started by root runs it as
// an unprivileged user, which may need help to reach a folder below a private one.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { StartupError } from '../startup-error.ts';

/** How to run a program as another operating system user: a command prefix, and ids for spawn. */
export interface RunAs {
  /** Prefix of the command that changes the user: empty, or setpriv with its flags. */
  readonly prefix: readonly string[];
  /** The user id for child_process. Absent if the program runs as this process's user. */
  readonly uid?: number;
  readonly gid?: number;
  /** The required owner of the database's folders. Absent if this process's user owns them. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/** The environment variables of every PostgreSQL program. Our own variables (PG*, LANG) are not passed on. */
export const cleanEnv: NodeJS.ProcessEnv =
  process.platform === 'win32'
    ? { SystemRoot: 'C:\\Windows', PATH: 'C:\\Windows\\System32', TZ: 'UTC' }
    : { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'C', TZ: 'UTC' };

// Bits in /proc/self/status of the Linux capabilities that allow entering closed folders.
const reachCapabilities = [
  { name: 'dac_read_search', bit: 2n },
  { name: 'dac_override', bit: 1n },
];

/**
 * Chooses the operating system user that owns and runs the cluster in `dataDir`. This is the process's own user unless
 * that is root. For root it is the folder's present owner, otherwise the user postgres, otherwise nobody.
 * @throws {StartupError} if the folder belongs to a user that this process can't become.
 */
export function chooseOwner(dataDir: string): RunAs['owner'] {
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
 * Finds how to run `program` as `owner` so that it can read itself and write in `folder`, which must exist and belong
 * to the owner. It runs directly, or else by setpriv with a capability to enter closed folders.
 * @throws {StartupError} if neither works.
 */
export function chooseRunAs(owner: RunAs['owner'], program: string, folder: string): RunAs {
  if (owner === undefined) return { prefix: [] };
  const direct: RunAs = { prefix: [], ...owner, owner };
  if (canRun(direct, program, folder)) return direct;
  const held = heldCapabilities();
  for (const { name, bit } of reachCapabilities) {
    if (((held >> bit) & 1n) === 0n) continue;
    const ids = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
    const capability = [`--inh-caps=+${name}`, `--ambient-caps=+${name}`];
    // PostgreSQL finds its own programs with access(), which ignores an unprivileged user's capabilities unless the
    // securebit no_setuid_fixup is set.
    const assisted: RunAs = { prefix: ['setpriv', ...ids, '--securebits=+no_setuid_fixup', ...capability], owner };
    if (canRun(assisted, program, folder)) return assisted;
  }
  throw new StartupError(
    `PostgreSQL no corre como root y el usuario ${owner.uid} no llega a ${folder} o a ${program}: inicia Vocero con un usuario común, mueve la carpeta fuera de un directorio privado o define DATABASE_URL.`,
  );
}

function canRun(runAs: RunAs, program: string, folder: string): boolean {
  // The flag -C makes PostgreSQL locate itself and its configuration, print one value and end.
  const check = '"$0" -C max_connections -c config_file=/dev/null -D "$1" && test -w "$1" && test -x "$1"';
  const [command, args] = commandLine(runAs, '/bin/sh', ['-c', check, program, folder]);
  const result = spawnSync(command, args, { ...spawnIds(runAs), cwd: '/', env: cleanEnv, stdio: 'ignore' });
  return result.status === 0;
}

/** The command and arguments that run a program as the user of `runAs`. */
export function commandLine(runAs: RunAs, program: string, args: readonly string[]): [string, string[]] {
  const [first, ...rest] = runAs.prefix;
  return first === undefined ? [program, [...args]] : [first, [...rest, program, ...args]];
}

/** The user and group ids for spawn's options. */
export function spawnIds(runAs: RunAs): { uid?: number; gid?: number } {
  return runAs.uid === undefined || runAs.gid === undefined ? {} : { uid: runAs.uid, gid: runAs.gid };
}

function heldCapabilities(): bigint {
  try {
    const line = /^CapPrm:\s*([0-9a-f]+)$/mu.exec(readFileSync('/proc/self/status', 'utf8'));
    return BigInt(`0x${line?.[1] ?? '0'}`);
  } catch {
    return 0n; // without /proc this is not Linux, and there are no capabilities
  }
}

function lookUpUser(name: string): RunAs['owner'] {
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  const fields = users
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':');
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  return Number.isInteger(uid) && Number.isInteger(gid) && uid > 0 ? { uid, gid } : undefined;
}
