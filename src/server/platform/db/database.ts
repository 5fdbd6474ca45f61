// The one way to PostgreSQL: a pg pool under Kysely, with types parsed so that no figure loses
// digits and no day shifts by a zone. Columns stay snake_case; stores convert.
import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import type { ClientBase, CustomTypesConfig, PoolConfig } from 'pg';
import { preparingPool } from './prepared.ts';
import type { SchemaGuard } from './schema-guard.ts';
import type { Schema } from './schema.ts';

/** What stores and queries work with. */
export interface Database {
  readonly db: Kysely<Schema>;
  /** For what Kysely does not do: COPY, LISTEN, cursors. Same limits and parsers. */
  readonly pool: Pool;
  /** For parts that hold connections of their own (pg-boss, the realtime listener). */
  readonly connectionString: string;
  /** Waits for the queries under way and closes every connection. Repeatable. */
  close(): Promise<void>;
}

/** Options of a pool; the times are limits that PostgreSQL itself enforces. */
export interface DatabaseOptions {
  readonly connectionString: string;
  /** Shown in pg_stat_activity; default `vocero`. */
  readonly applicationName?: string;
  /** Connections at most; default 10. */
  readonly max?: number;
  /** Longest statement; default 30 s, 0 for none. */
  readonly statementTimeoutMs?: number;
  /** Longest pause inside a transaction; default 15 s, 0 for none. */
  readonly idleInTransactionTimeoutMs?: number;
  /** Of a server that may meet a newer version's migrations: what it does not know, it does not write to. */
  readonly schemaGuard?: SchemaGuard;
  /** Told of a connection that broke while idle; the pool replaces it. */
  readonly onIdleError?: (error: Error) => void;
}

// The pool waits for the hook's promise; its published type does not say so.
type SettledPool = Omit<PoolConfig, 'onConnect'> & { onConnect: (client: ClientBase) => Promise<unknown> };

/** Transcripts are compressed as they are stored: by lz4, at a fraction of the time, where the server was built with it. */
const fastCompression = `SELECT set_config('default_toast_compression', 'lz4', false) FROM pg_settings
  WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)`;

/**
 * Opens a pool; connections are made when first needed, so this never fails by itself.
 * Parsed as: int8 and count → number (an unsafe one rejects its query), numeric → string (exact),
 * timestamptz → Date, date and timestamp → string as PostgreSQL writes them ('YYYY-MM-DD').
 * The session's zone is UTC.
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
    // By statement and not by startup parameter: a pooler in session mode refuses those.
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
  // A connection that breaks while lent out tells the query under way, and also emits: unheard, that would end the
  // process. The pool itself listens to idle ones only.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const preparing = preparingPool(pool);
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: options.schemaGuard?.guardPool(preparing) ?? preparing }),
  });
  const end = async (): Promise<void> => {
    await db.destroy();
    // Kysely leaves a pool open that was never asked through it: its connections would keep the process for a minute.
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

// Arrays of the types below have no name in pg-types.
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

/** The parsers above, for a client made outside the pool. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (id, format) => (format === 'binary' ? undefined : parsers.get(id)) ?? types.getTypeParser(id, format),
};

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number`);
  return value;
}

// Flat arrays only, of types whose text never contains a comma or an escaped quote.
function arrayOf(parseItem: (text: string) => unknown): (text: string) => unknown {
  return (text) => {
    const inner = text.slice(1, -1);
    if (inner === '') return [];
    return inner.split(',').map((item) => (item === 'NULL' ? null : parseItem(item.replaceAll('"', ''))));
  };
}
