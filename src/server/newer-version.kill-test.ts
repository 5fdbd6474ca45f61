// A newer version migrates the database of a running server: the process ends and says why.
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startEmbeddedPostgres } from './platform/db/embedded-postgres.ts';
import { migrateAsNewer, newerMigration } from './testing/newer-version.ts';
import { createServerProcess } from './testing/server-process.ts';
import { copyStartedDataDir, startEnv } from './testing/started-data-dir.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('an older server ends by itself with the reason, and the next start says the same', async () => {
  const dataDir = await copyStartedDataDir();
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet, throwaway: true, settings: { fsync: 'off' } });
  const server = await createServerProcess({
    ...startEnv,
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.connectionString,
  });
  try {
    await server.start();
    await migrateAsNewer(postgres.connectionString);
    expect(await server.whenEnded()).toBe(1);
    const reason = `migración ${newerMigration}): actualiza este servidor`;
    expect(server.readOutput()).toContain(reason);
    await expect(server.start()).rejects.toThrow(reason);
  } finally {
    await server.kill();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
