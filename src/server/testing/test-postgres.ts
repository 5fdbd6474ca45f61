// One PostgreSQL for a whole test run (Vitest's globalSetup): started once, with a template that createTestDatabase
// clones: migrated, and with all that a server's first start adds. Durability is off: the data dies with the run.
import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { ensurePartitions } from '../features/calls/index.ts';
import { connectDatabase } from '../platform/db/database.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { createJobs } from '../platform/jobs.ts';
import { makeFolder, sweepFolders } from './memory-folder.ts';
import { silentMetrics } from './silent-metrics.ts';

export const template = 'vocero_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's server, database `vocero` (for creating and dropping others). */
    testPostgres: string;
  }
}

/** Vitest calls this once before the run; the returned function after it. */
export default async function setUpTestPostgres(project: TestProject): Promise<() => Promise<void>> {
  await sweepFolders();
  const dataDir = await makeFolder();
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const server = await startEmbeddedPostgres({
    dataDir,
    log: quiet,
    throwaway: true,
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      autovacuum: 'off',
      shared_buffers: '128MB',
    },
  });
  const tearDown = async (): Promise<void> => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await makeTemplate(server.connectionString);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('testPostgres', server.connectionString);
  return tearDown;
}

async function makeTemplate(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined); // a broken connection also rejects the query under way
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${template}`);
    const url = new URL(connectionString);
    url.pathname = `/${template}`;
    await migrateDatabase(url.href);
    await addFirstStart(url.href);
    await client.query(`ALTER DATABASE ${template} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  } finally {
    await client.end();
  }
}

// What every server adds to a database without it; half a second of work in each clone.
async function addFirstStart(connectionString: string): Promise<void> {
  const database = connectDatabase({ connectionString, max: 1 });
  await ensurePartitions(database.db, new Date());
  await database.close();
  const jobs = createJobs({ connectionString, metrics: silentMetrics, log: pino({ level: 'silent' }) });
  await jobs.start();
  await jobs.stop();
}
