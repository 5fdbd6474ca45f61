// The bus's connection: lost, refused and restored, on a real PostgreSQL behind a proxy.
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { startCutOffProxy } from '../testing/cut-off-proxy.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { waitFor } from '../testing/wait-for.ts';
import { createServerBus, type ServerBusMessage, type ServerBus } from './server-bus.ts';

const log = pino({ level: 'silent' });
const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

it('is one connection again after the database was away, and tells of the gap', async () => {
  const database = await createTestDatabase();
  endings.push(() => database.drop());
  const proxy = await startCutOffProxy(database.connectionString);
  endings.push(() => proxy.close());
  const bus = createServerBus({ connectionString: proxy.connectionString, log });
  endings.push(() => bus.stop());
  const heard: ServerBusMessage[] = [];
  let gaps = 0;
  bus.onMessage((message) => void heard.push(message));
  bus.onGap(() => (gaps += 1));
  expect(bus.isListening).toBe(false);
  await bus.start();
  expect(bus.isListening).toBe(true);

  proxy.cut();
  proxy.reconnect();
  await waitFor('the gap', () => gaps > 0);
  expect(bus.isListening).toBe(true);
  bus.publish({ kind: 'refetch', workspaceId: 'w1' });
  bus.publish({ kind: 'refetch', workspaceId: 'w2' });
  await waitFor('the message', () => heard.some((message) => 'workspaceId' in message && message.workspaceId === 'w2'));
  expect(heard).toHaveLength(2);
  expect(gaps).toBe(1);
});

it('tells other servers, once the database is back, of which workspaces they were told nothing', async () => {
  const database = await createTestDatabase();
  endings.push(() => database.drop());
  const proxy = await startCutOffProxy(database.connectionString);
  endings.push(() => proxy.close());
  const [bus, other] = [proxy, database].map(({ connectionString }) => createServerBus({ connectionString, log })) as [
    ServerBus,
    ServerBus,
  ];
  endings.push(
    () => bus.stop(),
    () => other.stop(),
  );
  const heard: ServerBusMessage[] = [];
  other.onMessage((message) => void heard.push(message));
  await bus.start();
  await other.start();
  proxy.cut();
  bus.publish({ kind: 'call_ended', workspaceId: 'w1', ids: ['c1'] });
  bus.publish({ kind: 'sessions_changed', ids: ['s1'] });
  bus.publish({ kind: 'workspace_update', workspaceId: 'w2' });
  await waitFor('the loss of the connection', () => !bus.isListening);
  proxy.reconnect();
  await waitFor('what was lost', () => heard.length === 2);
  expect(heard).toEqual(['w1', 'w2'].map((workspaceId) => ({ kind: 'refetch', workspaceId })));
});

it('is another connection, and tells of the gap, when the one it had carries nothing any more', async () => {
  const database = await createTestDatabase();
  endings.push(() => database.drop());
  const proxy = await startCutOffProxy(database.connectionString);
  endings.push(() => proxy.close());
  const probe = { everyMs: 100, answerMs: 2_000 };
  const bus = createServerBus({ connectionString: proxy.connectionString, log, probe });
  endings.push(() => bus.stop());
  let gaps = 0;
  const heard: ServerBusMessage[] = [];
  bus.onGap(() => (gaps += 1));
  bus.onMessage((message) => void heard.push(message));
  await bus.start();
  proxy.silence();
  bus.publish({ kind: 'workspace_update', workspaceId: 'w1' });
  await waitFor('the gap', () => gaps > 0);
  await waitFor('what was lost', () => heard.length > 0);
  expect(heard[0]).toEqual({ kind: 'refetch', workspaceId: 'w1' });
});

it('tells its own messages from those of another server', async () => {
  const database = await createTestDatabase();
  endings.push(() => database.drop());
  const [bus, other] = [1, 2].map(() => createServerBus({ connectionString: database.connectionString, log })) as [
    ServerBus,
    ServerBus,
  ];
  endings.push(
    () => bus.stop(),
    () => other.stop(),
  );
  const heard: string[] = [];
  bus.onMessage(
    (message, isOwn) =>
      void heard.push(`${'workspaceId' in message ? message.workspaceId : ''} ${isOwn ? 'own' : 'other'}`),
  );
  await Promise.all([bus.start(), other.start()]);
  bus.publish({ kind: 'refetch', workspaceId: 'w1' });
  await waitFor('its own', () => heard.length === 1);
  other.publish({ kind: 'refetch', workspaceId: 'w2' });
  await waitFor('the other one', () => heard.length === 2);
  expect(heard).toEqual(['w1 own', 'w2 other']);
});

it('sends what follows a silence at once, and then what has gathered', async () => {
  const database = await createTestDatabase();
  endings.push(() => database.drop());
  const bus = createServerBus({ connectionString: database.connectionString, log });
  endings.push(() => bus.stop());
  const payloads: string[][] = [];
  const payload: string[] = [];
  bus.onMessage((message) => {
    // All messages of one payload are delivered in one turn.
    if (payload.length === 0) queueMicrotask(() => payloads.push(payload.splice(0)));
    payload.push('workspaceId' in message ? message.workspaceId : '');
  });
  await bus.start();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  endings.push(() => Promise.resolve(vi.useRealTimers()));
  const publish = (workspaceId: string) => bus.publish({ kind: 'refetch', workspaceId });
  publish('w1');
  vi.advanceTimersByTime(1);
  await waitFor('the first', () => payloads.length === 1);
  publish('w2');
  vi.advanceTimersByTime(10);
  publish('w3');
  vi.advanceTimersByTime(15);
  await waitFor('the next', () => payloads.length === 2);
  expect(payloads).toEqual([['w1'], ['w2', 'w3']]);
});

it('tries again once at a time while the database refuses, ever more rarely', async () => {
  const database = await createTestDatabase();
  endings.push(() => database.drop());
  const proxy = await startCutOffProxy(database.connectionString);
  endings.push(() => proxy.close());
  const failedAtMs: number[] = [];
  const told = pino(
    { level: 'warn' },
    {
      write: (line: string) => void (line.includes('realtime connection failed') && failedAtMs.push(performance.now())),
    },
  );
  const bus = createServerBus({ connectionString: proxy.connectionString, log: told });
  endings.push(() => bus.stop());
  await bus.start();
  proxy.cut();
  await waitFor('three failed tries', () => failedAtMs.length === 3);
  expect(bus.isListening).toBe(false);
  const [first = 0, second = 0, third = 0] = failedAtMs;
  // The retries follow after 250 ms, 500 ms and 1,000 ms.
  expect(second - first).toBeGreaterThan(450);
  expect(third - second).toBeGreaterThan(900);
});
