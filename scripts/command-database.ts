// Base of the command-line tools: the server's database, beside a running server or without one.
import { resolveDataDir, isStartedByNpm, loadServerConfig, type ServerConfig } from '../src/server/platform/config.ts';
import { assertDatabaseReachable } from '../src/server/platform/db/check-server.ts';
import { hasEmbeddedPostgresCluster } from '../src/server/platform/db/cluster-files.ts';
import { connectDatabase, type DatabaseHandle } from '../src/server/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/server/platform/db/embedded-postgres.ts';
import { migrateDatabase, listMigrationNames } from '../src/server/platform/db/migrate.ts';
import { createSchemaVersionGuard } from '../src/server/platform/db/schema-guard.ts';
import { createLogger } from '../src/server/platform/log.ts';
import { StartupError } from '../src/server/platform/startup-error.ts';
import { waitForStopRequest } from '../src/server/platform/stop-request.ts';

/** Runs `work` on the migrated database of the environment. A StartupError is printed in one line. */
export async function runCommand(name: string, work: (database: DatabaseHandle) => Promise<void>): Promise<void> {
  await reportStartupErrors(() =>
    withConnection(loadCommandConfig(), async (connectionString) => {
      await migrateDatabase(connectionString);
      const schemaGuard = createSchemaVersionGuard({
        known: await listMigrationNames(),
        log: createLogger({ level: 'error' }),
      });
      const database = connectDatabase({
        connectionString,
        applicationName: `vocero-${name}`,
        max: 2,
        statementTimeoutMs: 0,
        schemaGuard,
      });
      try {
        await work(database);
      } finally {
        await database.close();
      }
    }),
  );
}

/**
 * The settings of a command on an existing database. A server creates a missing database; a command that did so would
 * report success on an empty one.
 * @throws {StartupError} if there is no database; then nothing is created, not even a key.
 */
export function loadCommandConfig(): ServerConfig {
  const dataDir = resolveDataDir();
  if (dataDir !== null && !hasEmbeddedPostgresCluster(dataDir))
    throw new StartupError(
      `DATABASE_URL no está definida, y en DATA_DIR (${dataDir}) no hay una base. Da las mismas variables que a los servidores. No se hizo nada.`,
    );
  return loadServerConfig();
}

/**
 * Aborts with a StartupError on SIGTERM or Ctrl+C, so that the command first removes what it has begun. Call it once,
 * at the start. Afterwards only SIGKILL ends the process at once.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  // Both the terminal and npm send Ctrl+C; without a handler, the second one would interrupt the cleanup.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
  void waitForStopRequest({ watchParent: isStartedByNpm() }).then(() =>
    controller.abort(new StartupError('Se interrumpió, y se borró lo empezado.')),
  );
  return controller.signal;
}

/** Runs `work`; a StartupError is printed in one line, and the process fails. */
export async function reportStartupErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Runs `work` on the database of these settings, unmigrated. The embedded one is started if no server runs it. */
export async function withConnection(
  { databaseUrl, dataDir }: Pick<ServerConfig, 'databaseUrl' | 'dataDir'>,
  work: (connectionString: string) => Promise<void>,
): Promise<void> {
  const log = createLogger({ level: 'error' });
  const embedded =
    databaseUrl === null ? await startEmbeddedPostgres({ dataDir, log, shareIfRunning: true }) : undefined;
  try {
    if (databaseUrl !== null) await assertDatabaseReachable(databaseUrl);
    await work(embedded?.connectionString ?? databaseUrl ?? '');
  } finally {
    await embedded?.stop();
  }
}
