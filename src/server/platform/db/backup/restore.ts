/**
 * Restores a backup into an empty database, in one transaction, so that a failure leaves no rows. Each restored table
 * is then read back and compared with the backup.
 */
import { pipeline } from 'node:stream/promises';
import { Client, type ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { PgBoss } from 'pg-boss';
import { StartupError } from '../../startup-error.ts';
import { migrateDatabase, listMigrationNames } from '../migrate.ts';
import {
  buildCopyFromStdinSql,
  buildCopyToStdoutSql,
  findJobQueueSchemaVersion,
  findNewestAppliedMigration,
  listBackupTables,
  quoteTableName,
  assertHasProductTables,
  type BackedUpTable,
} from './backup-catalogue.ts';
import {
  createRowDigestStream,
  openBackup,
  type BackupReader,
  type BackupManifest,
  type BackupTableEntry,
} from './backup-folder.ts';

const usedMessage = 'La base ya tiene datos. Restaura en una carpeta DATA_DIR nueva o en una base vacía.';

export interface RestoreBackupOptions {
  /** URL of the database to restore into. Its tables must be empty or missing. */
  readonly connectionString: string;
  readonly folder: string;
  /** The passphrase of an encrypted backup. */
  readonly passphrase?: string | null;
  /** Called when the database to restore into is known to be empty, before anything is written to it. */
  readonly beforeFirstWrite?: () => Promise<void> | void;
  /** Callback at the end of the restore's transaction, for further changes to the restored data. */
  readonly beforeCommit?: (client: ClientBase) => Promise<void>;
  /** Callback before each table is restored, with the table's name and the progress. */
  readonly onTable?: (name: string, done: number, all: number) => void;
}

export interface RestoreBackupResult {
  readonly manifest: BackupManifest;
  /** True if the job queue was restored. False if the backup has none, or one of another version. */
  readonly hasJobs: boolean;
}

/**
 * Restores a backup. Resolves once all rows were compared with the backup and this version's migrations are applied.
 * @throws {StartupError} if the database is not empty, the backup is from a newer version, or a file is damaged.
 */
export async function restoreBackup(options: RestoreBackupOptions): Promise<RestoreBackupResult> {
  const { connectionString, folder, passphrase = null, beforeFirstWrite, beforeCommit, onTable } = options;
  const backup = await openBackup(folder, passphrase);
  const { manifest } = backup;
  assertHasProductTables(manifest.tables, 'La copia está vacía: no tiene las tablas de Vocero. No se restauró nada.');
  if (!(await listMigrationNames()).includes(manifest.migration)) {
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
      const whole = quoteTableName({ schema, name: parent });
      await client.query(
        `create table if not exists ${quoteTableName({ schema, name })} partition of ${whole} ${bound}`,
      );
    }
    // Lock the tables before checking that they are empty, so that no server creates its first user after the check.
    await refuseFilled(client, await lockTables(client, tables));
    // `cascade` also empties tables that refer to the restored ones and are not backed up, such as sessions.
    await client.query(`truncate ${tables.map(quoteTableName).join(', ')} cascade`);
    for (const [index, table] of tables.entries()) {
      onTable?.(table.name, index, tables.length);
      await fill(client, backup, table);
    }
    for (const sequence of manifest.sequences.filter((each) => hasJobs || each.schema !== 'pgboss')) {
      await client.query('select setval($1::regclass, $2, true)', [quoteTableName(sequence), sequence.last]);
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
  // Ignore the error event of a broken connection, because the current query rejects as well.
  client.on('error', () => undefined);
  await client.connect();
  // Restored rows must not emit events.
  await client.query(
    'set vocero.restoring = on; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set time zone utc',
  );
  return client;
}

/**
 * Checks that the database to restore into has no rows. Empty tables are allowed, because a failed restore leaves them.
 * @throws {StartupError} otherwise.
 */
async function refuseUsed(connectionString: string, migration: string): Promise<void> {
  const client = await connect(connectionString);
  try {
    const { rows } = await client.query<{ migrated: boolean }>(
      `select to_regclass('kysely_migration') is not null as migrated`,
    );
    if (rows[0]?.migrated !== true) return;
    const applied = await client.query<{ name: string }>('select name from kysely_migration');
    const known = await listMigrationNames();
    if (applied.rows.some(({ name }) => !known.includes(name))) throw new StartupError(usedMessage);
    await refuseFilled(client, await listBackupTables(client));
    if ((await findNewestAppliedMigration(client)) > migration)
      throw new StartupError(
        'La base no tiene datos, pero sus tablas son de una versión más nueva que la copia. Restaura en una carpeta DATA_DIR nueva o en una base vacía.',
      );
  } finally {
    await client.end();
  }
}

/**
 * @throws {StartupError} if one of the product's own tables has rows. The job queue's tables are not checked, because
 * they always have rows.
 */
async function refuseFilled(client: Client, tables: readonly BackedUpTable[]): Promise<void> {
  for (const table of tables.filter(({ schema }) => schema === 'public')) {
    const { rows } = await client.query<{ filled: boolean }>(
      `select exists (select from ${quoteTableName(table)}) as filled`,
    );
    if (rows[0]?.filled === true) throw new StartupError(usedMessage);
  }
}

/** Locks the restored tables, so that nobody adds rows before the transaction ends. */
async function lockTables(client: Client, tables: readonly BackupTableEntry[]): Promise<readonly BackupTableEntry[]> {
  await client.query(`lock table ${tables.map(quoteTableName).join(', ')}`);
  return tables;
}

/**
 * Creates this server's pg-boss tables for the restored job queue. Returns false if the backup has no job queue, or one
 * of another pg-boss version.
 */
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
    return (await findJobQueueSchemaVersion(client)) === version;
  } finally {
    await client.end();
  }
}

/** Checks that the database has all tables and columns of a backup. @throws {StartupError} if one is missing. */
async function checkColumns(client: Client, tables: readonly BackupTableEntry[]): Promise<void> {
  const there = new Map(
    (await listBackupTables(client)).map((table) => [quoteTableName(table), new Set(table.columns)]),
  );
  for (const table of tables) {
    const missing = table.columns.filter((column) => there.get(quoteTableName(table))?.has(column) !== true);
    if (missing.length > 0)
      throw new StartupError(`La copia tiene datos que esta versión no conoce: ${table.name} (${missing.join(', ')}).`);
  }
}

async function fill(client: Client, backup: BackupReader, table: BackupTableEntry): Promise<void> {
  const { stream, result } = createRowDigestStream();
  try {
    await pipeline(backup.readTable(table.file), stream, client.query(copyFrom(buildCopyFromStdinSql(table))));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code?.startsWith('Z_') === true)
      throw new StartupError(`La copia está dañada: ${table.file} (${message}).`);
    throw error;
  }
  if (result().digest !== table.digest)
    throw new StartupError(`La copia está dañada: ${table.file} no es lo que dice el manifiesto.`);
}

/** Compares a restored table, read back from the database, with the backup. @throws {StartupError} if they differ. */
async function proveEqual(client: Client, table: BackupTableEntry): Promise<void> {
  const { stream, result } = createRowDigestStream();
  stream.resume();
  await pipeline(client.query(copyTo(buildCopyToStdoutSql(table))), stream);
  if (result().digest !== table.digest)
    throw new StartupError(`${table.name} no quedó igual a la copia. No se restauró nada.`);
}
