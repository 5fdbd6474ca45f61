import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCutOffProxy, type CutOffProxy } from '../../testing/cut-off-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createDatabaseGaugeReader } from './gauge-query.ts';
import { createMetricsRegistry } from './metrics.ts';

let database: TestDatabase;
let proxy: CutOffProxy;
let nowMs = 0;
const monotonicMs = (): number => nowMs;

beforeAll(async () => {
  database = await createTestDatabase();
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query('create sequence readings');
  await client.end();
  proxy = await startCutOffProxy(database.connectionString);
});
afterAll(async () => {
  await proxy.close();
  await database.drop();
});

const counting = `select 'vocero_outbox_pending_events' as metric, null::text as label, nextval('readings')::float8 as value`;

/** The lines of one metric, without its description. */
function linesOf(text: string, name: string): string[] {
  return text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
}

it('tells what is in memory while the database is away, says so, and tells the rest when it is back', async () => {
  const metrics = createMetricsRegistry({ connectionString: proxy.connectionString, monotonicMs });
  metrics.query(['vocero_outbox_pending_events'], counting);
  metrics.gauge('vocero_realtime_sockets', () => 3);
  metrics.gauge('vocero_database_pool_connections', () => ({ idle: 1, busy: 2 }));
  metrics.count('vocero_dials_total', { outcome: 'accepted' }, 2);
  const told = async () => {
    nowMs += 60_000;
    const { text } = await metrics.expose();
    return ['vocero_database_up', 'vocero_outbox_pending_events', 'vocero_realtime_sockets'].map((name) =>
      linesOf(text, name),
    );
  };

  expect(await told()).toEqual([['vocero_database_up 1'], [expect.any(String)], ['vocero_realtime_sockets 3']]);
  proxy.cut();
  expect(await told()).toEqual([['vocero_database_up 0'], [], ['vocero_realtime_sockets 3']]);
  proxy.reconnect();
  expect(await told()).toEqual([['vocero_database_up 1'], [expect.any(String)], ['vocero_realtime_sockets 3']]);

  const { text } = await metrics.expose();
  expect(linesOf(text, 'vocero_database_pool_connections')).toEqual([
    'vocero_database_pool_connections{state="idle"} 1',
    'vocero_database_pool_connections{state="busy"} 2',
  ]);
  // A value that a gauge no longer reports disappears.
  metrics.gauge('vocero_database_pool_connections', () => ({ busy: 2 }));
  expect(linesOf((await metrics.expose()).text, 'vocero_database_pool_connections')).toEqual([
    'vocero_database_pool_connections{state="busy"} 2',
  ]);
  // Events that have not happened yet are reported as 0, so that the first one is visible.
  expect(linesOf(text, 'vocero_dials_total')).toContain('vocero_dials_total{outcome="accepted"} 2');
  expect(linesOf(text, 'vocero_dials_total')).toContain('vocero_dials_total{outcome="unknown"} 0');
  // Nobody told it.
  expect(linesOf(text, 'vocero_lines_limit')).toEqual([]);
});

it('reads the database once for scrapes within five seconds, also while one is under way', async () => {
  const read = createDatabaseGaugeReader({
    connectionString: database.connectionString,
    queries: [counting],
    monotonicMs,
  });
  const [first, second] = await Promise.all([read(), read()]);
  nowMs += 4_999;
  const third = await read();
  nowMs += 1;
  const fourth = await read();
  const [value = 0] = (first ?? []).map((reading) => reading.value);
  expect([second, third, fourth].map((reading) => reading?.[0]?.value)).toEqual([value, value, value + 1]);
});

it('does not wait for a database that takes the connection and says nothing, and leaves no connection behind', async () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket
      .resume()
      .on('close', () => sockets.delete(socket))
      .on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connectionString = `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`;
  expect(
    await createDatabaseGaugeReader({ connectionString, queries: [counting], monotonicMs, limitMs: 50 })(),
  ).toBeNull();
  await expect.poll(() => sockets.size).toBe(0);
  server.close();
});

it('gives a statement that takes too long up, here and at the database', async () => {
  const slow = `select 'vocero_outbox_pending_events' as metric, null::text as label, 1::float8 as value from pg_sleep(300)`;
  const { connectionString } = database;
  expect(
    await createDatabaseGaugeReader({ connectionString, queries: [slow], monotonicMs, limitMs: 200 })(),
  ).toBeNull();
  const client = new Client({ connectionString });
  await client.connect();
  const left = `select count(*)::int as n from pg_stat_activity where application_name = 'vocero-metrics' and datname = current_database()`;
  await expect.poll(async () => (await client.query<{ n: number }>(left)).rows[0]?.n).toBe(0);
  await client.end();
});
