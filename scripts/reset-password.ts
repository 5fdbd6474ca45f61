// `npm run reset-password USER`: a new password for a user, printed once. Works beside a running
// server and without one, on the embedded database or on DATABASE_URL.
import { resetPassword } from '../src/server/features/access/index.ts';
import { loadConfig } from '../src/server/platform/config.ts';
import { connectDatabase } from '../src/server/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/server/platform/db/embedded-postgres.ts';
import { migrateDatabase } from '../src/server/platform/db/migrate.ts';
import { createLogger } from '../src/server/platform/log.ts';
import { StartupError } from '../src/server/platform/startup-error.ts';

async function main(username: string | undefined): Promise<void> {
  if (username === undefined) throw new StartupError('Uso: npm run reset-password USUARIO');
  const { databaseUrl, dataDir } = loadConfig();
  const log = createLogger({ level: 'error' });
  const embedded = databaseUrl === null ? await startEmbeddedPostgres({ dataDir, log, shareIfRunning: true }) : undefined;
  try {
    const connectionString = embedded?.connectionString ?? databaseUrl ?? '';
    await migrateDatabase(connectionString);
    const database = connectDatabase({ connectionString, applicationName: 'vocero-reset-password', max: 1 });
    try {
      const password = await resetPassword(database.db, username);
      if (password === null) throw new StartupError(`No existe el usuario "${username}".`);
      console.log(`Nueva contraseña de ${username}: ${password}  (no se vuelve a mostrar)`);
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}

try {
  await main(process.argv[2]);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
