// What `npm run backup` was asked. npm hands flags on behind `--` only; those before it, it keeps as settings of its own, which the
// environment tells: `--keep=14` as npm_config_keep=14, and of `--keep 14` the number as an argument.
import { parseArgs } from 'node:util';
import { StartupError } from '../src/server/platform/startup-error.ts';

export interface BackupArguments {
  /** This backup's own folder; null: a dated one in `parent`. */
  readonly folder: string | null;
  readonly parent: string;
  /** How many dated ones stay; null: all. */
  readonly keep: number | null;
  readonly verify: boolean;
}

const usage = 'Uso: npm run backup -- [CARPETA | --in CARPETA --keep N] [--verify]';

/** @throws {StartupError} how it is used. */
export function readBackupArguments(
  given: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): BackupArguments {
  const { values, positionals } = parse(given);
  const places = [...positionals];
  const fromNpm = (name: string): string | undefined => {
    const value = env[`npm_config_${name}`];
    // A flag whose value npm took for an argument.
    return value === 'true' ? places.shift() : value || undefined;
  };
  const both = env['npm_config_in'] === 'true' && env['npm_config_keep'] === 'true';
  if (both) throw new StartupError(usage); // which of the two comes first is lost
  const parent = values.in ?? fromNpm('in');
  const keep = values.keep ?? fromNpm('keep');
  const verify = values.verify === true || ['true', ''].includes(env['npm_config_verify'] ?? 'no');
  const [folder = null, ...more] = places;
  if (more.length > 0) throw new StartupError(usage);
  if (folder !== null && (parent !== undefined || keep !== undefined)) throw new StartupError(usage);
  // A flag without its number must not pass for none.
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
