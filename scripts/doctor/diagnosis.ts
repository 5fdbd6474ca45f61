// `npm run doctor`: a table of checks. Each reports its result and, for a problem of a start, a backup or webhooks, the
// solution. It changes nothing except a probe file in DATA_DIR, which it deletes.
import os from 'node:os';
import {
  resolveDataDir,
  readSecretKey,
  findInvalidEnvironmentVariables,
  loadServerConfigWithoutSecretKey,
} from '../../src/server/platform/config.ts';
import type { EnvironmentVariables } from '../../src/server/platform/config.ts';
import { assertDataDirResponsive } from '../../src/server/platform/data-dir-probe.ts';
import { readEmbeddedDatabaseState, type EmbeddedDatabaseState } from '../../src/server/platform/db/running-cluster.ts';
import {
  fail,
  isOurHealth,
  ok,
  type Check,
  type Finding,
  type Machine,
  type Outcome,
  type Situation,
} from './check.ts';
import { StartupError } from '../../src/server/platform/startup-error.ts';
import { databaseChecks } from './database-checks.ts';
import { machineChecks } from './machine-checks.ts';
import { networkChecks } from './network-checks.ts';

const thisMachine: Machine = {
  nodeVersion: process.versions.node,
  memoryBytes: Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
  now: () => new Date(),
  limitMs: 15_000,
};

export async function diagnose(
  env: EnvironmentVariables,
  {
    mayAskOutside = false,
    machine = {},
  }: { readonly mayAskOutside?: boolean; readonly machine?: Partial<Machine> } = {},
): Promise<readonly Finding[]> {
  const wrong = findInvalidEnvironmentVariables(env);
  const variables: Finding = {
    id: 'variables',
    name: 'Variables de entorno',
    ...(wrong.length === 0 ? ok('Todas se entienden.') : fail(wrong.join(' '), 'Corrige cada una, o déjala vacía.')),
  };
  // With defaults instead of invalid values, the checks would judge another server.
  if (wrong.length > 0) return [variables];
  const dataDir = resolveDataDir(env);
  // A hanging folder allows no further reads.
  if (dataDir !== null) await assertDataDirResponsive(dataDir);
  const situation = situationOf(env, mayAskOutside, { ...thisMachine, ...machine });
  const findings: Finding[] = [variables];
  for (const check of [...machineChecks, ...databaseChecks, ...networkChecks]) {
    findings.push({ id: check.id, name: check.name, ...(await runOne(check, situation)) });
  }
  return findings;
}

function situationOf(env: EnvironmentVariables, mayAskOutside: boolean, machine: Machine): Situation {
  const settings = loadServerConfigWithoutSecretKey(env);
  const { databaseUrl, dataDir, host, port } = settings;
  const embedded = (): EmbeddedDatabaseState => readEmbeddedDatabaseState(dataDir);
  return {
    settings,
    machine,
    mayAskOutside,
    findSecretKey: () => readSecretKey(env),
    embedded,
    connectionString() {
      if (databaseUrl !== null) return databaseUrl;
      try {
        const state = embedded();
        return state.kind === 'present' ? state.connectionString : null;
      } catch (error) {
        // The database check reports it.
        if (error instanceof StartupError) return null;
        throw error;
      }
    },
    isRunning: () => answersAsOurs(`http://${reachable(host)}:${port}/healthz`),
  };
}

/** Turns a listening address into one to connect to. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

async function answersAsOurs(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(3_000), redirect: 'manual' });
    return isOurHealth(await answer.text());
  } catch {
    return false;
  }
}

async function runOne(check: Check, situation: Situation): Promise<Outcome> {
  const { limitMs } = situation.machine;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Outcome>((resolve) => {
    const late = fail(`No terminó en ${limitMs / 1_000} s.`, 'Revisa la red, el disco o el servicio del que habla.');
    timer = setTimeout(resolve, limitMs, late);
  });
  const running = Promise.resolve()
    .then(() => check.run(situation))
    .catch((error: unknown) => fail(lineOf(error), 'Corrige lo que dice el mensaje y repite.'));
  try {
    return await Promise.race([running, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function lineOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return (message || code || 'Falló sin decir por qué.').replaceAll(/\s+/gu, ' ');
}
