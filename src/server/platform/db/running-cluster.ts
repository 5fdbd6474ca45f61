/** Reads the state of the embedded database without changing anything. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from '../startup-error.ts';
import { hasEmbeddedPostgresCluster } from './cluster-files.ts';
import { embeddedDatabaseName } from './embedded-postgres.ts';
import { locatePostgresBinaries, postgresMajorVersion } from './postgres-binaries.ts';
import { isPostmasterPidFileDamaged, readPostmasterPidFile } from './postmaster-file.ts';
import { buildClusterConnectionString } from './postmaster.ts';

/**
 * State of the embedded database. `absent`: the database does not exist yet, and the next start creates it.
 * `connectionString`: null if the database is not running.
 */
export type EmbeddedDatabaseState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'present'; readonly connectionString: string | null };

/** Reads the embedded database's state. @throws {StartupError} if a start would fail, with the reason in one line. */
export function readEmbeddedDatabaseState(dataDir: string): EmbeddedDatabaseState {
  locatePostgresBinaries();
  if (!hasEmbeddedPostgresCluster(dataDir)) return { kind: 'absent' };
  const dir = path.join(dataDir, `pg${postgresMajorVersion}`);
  const version = readFileSync(path.join(dir, 'PG_VERSION'), 'utf8').trim();
  if (version !== postgresMajorVersion)
    throw new StartupError(`La base de datos en ${dir} es de PostgreSQL ${version}.`);
  const passwordFile = path.join(dataDir, `pg${postgresMajorVersion}.password`);
  if (!existsSync(passwordFile)) throw new StartupError(`Falta ${passwordFile}, la contraseña de la base de datos.`);
  if (isPostmasterPidFileDamaged(dir))
    throw new StartupError(`${path.join(dir, 'postmaster.pid')} está vacío o dañado.`);
  const note = readPostmasterPidFile(dir);
  if (!note) return { kind: 'present', connectionString: null };
  const address = { host: note.socketDir ?? '127.0.0.1', port: note.port };
  const password = readFileSync(passwordFile, 'utf8').trim();
  return {
    kind: 'present',
    connectionString: buildClusterConnectionString({ password }, address, embeddedDatabaseName),
  };
}
