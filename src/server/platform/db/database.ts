// Connects to PostgreSQL: a pg pool under Kysely. Type parsers keep every digit of a figure and shift no day by a time
// zone. Columns stay snake_case; stores convert them.
import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import type { ClientBase, CustomTypesConfig, PoolConfig } from 'pg';
import { preparingPool } from './prepared.ts';
import type { SchemaGuard } from './schema-guard.ts';
import type { Schema } from './schema.ts';

/** The database handle that stores and queries use. */
export interface Database {
  readonly db: Kysely<Schema>;
  /** The pool for COPY, LISTEN and cursors, which Kysely lacks. It has the same limits and parsers. */
  readonly pool: Pool;
  /** The connection string for parts with their own connections (pg-boss, the realtime listener). */
  readonly connectionString: string;
  /** Waits for running queries, then closes every connection. Repeated calls are harmless. */
  close(): Promise<void>;
}

/** Options of a pool; the times are limits that PostgreSQL itself enforces. */
export interface DatabaseOptions {
  readonly connectionString: string;
  /** Shown in pg_stat_activity; default `vocero`. */
  readonly applicationName?: string;
  /** The maximum number of connections; default 10. */
  readonly max?: number;
  /** The limit for a statement; default 30 s, 0 for none. */
  readonly statementTimeoutMs?: number;
  /** The limit for a pause inside a transaction; default 15 s, 0 for none. */
  readonly idleInTransactionTimeoutMs?: number;
  /** The guard of a server that may run beside a newer version's migrations. It blocks writes to an unknown schema. */
  readonly schemaGuard?: SchemaGuard;
  /** Called if an idle connection breaks. The pool replaces it. */
  readonly onIdleError?: (error: Error) => void;
}

// The pool waits for the hook's promise; its published type does not say so.
type SettledPool = Omit<PoolConfig, 'onConnect'> & { onConnect: (client: ClientBase) => Promise<unknown> };

/** Stored transcripts are compressed with lz4, which takes a fraction of the time, if the server was built with it. */
const fastCompression = `SELECT set_config('default_toast_compression', 'lz4', false) FROM pg_settings
  WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)`;

/**
 * Opens a pool. It connects on the first query, so this call itself never fails. Parsed types: int8 and count → number
 * (an unsafe one rejects its query), numeric → string (exact), timestamptz → Date, date and timestamp → string as
 * PostgreSQL writes them ('YYYY-MM-DD'). The session's zone is UTC.
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
    // Set by statements, because a pooler in session mode refuses startup parameters.
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
  // A checked-out connection that breaks rejects its query and also emits an error. Without a listener that error would
  // end the process. The pool itself listens only to idle connections.
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

// pg-types has no names for the arrays of the types below.
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

/** The same parsers for a client made outside the pool. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (id, format) => (format === 'binary' ? undefined : parsers.get(id)) ?? types.getTypeParser(id, format),
};

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number`);
  return value;
}

// Parses flat arrays whose items never contain a comma or an escaped quote.
function arrayOf(parseItem: (text: string) => unknown): (text: string) => unknown {
  return (text) => {
    const inner = text.slice(1, -1);
    if (inner === '') return [];
    return inner.split(',').map((item) => (item === 'NULL' ? null : parseItem(item.replaceAll('"', ''))));
  };
}
