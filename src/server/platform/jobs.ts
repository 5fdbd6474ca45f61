/**
 * Runs scheduled and queued jobs with retries, by pg-boss. All servers share one schedule and one queue, and each job
 * runs on only one server.
 * Work that must start within a second does not use jobs, but has a loop of its own.
 */
import { CompiledQuery, type Transaction } from 'kysely';
import { PgBoss, type JobResult, type JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { DatabaseSchema } from './db/schema.ts';
import type { ServerMetricRecorder } from './metrics/metrics.ts';

export interface JobQueueOptions {
  /** Number of retries after a job's first failure. */
  readonly retries: number;
  /** Seconds before a job's first retry. The pause doubles, with some jitter, up to `longestRetrySeconds`. */
  readonly firstRetrySeconds: number;
  readonly longestRetrySeconds: number;
  /** Seconds between two polls of the job queue by a server; at least 0.5. */
  readonly pollSeconds: number;
  /** Maximum number of the queue's jobs that one server runs at the same time. */
  readonly atOnce: number;
  /**
   * Time limit in seconds for one run of a job. A run that takes longer counts as failed, because its server may have
   * died.
   */
  readonly expireSeconds: number;
}

/** The context of one run. */
export interface JobRunContext {
  /** True if there is no further retry. */
  readonly isLastTry: boolean;
  /** Signal that aborts when the server stops or the job's time limit is reached. */
  readonly signal: AbortSignal;
}

export interface JobQueue<T extends object> {
  /** Adds a job to the queue. Resolves once it is stored. With `tx`, it is stored in that transaction. */
  send(data: T, tx?: Transaction<DatabaseSchema>): Promise<void>;
}

export interface BackgroundJobs {
  /** Declares a scheduled job. Must be called before `start`. At each time of `cron` (UTC), one server runs it. */
  schedule(name: string, cron: string, run: (job: Pick<JobRunContext, 'signal'>) => Promise<void>): void;
  /**
   * Declares a job queue. Must be called before `start`. `data` must be JSON.
   * If a server dies while it runs a job, another server runs it again. So `run` may be called more than once for the
   * same job.
   */
  queue<T extends object>(
    name: string,
    options: JobQueueOptions,
    run: (data: T, job: JobRunContext) => Promise<void>,
  ): JobQueue<T>;
  start(): Promise<void>;
  /** Waits for current runs to end. */
  stop(): Promise<void>;
}

interface DeclaredQueue {
  readonly options: JobQueueOptions;
  readonly run: (data: object, job: JobRunContext) => Promise<void>;
}

export interface BackgroundJobsOptions {
  readonly connectionString: string;
  readonly log: Logger;
  readonly metrics: ServerMetricRecorder;
}

/** SQL query of pg-boss's own job counts: one row for each queue and metric, without its internal queues. */
const countsQuery = `
  select counted.metric, queue.name as label, counted.value::float8 as value
  from pgboss.queue cross join lateral (values ('vocero_jobs_waiting', ready_count), ('vocero_jobs_active', active_count),
    ('vocero_jobs_failed', failed_count)) as counted (metric, value)
  where queue.name not like '\\_\\_%'`;

export function createBackgroundJobs(options: BackgroundJobsOptions): BackgroundJobs {
  const { log, metrics } = options;
  metrics.query(['vocero_jobs_waiting', 'vocero_jobs_active', 'vocero_jobs_failed'], countsQuery);
  const noteRun = (name: string, outcome: 'completed' | 'failed'): void =>
    metrics.count('vocero_job_runs_total', { job_name: name, outcome });
  const scheduled = new Map<string, { cron: string; run: Parameters<BackgroundJobs['schedule']>[2] }>();
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
    // Update the job queue's options, because the database keeps those of an earlier version.
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
    queue<T extends object>(
      name: string,
      queueOptions: JobQueueOptions,
      run: (data: T, job: JobRunContext) => Promise<void>,
    ) {
      queues.set(name, { options: queueOptions, run: (data, job) => run(data as T, job) });
      return {
        async send(data: T, tx?: Transaction<DatabaseSchema>) {
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

/** Runs one job of a batch. The other jobs of the batch do not depend on its result. */
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

/** Runs pg-boss's statements within our transaction. */
function within(tx: Transaction<DatabaseSchema>) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}
