/** Makes a backup of a database in use. All tables are read in one snapshot, so that they fit together. */
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  buildCopyToStdoutSql,
  findJobQueueSchemaVersion,
  findNewestAppliedMigration,
  listTablePartitions,
  listDatabaseSequences,
  listBackupTables,
  measureDatabaseBytes,
  assertHasProductTables,
} from './backup-catalogue.ts';
import { createBackupWriter, type BackupManifest } from './backup-folder.ts';

export interface BackupOptions {
  readonly connectionString: string;
  /** Path of the new backup's folder. It must not exist. */
  readonly folder: string;
  /** Content of the secret key file in DATA_DIR, stored in the backup. Null if the environment sets the key. */
  readonly secretKey: string | null;
  readonly passphrase?: string | null;
  readonly guessCost?: number;
  readonly now: () => Date;
  /**
   * Called before the backup reads a table, with the table's name, the number of tables done, and the number of all
   * tables.
   */
  readonly onTable?: (name: string, done: number, all: number) => void;
  /** Signal that aborts the backup at once. The incomplete backup is then removed. */
  readonly signal?: AbortSignal;
}

/**
 * Makes a backup. Resolves once it is complete and flushed to the disk. A failed backup leaves nothing behind.
 * @throws {StartupError} if the folder can't be used; the signal's reason if it aborted.
 */
export async function createDatabaseBackup(options: BackupOptions): Promise<BackupManifest> {
  const { connectionString, folder, secretKey, passphrase = null, guessCost, now, onTable, signal } = options;
  const client = new Client({ connectionString, application_name: 'vocero-backup' });
  // Ignore the error event of a broken connection, because the current query rejects as well.
  client.on('error', () => undefined);
  let ended: Promise<void> | undefined;
  const endConnection = (): Promise<void> => (ended ??= client.end());
  // Ending the connection rejects the current query.
  signal?.addEventListener('abort', () => void endConnection(), { once: true });
  try {
    signal?.throwIfAborted();
    await client.connect();
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set time zone utc');
    await client.query('begin isolation level repeatable read read only');
    const madeAt = now().toISOString();
    const all = await listBackupTables(client);
    assertHasProductTables(
      all,
      'La base no tiene las tablas de Vocero, o el usuario no las ve: revisa DATABASE_URL y el search_path del usuario. No se hizo la copia.',
    );
    const writer = await createBackupWriter(folder, { secretKey, passphrase, guessCost });
    try {
      const tables: BackupManifest['tables'] = [];
      for (const table of all) {
        onTable?.(table.name, tables.length, all.length);
        const file = `${table.schema}.${table.name}.copy.gz`;
        const written = await writer.addTable(file, client.query(copyTo(buildCopyToStdoutSql(table))));
        tables.push({ ...table, ...written, file });
      }
      const manifest: BackupManifest = {
        format: 1,
        madeAt,
        databaseBytes: await measureDatabaseBytes(client),
        migration: await findNewestAppliedMigration(client),
        jobsVersion: await findJobQueueSchemaVersion(client),
        tables,
        partitions: await listTablePartitions(client),
        sequences: await listDatabaseSequences(client),
      };
      signal?.throwIfAborted();
      await writer.finish(manifest);
      return manifest;
    } catch (error) {
      await writer.discard();
      throw error;
    }
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : error;
  } finally {
    await endConnection();
  }
}
