/**
 * A DATA_DIR after a server's first start: migrated, with its first user. It is made once per run of the kill tests
 * (Vitest's globalSetup) and copied for each test, because initdb and all migrations cost more than ten copies.
 */
import { cp, rm } from 'node:fs/promises';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { makeFolder, sweepFolders } from './memory-folder.ts';
import { createServerProcess } from './server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    startedDataDir: string;
  }
}

/** The first user. */
export const person = { username: 'jefa', password: 'una clave de prueba' };
/** The environment that a server needs for this folder and its first user. */
export const startEnv = {
  SECRET_KEY: 'una clave secreta para las pruebas, larga',
  ADMIN_USERNAME: person.username,
  ADMIN_PASSWORD: person.password,
};

/** Vitest calls this once before the run, and the returned function after it. */
export default async function setUpStartedDataDir(project: TestProject): Promise<() => Promise<void>> {
  await sweepFolders();
  const dataDir = await makeFolder();
  const tearDown = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  try {
    const server = await createServerProcess({ ...startEnv, DATA_DIR: dataDir });
    await server.start();
    await server.stop();
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('startedDataDir', dataDir);
  return tearDown;
}

/** Makes a copy without a running server. The caller removes it. */
export async function copyStartedDataDir(): Promise<string> {
  const dataDir = await makeFolder();
  await cp(inject('startedDataDir'), dataDir, { recursive: true });
  return dataDir;
}
