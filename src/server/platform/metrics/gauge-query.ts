/**
 * Reads the gauges (metrics) that come from the database. Uses a separate short connection, so that a busy pool can't
 * delay a scrape. Scrapes within a few seconds share one reading.
 */
import { Socket } from 'node:net';
import { Client } from 'pg';

export interface DatabaseGaugeValue {
  readonly metric: string;
  /** Value of the gauge's label. Null if the gauge has no label. */
  readonly label: string | null;
  readonly value: number;
}

export interface DatabaseGaugeReaderOptions {
  readonly connectionString: string;
  /** SQL queries for gauges: each selects metric (text), label (text) and value (float8). */
  readonly queries: readonly string[];
  readonly monotonicMs: () => number;
  readonly limitMs?: number;
}

const limit = 2_000;
const sharedForMs = 5_000;

/** Makes a function that reads all database gauges. It never rejects; null means that the database is unreachable. */
export function createDatabaseGaugeReader(
  options: DatabaseGaugeReaderOptions,
): () => Promise<readonly DatabaseGaugeValue[] | null> {
  let last: { readonly untilMs: number; readonly reading: Promise<readonly DatabaseGaugeValue[] | null> } | undefined;
  return () => {
    if (!last || options.monotonicMs() >= last.untilMs) {
      const reading = read(options).catch(() => null);
      last = { untilMs: Number.POSITIVE_INFINITY, reading };
      void reading.then(() => (last = { untilMs: options.monotonicMs() + sharedForMs, reading }));
    }
    return last.reading;
  };
}

async function read({
  connectionString,
  queries,
  limitMs = limit,
}: DatabaseGaugeReaderOptions): Promise<readonly DatabaseGaugeValue[]> {
  const socket = new Socket();
  const client = new Client({
    connectionString,
    stream: () => socket,
    application_name: 'vocero-metrics',
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  });
  client.on('error', () => undefined); // a broken connection also rejects its query
  try {
    await client.connect();
    // Set `statement_timeout` by SQL, because a pooler in session mode refuses startup parameters.
    await client.query(`set statement_timeout = ${limitMs}`);
    const { rows } = await client.query<DatabaseGaugeValue>(queries.map((text) => `(${text})`).join(' union all '));
    await client.end();
    return rows;
  } finally {
    // Destroy the database connection's socket, because closing it properly would hang if the database hangs.
    socket.destroy();
  }
}
