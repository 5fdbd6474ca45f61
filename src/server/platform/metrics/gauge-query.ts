/**
 * What a scrape asks of the database. One short connection of its own: a busy pool can't hold it up, and a connection that is
 * refused is itself the answer. Scrapes shortly after each other share one reading, and there is never a second one under way.
 */
import { Socket } from 'node:net';
import { Client } from 'pg';

export interface GaugeReading {
  readonly metric: string;
  /** Of a gauge that has one. */
  readonly label: string | null;
  readonly value: number;
}

export interface GaugeReaderOptions {
  readonly connectionString: string;
  /** Each a `select` of metric (text), label (text) and value (float8). */
  readonly queries: readonly string[];
  readonly monotonicMs: () => number;
  readonly limitMs?: number;
}

const limit = 2_000;
const sharedForMs = 5_000;

/** Answers null while the database is away; never rejects. */
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
  client.on('error', () => undefined); // a broken connection also rejects the query under way
  try {
    await client.connect();
    // By statement: a pooler in session mode refuses startup parameters.
    await client.query(`set statement_timeout = ${limitMs}`);
    const { rows } = await client.query<GaugeReading>(queries.map((text) => `(${text})`).join(' union all '));
    await client.end();
    return rows;
  } finally {
    // Of a database that hangs, an orderly end would hang too.
    socket.destroy();
  }
}
