/**
 * Reads gauges (metrics) from the database on a separate short connection, so that a busy pool can't delay a scrape and
 * a refused connection is visible. Scrapes within a few seconds share one reading, and only one reading runs at a time.
 */
import { Socket } from 'node:net';
import { Client } from 'pg';

export interface GaugeReading {
  readonly metric: string;
  /** The value of the gauge's label. Null if the gauge has no label. */
  readonly label: string | null;
  readonly value: number;
}

export interface GaugeReaderOptions {
  readonly connectionString: string;
  /** SQL queries of gauges, each a `select` of metric (text), label (text) and value (float8). */
  readonly queries: readonly string[];
  readonly monotonicMs: () => number;
  readonly limitMs?: number;
}

const limit = 2_000;
const sharedForMs = 5_000;

/** Makes the reader of all database gauges. It returns null while the database is unreachable and never rejects. */
export function createGaugeReader(options: GaugeReaderOptions): () => Promise<readonly GaugeReading[] | null> {
  let last: { readonly untilMs: number; readonly reading: Promise<readonly GaugeReading[] | null> } | undefined;
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
}: GaugeReaderOptions): Promise<readonly GaugeReading[]> {
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
    // Set the queries' time limit by a statement, because a pooler in session mode refuses startup parameters.
    await client.query(`set statement_timeout = ${limitMs}`);
    const { rows } = await client.query<GaugeReading>(queries.map((text) => `(${text})`).join(' union all '));
    await client.end();
    return rows;
  } finally {
    // Destroy the socket, because an orderly end of the connection would hang if the database hangs.
    socket.destroy();
  }
}
