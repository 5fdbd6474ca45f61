/**
 * Lists what a backup contains, from PostgreSQL's catalogue: tables with their columns, partitions, sequences and
 * versions.
 */
import type { ClientBase } from 'pg';
import { StartupError } from '../../startup-error.ts';
import type { BackupManifest, BackupTableEntry } from './backup-folder.ts';

export type BackedUpTable = Pick<BackupTableEntry, 'schema' | 'name' | 'columns'>;

/**
 * SQL for the id of the product's own database schema, whatever its name is. Backups always name it 'public', so that
 * they can be restored into a schema with another name.
 */
const productSchema = `coalesce((select relnamespace from pg_class where oid = to_regclass('kysely_migration')),
  to_regnamespace(quote_ident(current_schema())))`;
/**
 * SQL for a schema's name in backups: 'public' for the product's own schema, 'pgboss' for the job queue's. Null for
 * schemas that are not backed up.
 */
const backupName = (oid: string): string =>
  `case when ${oid} = ${productSchema} then 'public' when ${oid} = to_regnamespace('pgboss') then 'pgboss' end`;
/** Tables that every version of the product has. A backup that lacks one of them is not a backup of the product. */
const essential = ['users', 'workspaces', 'calls'];
/**
 * Tables that no backup contains. The tables of Kysely are filled by migrations. Old sessions and mail links must not
 * become valid again when a backup is restored.
 */
const leftOut = ['kysely_migration', 'kysely_migration_lock', 'mail_links', 'sessions'];

/** Lists the tables to back up. A partitioned table counts as one. Referenced tables come before referring ones. */
export async function listBackupTables(client: ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable & { id: string; refersTo: string[] }>(
    `select c.oid::text as id, ${backupName('c.relnamespace')} as schema, c.relname as name,
       array(select attname::text from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       array(select confrelid::text from pg_constraint where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as "refersTo"
     from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and ${backupName('c.relnamespace')} is not null
       and c.relname <> all ($1)
     order by schema, name`,
    [leftOut],
  );
  const ordered: (typeof rows)[number][] = [];
  let waiting = rows;
  while (waiting.length > 0) {
    const ids = new Set(waiting.map(({ id }) => id));
    const free = waiting.filter(({ refersTo }) => refersTo.every((id) => !ids.has(id)));
    const next = free.length > 0 ? free : waiting;
    ordered.push(...next);
    waiting = waiting.filter((table) => !next.includes(table));
  }
  return ordered.map(({ schema, name, columns }) => ({ schema, name, columns }));
}

/**
 * Asserts that a backup has the tables that exist in every version of the product. @throws {StartupError} with
 * `message`.
 */
export function assertHasProductTables(
  tables: readonly Pick<BackedUpTable, 'schema' | 'name'>[],
  message: string,
): void {
  const names = new Set(tables.filter(({ schema }) => schema === 'public').map(({ name }) => name));
  if (essential.some((name) => !names.has(name))) throw new StartupError(message);
}

/**
 * Lists the partitions of the product's tables. Partitions of the job queue's tables are left out, because pg-boss
 * creates them itself.
 */
export async function listTablePartitions(client: ClientBase): Promise<BackupManifest['partitions']> {
  const { rows } = await client.query<BackupManifest['partitions'][number]>(
    `select 'public' as schema, c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where c.relispartition and c.relkind in ('r', 'p') and c.relnamespace = ${productSchema}
     order by c.relname`,
  );
  return rows;
}

export async function listDatabaseSequences(client: ClientBase): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<BackupManifest['sequences'][number]>(
    `select * from (
       select ${backupName('to_regnamespace(quote_ident(schemaname))')} as schema, sequencename as name, last_value::float8 as last
       from pg_sequences) known
     where schema is not null and last is not null order by 1, 2`,
  );
  return rows;
}

/** Returns the name of the newest migration applied to the database. Empty if none was applied. */
export async function findNewestAppliedMigration(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string | null }>('select max(name) as name from kysely_migration');
  return rows[0]?.name ?? '';
}

/** Returns the version of the job queue's database schema. Null if the database has no job queue. */
export async function findJobQueueSchemaVersion(client: ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('pgboss.version') is not null as there`);
  if (rows[0]?.there !== true) return null;
  const version = await client.query<{ version: number }>('select version from pgboss.version');
  return version.rows[0]?.version ?? null;
}

export async function measureDatabaseBytes(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return rows[0]?.bytes ?? 0;
}

/** Quotes each part of an SQL name and joins the parts: `"schema"."table"`. */
function quoted(...names: readonly string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');
}

/** Returns the quoted SQL name of a backed-up table. Tables of 'public' get no schema: the search path finds them. */
export function quoteTableName({ schema, name }: Pick<BackedUpTable, 'schema' | 'name'>): string {
  return schema === 'public' ? quoted(name) : quoted(schema, name);
}

/** Returns the COPY statement that exports a table's rows as text. It also works for partitioned tables. */
export function buildCopyToStdoutSql({ columns, ...table }: BackedUpTable): string {
  return `copy (select ${columns.map((column) => quoted(column)).join(', ')} from ${quoteTableName(table)}) to stdout`;
}

/** Returns the COPY statement that imports a table's rows from a backup's text. */
export function buildCopyFromStdinSql({ columns, ...table }: BackedUpTable): string {
  return `copy ${quoteTableName(table)} (${columns.map((column) => quoted(column)).join(', ')}) from stdin`;
}
