// Applies the migrations that a database lacks. If several servers start at once, a lock lets only one of them migrate.
// The others wait, and then find all migrations applied. During a migration no server can write, and afterwards no
// server of an older version can write (schema-guard.ts).
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PoolClient } from 'pg';
import { Migrator } from 'kysely/migration';
import type { Migration, MigrationProvider } from 'kysely/migration';
import { StartupError } from '../startup-error.ts';
import { assertDatabaseServerUsable } from './check-server.ts';
import { connectDatabase, type DatabaseHandle } from './database.ts';
import { createOutdatedServerStartError, schemaWriteLockId } from './schema-guard.ts';

const migrationLock = 0x566f_6d69;
const migrationFolder = path.join(import.meta.dirname, 'migrations');

/**
 * Checks the database server (`assertDatabaseServerUsable`) and applies the missing migrations in one transaction.
 * Tests pass `upTo`, the last migration to apply, to get an older version's database.
 * @returns the names of the migrations applied now, oldest first.
 * @throws {StartupError} with a message of one line.
 */
export async function migrateDatabase(
  connectionString: string,
  folder = migrationFolder,
  upTo?: string,
): Promise<string[]> {
  await assertDatabaseServerUsable(connectionString);
  const database = connectDatabase({
    connectionString,
    applicationName: 'vocero-migrate',
    max: 2,
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
  });
  try {
    if (upTo === undefined && (await isCurrent(database, await listMigrationNames(folder)))) return [];
    const lock = await database.pool.connect();
    try {
      await lock.query('SELECT pg_advisory_lock($1)', [migrationLock]);
      const migrator = new Migrator({ db: database.db, provider: providerOf(folder) });
      const isMissingSome = (await migrator.getMigrations()).some(({ executedAt }) => executedAt === undefined);
      if (isMissingSome) await lock.query('SELECT pg_advisory_lock($1)', [schemaWriteLockId]);
      await ensureJobSchema(lock);
      const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
      if (error !== undefined) throw explain(error, results?.find((each) => each.status === 'Error')?.migrationName);
      // Release the advisory lock explicitly. PostgreSQL keeps a closed connection's locks for a moment, during which
      // writes would be blocked.
      if (isMissingSome) await lock.query('SELECT pg_advisory_unlock($1)', [schemaWriteLockId]);
      return (results ?? []).map((each) => each.migrationName);
    } finally {
      lock.release(true);
    }
  } finally {
    await database.close();
  }
}

/**
 * Creates the job queue's schema, because pg-boss itself creates only the tables in it. This needs the right to create
 * schemas.
 */
async function ensureJobSchema(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regnamespace('pgboss') is not null as there`);
  if (rows[0]?.there !== true) await client.query('create schema pgboss');
}

export async function listMigrationNames(folder = migrationFolder): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}.*(?<!\.test)\.ts$/u.test(name));
  return names.map((name) => path.basename(name, '.ts')).sort();
}

/**
 * True if the database has exactly this version's migrations. Only names are compared, because loading the migration
 * files would delay a start.
 */
async function isCurrent({ pool }: DatabaseHandle, names: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('kysely_migration') is not null and to_regnamespace('pgboss') is not null as there`,
  );
  if (rows[0]?.there !== true) return false;
  const applied = await pool.query<{ name: string }>('select name from kysely_migration');
  return applied.rows.length === names.length && applied.rows.every(({ name }) => names.includes(name));
}

// Makes Kysely's migration provider, which loads the files named 0001-….ts in the order of their names.
function providerOf(folder: string): MigrationProvider {
  return {
    async getMigrations() {
      const entries = (await listMigrationNames(folder)).map(async (name): Promise<[string, Migration]> => {
        const url = pathToFileURL(path.join(folder, `${name}.ts`)).href;
        return [name, (await import(/* @vite-ignore */ url)) as Migration];
      });
      return Object.fromEntries(await Promise.all(entries));
    },
  };
}

function explain(error: unknown, migration: string | undefined): StartupError {
  const reason = error instanceof Error ? error.message : String(error);
  const newer = /previously executed migration (\S+) is missing/u.exec(reason);
  if (newer?.[1] !== undefined) return createOutdatedServerStartError(newer[1], error);
  return new StartupError(`La migración ${migration ?? 'de la base de datos'} falló: ${reason}`, { cause: error });
}
