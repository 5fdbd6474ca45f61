/**
 * Fills an empty database from a backup in one transaction, so that a failure changes nothing. Each table is then read
 * back and compared with the backup's rows.
 */
import { pipeline } from 'node:stream/promises';
import { Client, type ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { PgBoss } from 'pg-boss';
import { StartupError } from '../../startup-error.ts';
import { migrateDatabase, migrationNames } from '../migrate.ts';
import {
  copyIn,
  copyOut,
  findJobsVersion,
  findMigration,
  listTables,
  nameOf,
  refuseWithoutProduct,
  type Table,
} from './backup-catalogue.ts';
import { digestCopyRows, openBackup, type BackupReader, type Manifest, type TableEntry } from './backup-folder.ts';

const usedMessage = 'La base ya tiene datos. Restaura en una carpeta DATA_DIR nueva o en una base vacía.';

export interface RestoreOptions {
  /** An empty database. Tables without rows, which a failed restore leaves behind, count as empty. */
  readonly connectionString: string;
  readonly folder: string;
  /** The passphrase of an encrypted backup. */
  readonly passphrase?: string | null;
  /** Called once the database is known to be empty and before anything is written. */
  readonly beforeFirstWrite?: () => Promise<void> | void;
  /** Called last in the transaction. It removes state that a restored database must not continue from. */
  readonly beforeCommit?: (client: ClientBase) => Promise<void>;
  /** Called for each table before it is filled. */
  readonly onTable?: (name: string, done: number, all: number) => void;
}

export interface RestoreResult {
  readonly manifest: Manifest;
  /** False if the backup's job queue has another version, so that its jobs were left out. */
  readonly hasJobs: boolean;
}

/**
 * Resolves once all rows are in, proved equal to the backup, and the schema is migrated to this version.
 * @throws {StartupError} if the database is not empty, the backup is newer than the program, or a file is damaged.
 */
export async function restore(options: RestoreOptions): Promise<RestoreResult> {
  const { connectionString, folder, passphrase = null, beforeFirstWrite, beforeCommit, onTable } = options;
  const backup = await openBackup(folder, passphrase);
  const { manifest } = backup;
  refuseWithoutProduct(manifest.tables, 'La copia está vacía: no tiene las tablas de Vocero. No se restauró nada.');
  if (!(await migrationNames()).includes(manifest.migration)) {
    throw new StartupError(
      'La copia es de una versión más nueva de Vocero. Actualiza el programa y vuelve a intentar.',
    );
  }
  await refuseUsed(connectionString, manifest.migration);
  await beforeFirstWrite?.();
  await migrateDatabase(connectionString, undefined, manifest.migration);
  const hasJobs = await prepareJobs(connectionString, manifest.jobsVersion);
  const tables = manifest.tables.filter(({ schema }) => hasJobs || schema !== 'pgboss');
  const client = await connect(connectionString);
  try {
    await client.query('begin');
    await checkColumns(client, tables);
    for (const { schema, name, parent, bound } of manifest.partitions) {
      const whole = nameOf({ schema, name: parent });
      await client.query(`create table if not exists ${nameOf({ schema, name })} partition of ${whole} ${bound}`);
    }
    // A server may have started meanwhile and made its first user.
    await refuseFilled(client, await lockTables(client, tables));
    // Cascade empties tables that refer to these and are not in a backup, such as sessions. They have no rows either.
    await client.query(`truncate ${tables.map(nameOf).join(', ')} cascade`);
    for (const [index, table] of tables.entries()) {
      onTable?.(table.name, index, tables.length);
      await fill(client, backup, table);
    }
    for (const sequence of manifest.sequences.filter((each) => hasJobs || each.schema !== 'pgboss')) {
      await client.query('select setval($1::regclass, $2, true)', [nameOf(sequence), sequence.last]);
    }
    for (const table of tables) await proveEqual(client, table);
    await beforeCommit?.(client);
    await client.query('commit');
  } finally {
    await client.end();
  }
  await migrateDatabase(connectionString);
  return { manifest, hasJobs };
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString, application_name: 'vocero-restore' });
  // A broken connection also rejects the current query.
  client.on('error', () => undefined);
  await client.connect();
  // Restored rows must not emit events.
  await client.query(
    'set vocero.restoring = on; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set time zone utc',
  );
  return client;
}

/**
 * Migrations are committed before the rows, so a failed restore leaves empty tables. The next restore accepts empty
 * tables.
 */
async function refuseUsed(connectionString: string, migration: string): Promise<void> {
  const client = await connect(connectionString);
  try {
    const { rows } = await client.query<{ migrated: boolean }>(
      `select to_regclass('kysely_migration') is not null as migrated`,
    );
    if (rows[0]?.migrated !== true) return;
    const applied = await client.query<{ name: string }>('select name from kysely_migration');
    const known = await migrationNames();
    if (applied.rows.some(({ name }) => !known.includes(name))) throw new StartupError(usedMessage);
    await refuseFilled(client, await listTables(client));
    if ((await findMigration(client)) > migration)
      throw new StartupError(
        'La base no tiene datos, pero sus tablas son de una versión más nueva que la copia. Restaura en una carpeta DATA_DIR nueva o en una base vacía.',
      );
  } finally {
    await client.end();
  }
}

/** Checks the product's tables only, because the job queue has rows from the start. */
async function refuseFilled(client: Client, tables: readonly Table[]): Promise<void> {
  for (const table of tables.filter(({ schema }) => schema === 'public')) {
    const { rows } = await client.query<{ filled: boolean }>(`select exists (select from ${nameOf(table)}) as filled`);
    if (rows[0]?.filled === true) throw new StartupError(usedMessage);
  }
}

/** Locks the tables so that nobody else adds a row before the transaction ends. */
async function lockTables(client: Client, tables: readonly TableEntry[]): Promise<readonly TableEntry[]> {
  await client.query(`lock table ${tables.map(nameOf).join(', ')}`);
  return tables;
}

/** Makes the job queue's tables in this version's form. Returns false if the backup's job queue has another version. */
async function prepareJobs(connectionString: string, version: number | null): Promise<boolean> {
  if (version === null) return false;
  const boss = new PgBoss({ connectionString, max: 1, supervise: false, schedule: false, createSchema: false });
  let failure: Error | undefined;
  boss.on('error', (error: Error) => (failure = error));
  await boss.start();
  await boss.stop({ graceful: false });
  if (failure) throw failure;
  const client = await connect(connectionString);
  try {
    return (await findJobsVersion(client)) === version;
  } finally {
    await client.end();
  }
}

/** Refuses a backup with tables or columns that this version lacks, because their data would be lost. */
async function checkColumns(client: Client, tables: readonly TableEntry[]): Promise<void> {
  const there = new Map((await listTables(client)).map((table) => [nameOf(table), new Set(table.columns)]));
  for (const table of tables) {
    const missing = table.columns.filter((column) => there.get(nameOf(table))?.has(column) !== true);
    if (missing.length > 0)
      throw new StartupError(`La copia tiene datos que esta versión no conoce: ${table.name} (${missing.join(', ')}).`);
  }
}

async function fill(client: Client, backup: BackupReader, table: TableEntry): Promise<void> {
  const { stream, result } = digestCopyRows();
  try {
    await pipeline(backup.readTable(table.file), stream, client.query(copyFrom(copyIn(table))));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code?.startsWith('Z_') === true)
      throw new StartupError(`La copia está dañada: ${table.file} (${message}).`);
    throw error;
  }
  if (result().digest !== table.digest)
    throw new StartupError(`La copia está dañada: ${table.file} no es lo que dice el manifiesto.`);
}

/** Reads a table back and checks that its rows equal the backup's. */
async function proveEqual(client: Client, table: TableEntry): Promise<void> {
  const { stream, result } = digestCopyRows();
  stream.resume();
  await pipeline(client.query(copyTo(copyOut(table))), stream);
  if (result().digest !== table.digest)
    throw new StartupError(`${table.name} no quedó igual a la copia. No se restauró nada.`);
}
