// Queued work on a real PostgreSQL: within a transaction, retried, and done by one of several servers.
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { waitFor } from '../testing/wait-for.ts';
import { connectDatabase, type DatabaseHandle } from './db/database.ts';
import { createBackgroundJobs, type JobRunContext, type BackgroundJobs, type JobQueueOptions } from './jobs.ts';
import { createCountingMetrics } from '../testing/silent-metrics.ts';

interface Work {
  readonly what: string;
}

const options: JobQueueOptions = {
  retries: 2,
  firstRetrySeconds: 0,
  longestRetrySeconds: 1,
  pollSeconds: 0.5,
  atOnce: 4,
  expireSeconds: 30,
};
const runs: { readonly server: string; readonly what: string; readonly isLastTry: boolean }[] = [];
const runsOf = (what: string) => runs.filter((run) => run.what === what);

/** A job named 'fails N' fails N times. */
async function work(server: string, { what }: Work, { isLastTry }: JobRunContext): Promise<void> {
  runs.push({ server, what, isLastTry });
  if (runsOf(what).length <= Number(/^fails (\d+)/.exec(what)?.[1] ?? 0)) throw new Error(`${what} again`);
}

const metrics = createCountingMetrics();
let testDatabase: TestDatabase;
let database: DatabaseHandle;
let servers: BackgroundJobs[];
let queue: ReturnType<BackgroundJobs['queue']>;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { connectionString } = testDatabase;
  database = connectDatabase({ connectionString, max: 4 });
  const log = pino({ level: 'silent' });
  servers = [
    createBackgroundJobs({ connectionString, log, metrics }),
    createBackgroundJobs({ connectionString, log, metrics }),
  ];
  const queues = servers.map((jobs, index) =>
    jobs.queue<Work>('test-work', options, (data, job) => work(`server ${index}`, data, job)),
  );
  queue = queues[0] as ReturnType<BackgroundJobs['queue']>;
  for (const jobs of servers) await jobs.start();
});

afterAll(async () => {
  await Promise.all(servers.map((jobs) => jobs.stop()));
  await database.close();
  await testDatabase.drop();
});

test('what a transaction queues is run once when it commits, and never when it does not', async () => {
  await database.db.transaction().execute((tx) => queue.send({ what: 'committed' }, tx));
  const undone = database.db.transaction().execute(async (tx) => {
    await queue.send({ what: 'undone' }, tx);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  await queue.send({ what: 'alone' });
  await waitFor('both runs', () => runsOf('committed').length > 0 && runsOf('alone').length > 0);
  await queue.send({ what: 'afterwards' });
  await waitFor('a later run', () => runsOf('afterwards').length > 0);
  expect([runsOf('committed').length, runsOf('alone').length, runsOf('undone').length]).toEqual([1, 1, 0]);
});

test('a run that fails is tried again until its tries are used up, and knows the last one', async () => {
  await Promise.all(['fails 2', 'fails 9', 'fails 0'].map((what) => queue.send({ what })));
  await waitFor('all tries', () => runsOf('fails 2').length === 3 && runsOf('fails 9').length === 3);
  expect(runsOf('fails 9').map(({ isLastTry }) => isLastTry)).toEqual([false, false, true]);
  await queue.send({ what: 'the next' });
  await waitFor('the next one', () => runsOf('the next').length > 0);
  expect([runsOf('fails 2').length, runsOf('fails 9').length, runsOf('fails 0').length]).toEqual([3, 3, 1]);
  // Two tries of the first job and three of the second failed. The last successful job may still be running.
  expect(metrics.counted('vocero_job_runs_total', 'test-work', 'failed')).toBe(5);
  expect(metrics.counted('vocero_job_runs_total', 'test-work', 'completed')).toBeGreaterThanOrEqual(5);
});

test('each job of many is run by one server', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `many ${index}`);
  await database.db.transaction().execute(async (tx) => {
    for (const what of names) await queue.send({ what }, tx);
  });
  await waitFor('all of them', () => names.every((name) => runsOf(name).length > 0));
  expect(names.filter((name) => runsOf(name).length !== 1)).toEqual([]);
});
