/**
 * Work that has a clock or must be tried again, on pg-boss: several servers share one schedule and one queue, and each
 * run is done by one of them. What must react within a second is no job; it has a loop of its own.
 */
import { CompiledQuery, type Transaction } from 'kysely';
import { PgBoss, type JobResult, type JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { Schema } from './db/schema.ts';
import type { Metrics } from './metrics/metrics.ts';

export interface QueueOptions {
  /** Tries after the first one that fails. */
  readonly retries: number;
  /** Pause before the first retry, doubled (with some jitter) up to the longest. */
  readonly firstRetrySeconds: number;
  readonly longestRetrySeconds: number;
  /** How often a server asks for work; at least 0.5. */
  readonly pollSeconds: number;
  /** Jobs that one server runs at a time. */
  readonly atOnce: number;
  /** A run that takes longer counts as failed: its server may have died. */
  readonly expireSeconds: number;
}

/** What a run may want to know of itself. */
export interface JobRun {
  /** If this one fails, there is no other. */
  readonly isLastTry: boolean;
  /** Aborts when the server stops or the run has expired. */
  readonly signal: AbortSignal;
}

export interface JobQueue<T extends object> {
  /** Durable when it resolves; within `tx`, together with all else that the transaction does. */
  send(data: T, tx?: Transaction<Schema>): Promise<void>;
}

export interface Jobs {
  /** Declares a job before `start`: `run` happens once per tick of the cron expression (UTC) over all servers. */
  schedule(name: string, cron: string, run: (job: Pick<JobRun, 'signal'>) => Promise<void>): void;
  /**
   * Declares a queue before `start`. Each job is run until `run` resolves or the tries are used up, at least once: a
   * server that dies in the middle leaves it to another. `data` is JSON.
   */
  queue<T extends object>(
    name: string,
    options: QueueOptions,
    run: (data: T, job: JobRun) => Promise<void>,
  ): JobQueue<T>;
  start(): Promise<void>;
  /** Waits for the runs under way. */
  stop(): Promise<void>;
}

interface DeclaredQueue {
  readonly options: QueueOptions;
  readonly run: (data: object, job: JobRun) => Promise<void>;
}

export interface JobsOptions {
  readonly connectionString: string;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Its own counts, made anew about every minute: one row a queue, whatever the number of jobs. Its own chores are left out. */
const countsQuery = `
  select counted.metric, queue.name as label, counted.value::float8 as value
  from pgboss.queue cross join lateral (values ('vocero_jobs_waiting', ready_count), ('vocero_jobs_active', active_count),
    ('vocero_jobs_failed', failed_count)) as counted (metric, value)
  where queue.name not like '\\_\\_%'`;

export function createJobs(options: JobsOptions): Jobs {
  const { log, metrics } = options;
  metrics.query(['vocero_jobs_waiting', 'vocero_jobs_active', 'vocero_jobs_failed'], countsQuery);
  const noteRun = (name: string, outcome: 'completed' | 'failed'): void =>
    metrics.count('vocero_job_runs_total', { job_name: name, outcome });
  const scheduled = new Map<string, { cron: string; run: Parameters<Jobs['schedule']>[2] }>();
  const queues = new Map<string, DeclaredQueue>();
  const boss = new PgBoss({
    connectionString: options.connectionString,
    application_name: 'vocero-jobs',
    max: 2,
    createSchema: false,
  });
  boss.on('error', (error: Error) => log.error({ err: error }, 'job queue failed'));

  async function startQueue(name: string, { options: { retries, ...pace }, run }: DeclaredQueue): Promise<void> {
    await boss.createQueue(name);
    // Queues outlive the server that made them: what is declared now counts.
    await boss.updateQueue(name, {
      retryLimit: retries,
      retryBackoff: true,
      retryDelay: pace.firstRetrySeconds,
      retryDelayMax: pace.longestRetrySeconds,
      expireInSeconds: pace.expireSeconds,
    });
    const work = {
      pollingIntervalSeconds: pace.pollSeconds,
      batchSize: pace.atOnce,
      burstWhenBatchFull: true,
      includeMetadata: true,
      perJobResults: true,
    } as const;
    await boss.work(name, work, (batch: JobWithMetadata[]) => Promise.all(batch.map((job) => settleOne(job, run))));
  }

  async function settleOne(job: JobWithMetadata, run: DeclaredQueue['run']): Promise<JobResult> {
    const result = await settle(job, run, log);
    noteRun(job.name, result.status === 'completed' ? 'completed' : 'failed');
    return result;
  }

  return {
    schedule(name, cron, run) {
      scheduled.set(name, { cron, run });
    },
    queue<T extends object>(name: string, queueOptions: QueueOptions, run: (data: T, job: JobRun) => Promise<void>) {
      queues.set(name, { options: queueOptions, run: (data, job) => run(data as T, job) });
      return {
        async send(data: T, tx?: Transaction<Schema>) {
          await boss.send(name, data, tx ? { db: within(tx) } : {});
        },
      };
    },
    async start() {
      await boss.start();
      for (const [name, { cron, run }] of scheduled) {
        await boss.createQueue(name, { policy: 'singleton', retryLimit: 3, retryDelay: 60, retryBackoff: true });
        await boss.work(name, { pollingIntervalSeconds: 10 }, async ([job]) => {
          if (!job) return;
          log.info({ job: name }, 'job begins');
          try {
            await run({ signal: job.signal });
          } catch (error) {
            noteRun(name, 'failed');
            throw error;
          }
          noteRun(name, 'completed');
        });
        await boss.schedule(name, cron, null, { tz: 'UTC' });
      }
      for (const [name, queue] of queues) await startQueue(name, queue);
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/** One job of a batch; whatever comes of it, the others have their own outcome. */
async function settle(job: JobWithMetadata, run: DeclaredQueue['run'], log: Logger): Promise<JobResult> {
  const isLastTry = job.retryCount >= job.retryLimit;
  try {
    await run(job.data, { isLastTry, signal: job.signal });
    return { id: job.id, status: 'completed' };
  } catch (error) {
    log.warn({ err: error, job: job.name, tries: job.retryCount + 1, isLastTry }, 'job failed');
    return { id: job.id, status: 'failed', output: { message: error instanceof Error ? error.message : 'unknown' } };
  }
}

/** pg-boss's statements as part of a transaction of ours. */
function within(tx: Transaction<Schema>) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}
