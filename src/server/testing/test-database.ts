// A separate database for each test or suite, cloned from the run's migrated template.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { template } from './test-postgres.ts';

/** A migrated, empty database. */
export interface TestDatabase {
  readonly connectionString: string;
  /** Ends its sessions and removes the database. Call it after closing all clients. */
  drop(): Promise<void>;
}

/** Clones the template in about 50 ms. Close pools before `drop`, or their sessions are cut. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // This is five times faster than through the WAL, whose durability tests don't need.
  await onServer(`CREATE DATABASE ${name} template ${template} STRATEGY file_copy`);
  const url = new URL(inject('testPostgres'));
  url.pathname = `/${name}`;
  return {
    connectionString: url.href,
    drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('testPostgres') });
  client.on('error', () => undefined); // a broken connection also rejects the current query
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
