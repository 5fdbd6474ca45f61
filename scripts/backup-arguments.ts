// Arguments of `npm run backup`. npm passes flags on only behind `--`. Earlier ones become npm's own settings in the
// environment: `--keep=14` is npm_config_keep=14, and the number of `--keep 14` becomes an argument.
import { parseArgs } from 'node:util';
import { StartupError } from '../src/server/platform/startup-error.ts';

export interface BackupArguments {
  /** Folder of this backup; null for a dated one in `parent`. */
  readonly folder: string | null;
  readonly parent: string;
  /** Number of dated backups to keep; null for all. */
  readonly keep: number | null;
  readonly verify: boolean;
}

const usage = 'Uso: npm run backup -- [CARPETA | --in CARPETA --keep N] [--verify]';

/** Reads the arguments. @throws {StartupError} with the usage if they are wrong. */
export function readBackupArguments(
  given: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): BackupArguments {
  const { values, positionals } = parse(given);
  const places = [...positionals];
  const fromNpm = (name: string): string | undefined => {
    const value = env[`npm_config_${name}`];
    // npm took the flag's value for an argument.
    return value === 'true' ? places.shift() : value || undefined;
  };
  const both = env['npm_config_in'] === 'true' && env['npm_config_keep'] === 'true';
  if (both) throw new StartupError(usage); // the order of both values is lost
  const parent = values.in ?? fromNpm('in');
  const keep = values.keep ?? fromNpm('keep');
  const verify = values.verify === true || ['true', ''].includes(env['npm_config_verify'] ?? 'no');
  const [folder = null, ...more] = places;
  if (more.length > 0) throw new StartupError(usage);
  if (folder !== null && (parent !== undefined || keep !== undefined)) throw new StartupError(usage);
  // A flag without its number must not count as absent.
  if (keep === undefined && (env['npm_config_keep'] ?? '') !== '') throw new StartupError(usage);
  if (keep !== undefined && !/^[1-9]\d{0,3}$/u.test(keep))
    throw new StartupError(`--keep: se esperaba cuántas copias quedan, de 1 a 9999, y vale ${JSON.stringify(keep)}.`);
  return { folder, parent: parent ?? 'backups', keep: keep === undefined ? null : Number(keep), verify };
}

function parse(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: { in: { type: 'string' }, keep: { type: 'string' }, verify: { type: 'boolean' } },
    });
  } catch {
    throw new StartupError(usage);
  }
}
