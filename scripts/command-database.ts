// What the command-line tools stand on: the server's database, beside a running server or without one.
import { findDataDir, isRunByNpm, loadConfig, type Config } from '../src/server/platform/config.ts';
import { checkReachable } from '../src/server/platform/db/check-server.ts';
import { hasCluster } from '../src/server/platform/db/cluster-files.ts';
import { connectDatabase, type Database } from '../src/server/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/server/platform/db/embedded-postgres.ts';
import { migrateDatabase, migrationNames } from '../src/server/platform/db/migrate.ts';
import { createSchemaGuard } from '../src/server/platform/db/schema-guard.ts';
import { createLogger } from '../src/server/platform/log.ts';
import { StartupError } from '../src/server/platform/startup-error.ts';
import { whenAskedToStop } from '../src/server/platform/stop-request.ts';

/** Runs `work` on the migrated database of the environment, and ends the process's part in it. A StartupError is said in one line. */
export async function runCommand(name: string, work: (database: Database) => Promise<void>): Promise<void> {
  await sayFailure(() =>
    withConnection(loadCommandConfig(), async (connectionString) => {
      await migrateDatabase(connectionString);
      const schemaGuard = createSchemaGuard({ known: await migrationNames(), log: createLogger({ level: 'error' }) });
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
 * The environment of a command that works on what is there. A server makes the database that it lacks; a command that did so would say
 * success of an empty one, while the real one stands elsewhere.
 * @throws {StartupError} when there is no database to work on; nothing is made then, no key either.
 */
export function loadCommandConfig(): Config {
  const dataDir = findDataDir();
  if (dataDir !== null && !hasCluster(dataDir))
    throw new StartupError(
      `DATABASE_URL no está definida, y en DATA_DIR (${dataDir}) no hay una base. Da las mismas variables que a los servidores. No se hizo nada.`,
    );
  return loadConfig();
}

/**
 * Aborted when the process is asked to end (SIGTERM, Ctrl+C), with a StartupError: what the command made is to be taken away first. Call
 * it once, first thing. From then on only SIGKILL ends the process at once.
 */
export function hearStop(): AbortSignal {
  const controller = new AbortController();
  // The terminal and npm both pass a Ctrl+C on: unheard, the second one would cut the tidying off.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
  void whenAskedToStop({ watchParent: isRunByNpm() }).then(() =>
    controller.abort(new StartupError('Se interrumpió, y se borró lo empezado.')),
  );
  return controller.signal;
}

/** A StartupError is said in one line, and the process fails. */
export async function sayFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** The database that these settings name, as it is: the embedded one is started where no server runs it. */
export async function withConnection(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (connectionString: string) => Promise<void>,
): Promise<void> {
  const log = createLogger({ level: 'error' });
  const embedded =
    databaseUrl === null ? await startEmbeddedPostgres({ dataDir, log, shareIfRunning: true }) : undefined;
  try {
    if (databaseUrl !== null) await checkReachable(databaseUrl);
    await work(embedded?.connectionString ?? databaseUrl ?? '');
  } finally {
    await embedded?.stop();
  }
}
