/** Checks before anything is written that the database grants the rights and connections that the product needs. */
import type { ClientBase } from 'pg';

/**
 * A right that the database user lacks. `message` names the missing right, and `action` names the command that grants
 * it. Each is one Spanish sentence.
 */
export interface MissingDatabaseRight {
  readonly message: string;
  readonly action: string;
}

/** Extensions that the first migration creates. */
const extensions = ['pg_trgm', 'unaccent'];
/** Number of a server's connections outside its pool: pg-boss (2), LISTEN, rollup writer lock and metrics. */
const besidePool = 5;
export const defaultDatabasePoolSize = 20;

export const countNeededDatabaseConnections = (pool: number): number => pool + besidePool;

interface Rights {
  readonly user: string;
  readonly base: string;
  /** Name of the database schema in which new tables are created. Null if no schema of the search path exists. */
  readonly schema: string | null;
  readonly mayCreateSchemas: boolean;
  readonly mayCreateTables: boolean;
  /** Role that owns the product's tables, if the database user may not act as that role. Otherwise null. */
  readonly foreignOwner: string | null;
  /** True if the database user may create tables in the job queue's schema. Null if that schema does not exist. */
  readonly mayUseJobs: boolean | null;
  /** Extensions that the server does not offer. */
  readonly absent: readonly string[];
  /** Extensions that the database does not have. */
  readonly uncreated: readonly string[];
  /** PostgreSQL extensions that are installed in a schema outside the search path. */
  readonly unseen: readonly { readonly name: string; readonly schema: string }[];
}

/** Finds the first right that the database user lacks. Null if none is missing. Reads only. */
export async function findMissingDatabaseRight(client: ClientBase): Promise<MissingDatabaseRight | null> {
  const { rows } = await client.query<Rights>(
    `select quote_ident(current_user) as user, quote_ident(current_database()) as base, quote_ident(current_schema()) as schema,
       has_database_privilege(current_database(), 'create') as "mayCreateSchemas",
       coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreateTables",
       (select quote_ident(pg_get_userbyid(relowner)) from pg_class
         where oid = to_regclass('kysely_migration') and not pg_has_role(relowner, 'usage')) as "foreignOwner",
       has_schema_privilege(to_regnamespace('pgboss')::oid, 'create') as "mayUseJobs",
       array(select * from unnest($1::text[]) given where given not in (select name from pg_available_extensions)) as absent,
       array(select * from unnest($1::text[]) given where given not in (select extname from pg_extension)) as uncreated,
       coalesce((select json_agg(json_build_object('name', extname, 'schema', nspname))
         from pg_extension join pg_namespace n on n.oid = extnamespace
         where extname = any ($1) and nspname <> all (current_schemas(true))), '[]') as unseen`,
    [extensions],
  );
  return rows[0] ? judge(rows[0]) : null;
}

function judge(rights: Rights): MissingDatabaseRight | null {
  const { user, base, schema, absent, uncreated, unseen } = rights;
  const asOwner = (...statements: string[]): string => `Como dueño de la base: ${statements.join(' ')}`;
  if (schema === null)
    return {
      message: `El usuario ${user} no tiene un esquema para sus tablas: su search_path no nombra ninguno que exista.`,
      action: asOwner(
        `create schema vocero authorization ${user};`,
        `alter role ${user} in database ${base} set search_path = vocero;`,
      ),
    };
  if (rights.foreignOwner !== null)
    return {
      message: `Las tablas son de ${rights.foreignOwner} y el usuario ${user} no puede cambiarlas.`,
      action: `Usa ese usuario en DATABASE_URL o, como administrador: grant ${rights.foreignOwner} to ${user};`,
    };
  if (!rights.mayCreateTables)
    return {
      message: `El usuario ${user} no puede crear tablas en el esquema ${schema}.`,
      action: asOwner(`grant usage, create on schema ${schema} to ${user};`),
    };
  if (absent.length > 0)
    return {
      message: `Faltan ${absent.join(' y ')}.`,
      action: 'Instala en el equipo de la base el paquete postgresql-contrib.',
    };
  if (uncreated.length > 0 && !rights.mayCreateSchemas)
    return {
      message: `El usuario ${user} no puede crear ${uncreated.join(' y ')}.`,
      action: asOwner(...uncreated.map((name) => `create extension ${name};`)),
    };
  const [hidden] = unseen;
  if (hidden)
    return {
      message: `La extensión ${hidden.name} está en el esquema ${hidden.schema}, que el search_path de ${user} no nombra.`,
      action: asOwner(`alter extension ${hidden.name} set schema ${schema};`),
    };
  if (rights.mayUseJobs === null && !rights.mayCreateSchemas)
    return {
      message: `El usuario ${user} no puede crear el esquema pgboss de la cola de trabajos.`,
      action: asOwner(`create schema pgboss authorization ${user};`),
    };
  if (rights.mayUseJobs === false)
    return {
      message: `El usuario ${user} no puede crear tablas en el esquema pgboss de la cola de trabajos.`,
      action: asOwner(`grant usage, create on schema pgboss to ${user};`),
    };
  return null;
}

/**
 * Returns how many connections this user may open in this database, and how many of them are free. The connection
 * `client` counts as free. If `isOurs`, the connections of running Vocero servers also count as free, because the new
 * server replaces those servers.
 */
export async function measureDbConnectionCapacity(
  client: ClientBase,
  isOurs: boolean,
): Promise<{ readonly most: number; readonly free: number }> {
  const { rows } = await client.query<{ most: number; used: number }>(
    `select least(
         current_setting('max_connections')::int
           - case when role.rolsuper then 0 else current_setting('superuser_reserved_connections')::int end,
         case when role.rolsuper or role.rolconnlimit < 0 then 100000 else role.rolconnlimit end,
         case when role.rolsuper or base.datconnlimit < 0 then 100000 else base.datconnlimit end) as most,
       (select count(*)::int from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()
           and not ($1 and coalesce(application_name like 'vocero%', false))) as used
     from pg_roles role, pg_database base where role.rolname = current_user and base.datname = current_database()`,
    [isOurs],
  );
  const { most = 0, used = 0 } = rows[0] ?? {};
  return { most, free: Math.max(0, most - used) };
}
