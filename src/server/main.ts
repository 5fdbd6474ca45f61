/** Entry of `npm start`: runs the server until SIGTERM, SIGINT or a newer migration of the database. */
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { resolveDataDir, isStartedByNpm, loadServerConfig } from './platform/config.ts';
import { HangingDataDirError, assertDataDirResponsive } from './platform/data-dir-probe.ts';
import { collectGarbage } from './platform/heap.ts';
import { createLogger } from './platform/log.ts';
import { runServer } from './run-server.ts';
import { StartupError } from './platform/startup-error.ts';
import { waitForStopRequest } from './platform/stop-request.ts';

async function main(): Promise<void> {
  const dataDir = resolveDataDir();
  if (dataDir !== null) await assertDataDirResponsive(dataDir);
  const config = loadServerConfig();
  const log = createLogger({ level: config.logLevel, pretty: process.stdout.isTTY });
  const stopRequest = waitForStopRequest({ watchParent: isStartedByNpm() });
  const server = await runServer(config, log);
  if (server.firstUser) announceFirstUser(server.firstUser);
  process.stdout.write(`Vocero escucha en ${server.url}\n`);
  await settle();
  const outdated = await Promise.race([stopRequest, server.whenOutdated]);
  log.info('stopping');
  await server.stop();
  if (outdated) throw outdated;
}

/**
 * Writes Node's compile cache to disk now, because the process may later be killed. Also frees memory that only the
 * start needed.
 */
async function settle(): Promise<void> {
  flushCompileCache();
  await collectGarbage();
}

function announceFirstUser(user: { username: string; generatedPassword: string | null }): void {
  if (!user.generatedPassword) return;
  process.stdout.write(
    `Primer usuario: ${user.username}  contraseña: ${user.generatedPassword}  (no se vuelve a mostrar)\n`,
  );
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  writeSync(process.stderr.fd, `${error.message}\n`);
  // Kill the process, because a thread that hangs while reading DATA_DIR would block a normal exit.
  if (error instanceof HangingDataDirError) process.kill(process.pid, 'SIGKILL');
  process.exitCode = 1;
}
