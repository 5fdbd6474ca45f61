/** What there is to back up, as the database itself tells it: tables with their columns and keys, partitions, sequences. */
import type { ClientBase } from 'pg';
import { StartupError } from '../../startup-error.ts';
import type { Manifest, TableEntry } from './backup-folder.ts';

export type Table = Pick<TableEntry, 'schema' | 'name' | 'columns'>;

/**
 * The schema of the product's tables, wherever the role's search path put them. Backups call it 'public', so that one made in any
 * schema can be restored in any other.
 */
const productSchema = `coalesce((select relnamespace from pg_class where oid = to_regclass('kysely_migration')),
  to_regnamespace(quote_ident(current_schema())))`;
/** The schema's name in a backup. Null for schemas of others. */
const backupName = (oid: string): string =>
  `case when ${oid} = ${productSchema} then 'public' when ${oid} = to_regnamespace('pgboss') then 'pgboss' end`;
/** Tables that every version has. A backup without them holds nothing of the product. */
const essential = ['users', 'workspaces', 'calls'];
/** Migrations make their own rows. Sessions and links by mail end with their database, so that no link that was used works again. */
const leftOut = ['kysely_migration', 'kysely_migration_lock', 'mail_links', 'sessions'];

/** Partitioned tables as one, in an order in which every table comes after those that it refers to. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { id: string; refersTo: string[] }>(
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
    // Tables that refer to each other in a circle: none today; their own order then decides.
    const next = free.length > 0 ? free : waiting;
    ordered.push(...next);
    waiting = waiting.filter((table) => !next.includes(table));
  }
  return ordered.map(({ schema, name, columns }) => ({ schema, name, columns }));
}

/** @throws {StartupError} with this sentence if tables that every version has are missing. */
export function refuseWithoutProduct(tables: readonly Pick<Table, 'schema' | 'name'>[], message: string): void {
  const names = new Set(tables.filter(({ schema }) => schema === 'public').map(({ name }) => name));
  if (essential.some((name) => !names.has(name))) throw new StartupError(message);
}

/** Of the product's own tables; the job queue makes its own. */
export async function listPartitions(client: ClientBase): Promise<Manifest['partitions']> {
  const { rows } = await client.query<Manifest['partitions'][number]>(
    `select 'public' as schema, c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where c.relispartition and c.relkind in ('r', 'p') and c.relnamespace = ${productSchema}
     order by c.relname`,
  );
  return rows;
}

export async function listSequences(client: ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<Manifest['sequences'][number]>(
    `select * from (
       select ${backupName('to_regnamespace(quote_ident(schemaname))')} as schema, sequencename as name, last_value::float8 as last
       from pg_sequences) known
     where schema is not null and last is not null order by 1, 2`,
  );
  return rows;
}

/** Of all applied migrations the newest; '' where there is none. */
export async function findMigration(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string | null }>('select max(name) as name from kysely_migration');
  return rows[0]?.name ?? '';
}

/** The version of the job queue's schema; null: there is none. */
export async function findJobsVersion(client: ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('pgboss.version') is not null as there`);
  if (rows[0]?.there !== true) return null;
  const version = await client.query<{ version: number }>('select version from pgboss.version');
  return version.rows[0]?.version ?? null;
}

/** What the database takes of its disk. */
export async function measureDatabase(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return rows[0]?.bytes ?? 0;
}

/** `"schema"."table"`: the parts of a name, each quoted. */
function quoted(...names: readonly string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');
}

/** The name of a backup's table in statements. The search path finds the product's tables, as everywhere else. */
export function nameOf({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return schema === 'public' ? quoted(name) : quoted(schema, name);
}

/** The statement that tells a table's rows as text; of a partitioned table too. */
export function copyOut({ columns, ...table }: Table): string {
  return `copy (select ${columns.map((column) => quoted(column)).join(', ')} from ${nameOf(table)}) to stdout`;
}

/** The statement that takes the same text in. */
export function copyIn({ columns, ...table }: Table): string {
  return `copy ${nameOf(table)} (${columns.map((column) => quoted(column)).join(', ')}) from stdin`;
}
