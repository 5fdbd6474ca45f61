// What the command-line tools stand on: the server's database, beside a running server or without one.
import { loadConfig } from '../src/server/platform/config.ts';
import { connectDatabase, type Database } from '../src/server/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/server/platform/db/embedded-postgres.ts';
import { migrateDatabase } from '../src/server/platform/db/migrate.ts';
import { createLogger } from '../src/server/platform/log.ts';
import { StartupError } from '../src/server/platform/startup-error.ts';

/** Runs `work` on the migrated database of the environment, and ends the process's part in it. A StartupError is said in one line. */
export async function runCommand(name: string, work: (database: Database) => Promise<void>): Promise<void> {
  try {
    await withDatabase(name, work);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function withDatabase(name: string, work: (database: Database) => Promise<void>): Promise<void> {
  const { databaseUrl, dataDir } = loadConfig();
  const log = createLogger({ level: 'error' });
  const embedded = databaseUrl === null ? await startEmbeddedPostgres({ dataDir, log, shareIfRunning: true }) : undefined;
  try {
    const connectionString = embedded?.connectionString ?? databaseUrl ?? '';
    await migrateDatabase(connectionString);
    const database = connectDatabase({ connectionString, applicationName: `vocero-${name}`, max: 2, statementTimeoutMs: 0 });
    try {
      await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}
