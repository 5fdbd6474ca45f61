/** What parts measure on: the product and the provider's simulator, each as a process of its own, on a fresh database. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { PlacedCall, SimulatorOptions } from '../src/simulator/index.ts';
import { createHttpClient, type HttpClient } from '../src/server/testing/http-client.ts';
import { createServerProcess } from '../src/server/testing/server-process.ts';
import { readUsage, type ProcessUsage } from './machine.ts';

export interface BenchServer {
  /** Signed in as an admin, in the workspace of the simulated account. */
  readonly client: HttpClient;
  readonly url: string;
  readonly workspaceId: string;
  /** Whom `client` is signed in as. */
  readonly person: { readonly username: string; readonly password: string };
  /** Where webhooks of the workspace go, and what signs them. */
  readonly webhook: { readonly url: string; readonly key: string };
  /** Of the server, without its database; null where the system does not tell. */
  readUsage(): ProcessUsage | null;
  /** Every call that the provider accepted, in that order. */
  readPlacedCalls(): Promise<readonly PlacedCall[]>;
  close(): Promise<void>;
}

const key = 'key_bench_0123456789abcdef';
const person = { username: 'jefa', password: 'una clave para medir' };
const simulatorMain = path.resolve(import.meta.dirname, '../src/simulator/main.ts');

export interface BenchServerOptions {
  readonly simulator: Omit<SimulatorOptions, 'accounts'>;
  readonly lines: number;
  readonly dialing: { readonly callsPerSecond: number; readonly reservedLines: number };
  /** A database that outlives the bench; a fresh embedded one unless told. */
  readonly databaseUrl?: string;
}

/** Durable, as in production. People may be called at any hour. */
export async function startBenchServer(options: BenchServerOptions): Promise<BenchServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vocero-bench-'));
  const accounts = [{ key, orgName: 'Medición', concurrencyLimit: options.lines }];
  const simulator = await startSimulatorProcess({ ...options.simulator, accounts });
  const server = await createServerProcess({
    DATA_DIR: dataDir,
    RETELL_BASE_URL: simulator.url,
    STATUS_PAGE_URL: simulator.statusPageUrl,
    ADMIN_USERNAME: person.username,
    ADMIN_PASSWORD: person.password,
    ...(options.databaseUrl === undefined
      ? {}
      : // What was built once stays as it is.
        { DATABASE_URL: options.databaseUrl, SECRET_KEY: 'una clave que solo protege datos inventados', RECONCILE_SECONDS: '86400' }),
  });
  // Whoever interrupts the bench ends them too.
  const abandon = (): void => {
    for (const pid of [simulator.pid, server.readPid()]) {
      try {
        if (pid !== undefined) process.kill(pid, 'SIGTERM');
      } catch {
        // It is gone already.
      }
    }
  };
  process.once('exit', abandon);
  await server.start();
  const client = createHttpClient(server.url);
  await client.post('/api/auth/login', person);
  const [kept] = await client.get<{ id: string }[]>('/api/workspaces');
  const { id } = kept ?? (await client.post<{ id: string }>('/api/workspaces', { name: 'Medición', retellApiKey: key }));
  await client.put(`/api/workspaces/${id}/switch`);
  const callingWindow = { enabled: false, days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '21:00', holidays: [] };
  const { version } = await client.get<{ version: number }>('/api/settings');
  await client.put('/api/settings', { version, callingWindow, dailyAttempts: 50, dialing: options.dialing });
  const { webhookUrl } = await client.get<{ webhookUrl: string }>('/api/webhook-url');
  const webhook = { url: webhookUrl.replace(/^https?:\/\/[^/]+/, server.url), key };
  const control = createHttpClient(simulator.url);
  await control.post('/__sim/webhook-url', { key, url: webhook.url });
  return {
    client,
    url: server.url,
    workspaceId: id,
    person,
    webhook,
    readUsage() {
      const pid = server.readPid();
      return pid === undefined ? null : readUsage(pid);
    },
    readPlacedCalls: () => control.get<PlacedCall[]>(`/__sim/placed?key=${key}`),
    async close() {
      process.off('exit', abandon);
      await server.stop();
      await simulator.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startSimulatorProcess(options: SimulatorOptions) {
  const child = spawn(process.execPath, [simulatorMain], {
    env: { PATH: process.env['PATH'], SIM_OPTIONS: JSON.stringify(options) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url, statusPageUrl } = await readAddress(child);
  return {
    url,
    statusPageUrl,
    pid: child.pid,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function readAddress(child: ChildProcess): Promise<{ url: string; statusPageUrl: string }> {
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`the simulator ended with ${String(code)}`);
  });
  const [line] = (await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), exited])) as [Buffer];
  exited.catch(() => undefined);
  return JSON.parse(line.toString()) as { url: string; statusPageUrl: string };
}
