/** Runs a whole server in this process: database, migrations and HTTP. Used by `npm start` and the demo. */
import { existsSync } from 'node:fs';
import { lookup } from 'node:dns/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { ServerApp } from './app.ts';
import { systemClock } from './platform/clock.ts';
import { demoMarkerFileName, type ServerConfig } from './platform/config.ts';
import { assertFreeDatabaseConnections } from './platform/db/check-server.ts';
import { connectDatabase } from './platform/db/database.ts';
import { startEmbeddedPostgres } from './platform/db/embedded-postgres.ts';
import { migrateDatabase, listMigrationNames } from './platform/db/migrate.ts';
import { createSchemaVersionGuard } from './platform/db/schema-guard.ts';
import { storeOrVerifySecretKeyFingerprint } from './platform/db/secret-check-store.ts';
import { startDiskSpaceGuard, type DiskSpaceGuard } from './platform/disk-guard.ts';
import { runShutdownSteps } from './platform/endings.ts';
import { StartupError } from './platform/startup-error.ts';

/** The folder of the built browser files. */
const clientRoot = path.join(import.meta.dirname, '../../dist/client');

export interface RunningServer {
  readonly app: ServerApp;
  /** The URL of the server, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** First user, if this start created one. Its `generatedPassword` is null if a password was configured. */
  readonly firstUser: { readonly username: string; readonly generatedPassword: string | null } | null;
  /**
   * Resolves if a newer app version has migrated the database, so that this server must stop. The value is the error to
   * print.
   */
  readonly whenOutdated: Promise<StartupError>;
  /** Stops all parts of the server, the embedded database last. May be called repeatedly. */
  stop(): Promise<void>;
}

/**
 * Starts a server and resolves when it accepts requests.
 * @throws {StartupError} with a message of one line. Everything that was started has then been ended.
 */
export async function runServer(
  config: ServerConfig,
  log: Logger,
  options: { readonly isDemo?: boolean } = {},
): Promise<RunningServer> {
  if (!options.isDemo && !config.databaseUrl && existsSync(path.join(config.dataDir, demoMarkerFileName))) {
    throw new StartupError(`DATA_DIR: ${config.dataDir} tiene datos de demostración. Elige otra carpeta.`);
  }
  const endings: (() => Promise<void>)[] = [];
  const end = (): Promise<void> => runShutdownSteps(endings.splice(0).toReversed());
  try {
    const loading = Promise.all([import('./app.ts'), import('./platform/provider/retell-provider.ts')]);
    let connectionString = config.databaseUrl;
    let storage: DiskSpaceGuard | undefined;
    if (connectionString === null) {
      const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
      endings.push(() => embedded.stop());
      ({ connectionString } = embedded);
      const guard = await startDiskSpaceGuard({ folder: config.dataDir, log, clock: systemClock });
      endings.push(() => guard.stop());
      storage = guard;
    }
    if (config.databaseUrl !== null) await assertFreeDatabaseConnections(connectionString, config.databasePool);
    await migrateDatabase(connectionString);
    const schemaGuard = createSchemaVersionGuard({ known: await listMigrationNames(), log });
    const database = connectDatabase({
      connectionString,
      max: config.databasePool,
      schemaGuard,
      onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
    });
    endings.push(() => database.close());
    await storeOrVerifySecretKeyFingerprint(database.db, config.secretKey);
    const [{ buildServerApp }, { createRetellProviderFactory: createRetellProvider }] = await loading;
    const app = await buildServerApp({
      config,
      database,
      schemaGuard,
      log,
      clock: systemClock,
      providerFactory: createRetellProvider({ baseUrl: config.retellBaseUrl, log }),
      clientRoot,
      ...(storage && { storage }),
    });
    endings.push(() => app.stop());
    await app.start();
    const url = await listen(app, config);
    // Create the first user last, because its generated password would be lost if a later step failed.
    const firstUser = await app.features.access.ensureFirstUser();
    return { app, url, firstUser, whenOutdated: schemaGuard.whenOutdated, stop: end };
  } catch (error) {
    await end().catch((failure: unknown) => log.error({ err: failure }, 'what was started did not end well'));
    throw error;
  }
}

async function listen(app: ServerApp, { host, port }: ServerConfig): Promise<string> {
  try {
    await lookup(host);
    return await app.http.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new StartupError(`PORT: el puerto ${port} está en uso. Elige otro con PORT.`);
    if (code === 'EACCES') throw new StartupError(`PORT: no hay permiso para usar el puerto ${port}.`);
    if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
      throw new StartupError(`HOST: ${host} no es una dirección de este equipo.`);
    }
    throw error;
  }
}
