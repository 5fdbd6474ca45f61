// One PostgreSQL for a whole test run (Vitest's globalSetup): started once, with a migrated
// template that createTestDatabase clones. Durability is off: the data dies with the run.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { isAlive, readPostmasterNote } from '../platform/db/postmaster-file.ts';

const PREFIX = 'vocero-test-pg-';
export const TEMPLATE = 'vocero_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's server, database `vocero` (for creating and dropping others). */
    testPostgres: string;
  }
}

/** Vitest calls this once before the run; the returned function after it. */
export default async function setUpTestPostgres(project: TestProject): Promise<() => Promise<void>> {
  await sweepOrphans();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), `${PREFIX}${process.pid}-`));
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const server = await startEmbeddedPostgres({
    dataDir,
    log: quiet,
    throwaway: true,
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', shared_buffers: '128MB' },
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
    await client.query(`CREATE DATABASE ${TEMPLATE}`);
    const url = new URL(connectionString);
    url.pathname = `/${TEMPLATE}`;
    await migrateDatabase(url.href);
    await client.query(`ALTER DATABASE ${TEMPLATE} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  } finally {
    await client.end();
  }
}

// A run that was killed leaves its server behind; the folder's name says whose it was.
async function sweepOrphans(): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    const owner = Number(name.startsWith(PREFIX) ? name.slice(PREFIX.length).split('-')[0] : Number.NaN);
    if (!Number.isInteger(owner) || isAlive(owner)) continue;
    const dataDir = path.join(os.tmpdir(), name);
    const note = readPostmasterNote(path.join(dataDir, 'pg18'));
    if (note !== undefined) process.kill(note.pid, 'SIGQUIT');
    await rm(dataDir, { recursive: true, force: true });
  }
}
