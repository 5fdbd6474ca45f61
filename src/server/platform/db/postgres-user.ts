// As whom the embedded PostgreSQL runs. PostgreSQL refuses root, so a server started by root
// runs it as an unprivileged user, which may need help to reach a folder below a private one.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { StartupError } from '../startup-error.ts';

/** A way to start a program: the words to put before it and the ids for spawn. */
export interface RunAs {
  /** Words before the program itself (empty, or setpriv with its flags). */
  readonly prefix: readonly string[];
  /** Ids for child_process; absent when the program runs as this process does. */
  readonly uid?: number;
  readonly gid?: number;
  /** Owner that the database's folders must have; absent: this process's own. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/** Environment of every PostgreSQL program: nothing of ours (PG* variables, LANG) leaks in. */
export const cleanEnv: NodeJS.ProcessEnv =
  process.platform === 'win32'
    ? { SystemRoot: 'C:\\Windows', PATH: 'C:\\Windows\\System32', TZ: 'UTC' }
    : { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'C', TZ: 'UTC' };

// Bits in /proc/self/status of the capabilities that let a user enter folders closed to it.
const reachCapabilities = [
  { name: 'dac_read_search', bit: 2n },
  { name: 'dac_override', bit: 1n },
];

/**
 * Who shall own and run the cluster in `dataDir`: this process's own user unless that is root;
 * then the folder's present owner, or the user postgres, or nobody.
 * @throws {StartupError} when the folder belongs to somebody whom this process cannot become.
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
 * Finds how to run `program` as `owner` so that it can read itself and write in `folder` (which
 * must exist and belong to the owner): directly, else by setpriv with a capability to pass closed folders.
 * @throws {StartupError} when neither works.
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
    // PostgreSQL looks for its own programs with access(), which ignores a common user's
    // capabilities unless this bit is set.
    const assisted: RunAs = { prefix: ['setpriv', ...ids, '--securebits=+no_setuid_fixup', ...capability], owner };
    if (canRun(assisted, program, folder)) return assisted;
  }
  throw new StartupError(
    `PostgreSQL no corre como root y el usuario ${owner.uid} no llega a ${folder} o a ${program}: inicia Vocero con un usuario común, mueve la carpeta fuera de un directorio privado o define DATABASE_URL.`,
  );
}

function canRun(runAs: RunAs, program: string, folder: string): boolean {
  // -C makes PostgreSQL locate itself and its configuration, print one value and end.
  const check = '"$0" -C max_connections -c config_file=/dev/null -D "$1" && test -w "$1" && test -x "$1"';
  const [command, args] = commandLine(runAs, '/bin/sh', ['-c', check, program, folder]);
  const result = spawnSync(command, args, { ...spawnIds(runAs), cwd: '/', env: cleanEnv, stdio: 'ignore' });
  return result.status === 0;
}

/** A program and its arguments as `runAs` has them started. */
export function commandLine(runAs: RunAs, program: string, args: readonly string[]): [string, string[]] {
  const [first, ...rest] = runAs.prefix;
  return first === undefined ? [program, [...args]] : [first, [...rest, program, ...args]];
}

/** The ids part of spawn's options. */
export function spawnIds(runAs: RunAs): { uid?: number; gid?: number } {
  return runAs.uid === undefined || runAs.gid === undefined ? {} : { uid: runAs.uid, gid: runAs.gid };
}

function heldCapabilities(): bigint {
  try {
    const line = /^CapPrm:\s*([0-9a-f]+)$/mu.exec(readFileSync('/proc/self/status', 'utf8'));
    return BigInt(`0x${line?.[1] ?? '0'}`);
  } catch {
    return 0n; // no /proc: not Linux, so no capabilities to lend
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
