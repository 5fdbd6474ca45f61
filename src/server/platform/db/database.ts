// Connects to PostgreSQL with a pg pool under Kysely. Type parsers keep every digit of a number and shift no day by a
// time zone. Columns stay snake_case; stores convert them.
import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import type { ClientBase, CustomTypesConfig, PoolConfig } from 'pg';
import { preparingPool } from './prepared.ts';
import type { SchemaGuard } from './schema-guard.ts';
import type { Schema } from './schema.ts';

/** The database handle that stores and queries use. */
export interface Database {
  readonly db: Kysely<Schema>;
  /** The connection pool for COPY, LISTEN and cursors, which Kysely lacks. It has the same limits and parsers. */
  readonly pool: Pool;
  /** Connection string for parts with their own database connections (pg-boss, the realtime listener). */
  readonly connectionString: string;
  /** Waits for running queries, then closes every database connection. Repeated calls are harmless. */
  close(): Promise<void>;
}

/** Options of a database pool. PostgreSQL itself enforces its time limits. */
export interface DatabaseOptions {
  readonly connectionString: string;
  /** Shown in pg_stat_activity; default `vocero`. */
  readonly applicationName?: string;
  /** The maximum number of connections; default 10. */
  readonly max?: number;
  /** Time limit of an SQL statement; default 30 s, 0 for none. */
  readonly statementTimeoutMs?: number;
  /** Time limit of a pause inside a transaction; default 15 s, 0 for none. */
  readonly idleInTransactionTimeoutMs?: number;
  /** Blocks writes to an unknown schema, for a server that may run beside a newer version's migrations. */
  readonly schemaGuard?: SchemaGuard;
  /** Callback for a broken idle database connection. The pool replaces the connection. */
  readonly onIdleError?: (error: Error) => void;
}

// pg's pool waits for the promise of `onConnect`, although its published type does not say so.
type SettledPool = Omit<PoolConfig, 'onConnect'> & { onConnect: (client: ClientBase) => Promise<unknown> };

/** Compresses stored transcripts with lz4 if PostgreSQL was built with it, because it takes a fraction of the time. */
const fastCompression = `SELECT set_config('default_toast_compression', 'lz4', false) FROM pg_settings
  WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)`;

/**
 * Opens a database pool. It connects on the first query, so this call itself never fails. Parsed types: int8 and count
 * → number (an unsafe one rejects its query), numeric → string (exact), timestamptz → Date, date and timestamp → string
 * as PostgreSQL writes them ('YYYY-MM-DD'). The session's time zone is UTC.
 */
export function connectDatabase(options: DatabaseOptions): Database {
  const settings: SettledPool = {
    connectionString: options.connectionString,
    application_name: options.applicationName ?? 'vocero',
    max: options.max ?? 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: columnTypes,
    // Set the session's limits by statements, because a pooler in session mode refuses startup parameters.
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
  // A database connection that breaks while in use rejects its query and also emits an error. Without a listener that
  // error would end the process. The pool itself listens only to idle connections.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const preparing = preparingPool(pool);
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: options.schemaGuard?.guardPool(preparing) ?? preparing }),
  });
  const end = async (): Promise<void> => {
    await db.destroy();
    // Kysely does not close a pool that it never used, whose connections would keep the process alive for a minute.
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

// PostgreSQL type ids of arrays, which pg-types does not name.
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

/** Parsers of database column types, for connections made outside the pool. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (id, format) => (format === 'binary' ? undefined : parsers.get(id)) ?? types.getTypeParser(id, format),
};

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number`);
  return value;
}

// Parses flat PostgreSQL arrays whose items never contain a comma or an escaped quote.
function arrayOf(parseItem: (text: string) => unknown): (text: string) => unknown {
  return (text) => {
    const inner = text.slice(1, -1);
    if (inner === '') return [];
    return inner.split(',').map((item) => (item === 'NULL' ? null : parseItem(item.replaceAll('"', ''))));
  };
}
