/**
 * Work that has a clock, on pg-boss: several servers share one schedule and one queue, and each run is done by one of
 * them. What must react within a second is no job; it has a loop of its own.
 */
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';

export interface Jobs {
  /** Declares a job before `start`: `run` happens once per tick of the cron expression (UTC) over all servers. */
  schedule(name: string, cron: string, run: () => Promise<void>): void;
  start(): Promise<void>;
  /** Waits for the runs under way. */
  stop(): Promise<void>;
}

export function createJobs(options: { readonly connectionString: string; readonly log: Logger }): Jobs {
  const { log } = options;
  const declared = new Map<string, { cron: string; run: () => Promise<void> }>();
  const boss = new PgBoss({ connectionString: options.connectionString, application_name: 'vocero-jobs', max: 2 });
  boss.on('error', (error: Error) => log.error({ err: error }, 'job queue failed'));
  return {
    schedule(name, cron, run) {
      declared.set(name, { cron, run });
    },
    async start() {
      await boss.start();
      for (const [name, { cron, run }] of declared) {
        await boss.createQueue(name, { policy: 'singleton', retryLimit: 3, retryDelay: 60, retryBackoff: true });
        await boss.work(name, { pollingIntervalSeconds: 10 }, async () => {
          log.info({ job: name }, 'job begins');
          await run();
        });
        await boss.schedule(name, cron, null, { tz: 'UTC' });
      }
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}
