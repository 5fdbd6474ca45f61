// One PostgreSQL for a whole test run (Vitest's globalSetup). Its template, which createTestDatabase clones, is
// migrated and contains all that a server's first start adds. Durability is off, because the data end with the run.
import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { ensureMonthlyCallPartitions } from '../features/calls/index.ts';
import { connectDatabase } from '../platform/db/database.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { createBackgroundJobs } from '../platform/jobs.ts';
import { makeFolder, sweepFolders } from './memory-folder.ts';
import { silentMetrics } from './silent-metrics.ts';

export const template = 'vocero_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's server with database `vocero`, for creating and dropping others. */
    testPostgres: string;
  }
}

/** Vitest calls this once before the run, and the returned function after it. */
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
      // Each test server may use 25 connections, and four test files run several servers each.
      max_connections: '300',
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
  client.on('error', () => undefined); // a broken connection also rejects the current query
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

// Adds what a server's first start adds, which would take half a second in each clone.
async function addFirstStart(connectionString: string): Promise<void> {
  const database = connectDatabase({ connectionString, max: 1 });
  await ensureMonthlyCallPartitions(database.db, new Date());
  await database.close();
  const jobs = createBackgroundJobs({ connectionString, metrics: silentMetrics, log: pino({ level: 'silent' }) });
  await jobs.start();
  await jobs.stop();
}
