// Connects to PostgreSQL with a pg pool under Kysely. Column types are parsed without losing digits, and without moving
// a date to another day. Columns stay snake_case; stores convert them.
import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import type { ClientBase, CustomTypesConfig, PoolConfig } from 'pg';
import { wrapPoolForPreparedStatements } from './prepared.ts';
import type { SchemaVersionGuard } from './schema-guard.ts';
import type { DatabaseSchema } from './schema.ts';

export interface DatabaseHandle {
  readonly db: Kysely<DatabaseSchema>;
  /** The connection pool itself, for COPY, LISTEN and cursors, which Kysely lacks. */
  readonly pool: Pool;
  /** URL of the database, for parts with their own connections (pg-boss, the server bus). */
  readonly connectionString: string;
  /** Waits for running queries, then closes all connections. May be called repeatedly. */
  close(): Promise<void>;
}

/** Options of a database pool. PostgreSQL itself enforces the time limits. */
export interface DatabaseOptions {
  readonly connectionString: string;
  /** Shown in pg_stat_activity; default `vocero`. */
  readonly applicationName?: string;
  /** The maximum number of connections; default 10. */
  readonly max?: number;
  /** Time limit of an SQL statement in ms; default 30 s, 0 for none. */
  readonly statementTimeoutMs?: number;
  /** Time limit of a pause between statements of a transaction, in ms; default 15 s, 0 for none. */
  readonly idleInTransactionTimeoutMs?: number;
  /**
   * Refuses writes once a newer version has migrated the database. Servers set it, because a server may still run after
   * such a migration.
   */
  readonly schemaGuard?: SchemaVersionGuard;
  /** Callback for a connection that breaks while idle in the pool. The pool replaces it. */
  readonly onIdleError?: (error: Error) => void;
}

// pg's pool waits for the promise of `onConnect`, although its own type does not declare one.
type SettledPool = Omit<PoolConfig, 'onConnect'> & { onConnect: (client: ClientBase) => Promise<unknown> };

/**
 * SQL that makes PostgreSQL compress stored texts with lz4 if available, because lz4 is several times faster than the
 * default method.
 */
const fastCompression = `SELECT set_config('default_toast_compression', 'lz4', false) FROM pg_settings
  WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)`;

/**
 * Opens a database pool. It connects at the first query, so this call never fails. Column types are parsed as follows:
 * int8 and count as number, numeric as string, timestamptz as Date, date and timestamp as string ('YYYY-MM-DD'). A
 * query fails if an int8 value is not a safe integer. The session's time zone is UTC.
 */
export function connectDatabase(options: DatabaseOptions): DatabaseHandle {
  const settings: SettledPool = {
    connectionString: options.connectionString,
    application_name: options.applicationName ?? 'vocero',
    max: options.max ?? 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: postgresColumnTypeParsers,
    // Set timeouts by SQL and not by startup parameters, because a pooler in session mode refuses such parameters.
    onConnect: (client) =>
      client.query(
        `SET statement_timeout = ${options.statementTimeoutMs ?? 30_000};
         SET idle_in_transaction_session_timeout = ${options.idleInTransactionTimeoutMs ?? 15_000};
         SET TimeZone = 'UTC';
         ${fastCompression}`,
      ),
  };
  const pool = new Pool(settings);
  pool.on('error', (error) => options.onIdleError?.(error));
  // A connection that breaks during a query rejects the query and also emits an error. Without this listener, the error
  // would end the process, because the pool itself listens only on idle connections.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const preparing = wrapPoolForPreparedStatements(pool);
  const db = new Kysely<DatabaseSchema>({
    dialect: new PostgresDialect({ pool: options.schemaGuard?.guardPool(preparing) ?? preparing }),
  });
  const end = async (): Promise<void> => {
    await db.destroy();
    // Close the pool explicitly. Kysely leaves a pool open that was never used, and an open pool delays the process's
    // end.
    if (!pool.ending) await pool.end();
  };
  let closed: Promise<void> | undefined;
  return {
    db,
    pool,
    connectionString: options.connectionString,
    close: () => (closed ??= end()),
  };
}

const arrays = { int8: 1016, numeric: 1231, timestamp: 1115, date: 1182 };

const parsers: ReadonlyMap<number, (value: string) => unknown> = new Map<number, (value: string) => unknown>([
  [types.builtins.INT8, parseInt8],
  [types.builtins.NUMERIC, String],
  [types.builtins.DATE, String],
  [types.builtins.TIMESTAMP, String],
  [arrays.int8, arrayOf(parseInt8)],
  [arrays.numeric, arrayOf(String)],
  [arrays.timestamp, arrayOf(String)],
  [arrays.date, arrayOf(String)],
]);

/** Parsers of column types, for connections that are opened without the pool. */
export const postgresColumnTypeParsers: CustomTypesConfig = {
  getTypeParser: (id, format) => (format === 'binary' ? undefined : parsers.get(id)) ?? types.getTypeParser(id, format),
};

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number`);
  return value;
}

function arrayOf(parseItem: (text: string) => unknown): (text: string) => unknown {
  return (text) => {
    const inner = text.slice(1, -1);
    if (inner === '') return [];
    return inner.split(',').map((item) => (item === 'NULL' ? null : parseItem(item.replaceAll('"', ''))));
  };
}
