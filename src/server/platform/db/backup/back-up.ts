/** Makes a backup of a database while it works: every table as of one moment, in one snapshot. */
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  copyOut,
  findJobsVersion,
  findMigration,
  listPartitions,
  listSequences,
  listTables,
  measureDatabase,
  refuseWithoutProduct,
} from './backup-catalogue.ts';
import { createBackupFolder, type Manifest } from './backup-folder.ts';

export interface BackupOptions {
  readonly connectionString: string;
  /** Made by it; must not be there. */
  readonly folder: string;
  /** DATA_DIR's own; null where the environment gives it. */
  readonly secretKey: string | null;
  /** Encrypts it; null or absent: it is readable. */
  readonly passphrase?: string | null;
  /** For tests: of each guess at the passphrase; the usual one unless told. */
  readonly guessCost?: number;
  readonly now: () => Date;
  /** Told of each table before it is read. */
  readonly onTable?: (name: string, done: number, all: number) => void;
  /** Ends it at once, as a failure does. */
  readonly signal?: AbortSignal;
}

/**
 * Resolves once the backup is whole and on the disk; of one that fails nothing is left.
 * @throws {StartupError} when the folder can't be used. The signal's reason, when it ended it.
 */
export async function backUp(options: BackupOptions): Promise<Manifest> {
  const { connectionString, folder, secretKey, passphrase = null, guessCost, now, onTable, signal } = options;
  const client = new Client({ connectionString, application_name: 'vocero-backup' });
  // What breaks the connection also rejects the query under way.
  client.on('error', () => undefined);
  let ended: Promise<void> | undefined;
  const endConnection = (): Promise<void> => (ended ??= client.end());
  // Which rejects the query under way.
  signal?.addEventListener('abort', () => void endConnection(), { once: true });
  try {
    signal?.throwIfAborted();
    await client.connect();
    // One snapshot: what is committed later is in none of the files.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set time zone utc');
    await client.query('begin isolation level repeatable read read only');
    const madeAt = now().toISOString();
    const all = await listTables(client);
    refuseWithoutProduct(
      all,
      'La base no tiene las tablas de Vocero, o el usuario no las ve: revisa DATABASE_URL y el search_path del usuario. No se hizo la copia.',
    );
    const writer = await createBackupFolder(folder, { secretKey, passphrase, guessCost });
    try {
      const tables: Manifest['tables'] = [];
      for (const table of all) {
        onTable?.(table.name, tables.length, all.length);
        const file = `${table.schema}.${table.name}.copy.gz`;
        const written = await writer.addTable(file, client.query(copyTo(copyOut(table))));
        tables.push({ ...table, ...written, file });
      }
      const manifest: Manifest = {
        format: 1,
        madeAt,
        databaseBytes: await measureDatabase(client),
        migration: await findMigration(client),
        jobsVersion: await findJobsVersion(client),
        tables,
        partitions: await listPartitions(client),
        sequences: await listSequences(client),
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
