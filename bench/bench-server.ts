/** The measured system: one server or several, and the provider's simulator, as processes on a fresh database. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { SimulatedAcceptedPhoneCallRequest, SimulatorOptions } from '../src/simulator/index.ts';
import { maxSocketsPerSession } from '../src/contract/realtime.ts';
import { createHttpClient, type HttpClient } from '../src/server/testing/http-client.ts';
import { startEmbeddedPostgres } from '../src/server/platform/db/embedded-postgres.ts';
import { runShutdownSteps } from '../src/server/platform/endings.ts';
import { createServerProcess, type ServerProcess } from '../src/server/testing/server-process.ts';
import { readUsage, type ProcessUsage } from './machine.ts';

export interface BenchWorkspace {
  /** A client signed in as an admin by a session of its own, in this workspace. */
  readonly client: HttpClient;
  readonly workspaceId: string;
  /** Address and signing key of the workspace's webhooks. */
  readonly webhook: { readonly url: string; readonly key: string };
  /** Signs the same person in as often as so many sockets need, and returns the cookies. */
  readonly openSessions: (sockets: number) => Promise<readonly string[]>;
}

/** The bench's servers; its own fields are the first workspace's, for parts that need only one. */
export interface BenchServer extends BenchWorkspace {
  readonly workspaces: readonly BenchWorkspace[];
  /** Address for people and the provider: the balancer in front of several servers, otherwise the first server. */
  readonly url: string;
  /** Each server; the only one has the same address as `url`. */
  readonly servers: readonly ServerProcess[];
  /** The servers' shared database; null if the only server has its own. */
  readonly databaseUrl: string | null;
  /** The person as whom each `client` is signed in. */
  readonly person: { readonly username: string; readonly password: string };
  /** Usage of all servers, without their database; null if the system does not report it. */
  readUsage(): ProcessUsage | null;
  /** Client of the simulator's own controls, under `/__sim`. */
  readonly simulator: HttpClient;
  /** All calls that the provider accepted, in their order. */
  readPlacedCalls(): Promise<readonly SimulatedAcceptedPhoneCallRequest[]>;
  close(): Promise<void>;
}

const key = 'key_bench_0123456789abcdef';
const person = { username: 'jefa', password: 'una clave para medir' };
const simulatorMain = path.resolve(import.meta.dirname, '../src/simulator/main.ts');

export interface BenchServerOptions {
  readonly simulator: Omit<SimulatorOptions, 'accounts'>;
  readonly lines: number;
  readonly dialing: { readonly callsPerSecond: number; readonly reservedLines: number };
  /** A database that outlives the bench; by default a fresh embedded one. */
  readonly databaseUrl?: string;
  /** Number of workspaces, each with its own provider account; by default one. */
  readonly workspaces?: number;
  /** Number of servers on the one database; by default one. */
  readonly servers?: number;
  /** Starts a balancer in front of the servers, by their addresses. */
  readonly balancer?: (urls: readonly string[]) => Promise<Balancer>;
  readonly env?: Readonly<Record<string, string>>;
  /** Starts a proxy between the servers and the provider, by the provider's address; none by default. */
  readonly provider?: (simulatorUrl: string) => Promise<string>;
}

export interface Balancer {
  readonly url: string;
  stop(): Promise<void>;
}

const secretKey = 'una clave que solo protege datos inventados';
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Four servers hold about 25 connections each. */
const connectionsOfSeveral = { max_connections: '200' };

/** Starts the bench's servers. Writes are durable, as in production, and people may be called at any hour. */
export async function startBenchServer(options: BenchServerOptions): Promise<BenchServer> {
  const endings: (() => Promise<void> | void)[] = [];
  const close = (): Promise<void> => runShutdownSteps(endings.splice(0).toReversed());
  try {
    return { ...(await startParts(options, endings)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startParts(
  options: BenchServerOptions,
  endings: (() => Promise<void> | void)[],
): Promise<Omit<BenchServer, 'close'>> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vocero-bench-'));
  endings.push(() => rm(dataDir, { recursive: true, force: true }));
  const databaseUrl = await findDatabase(options, dataDir, endings);
  const keys = [key, ...Array.from({ length: (options.workspaces ?? 1) - 1 }, (_, index) => `${key}_${index + 2}`)];
  const accounts = keys.map((each) => ({ key: each, orgName: 'Medición', concurrencyLimit: options.lines }));
  const simulator = await startSimulatorProcess({ ...options.simulator, accounts });
  endings.push(() => simulator.stop());
  const env = {
    DATA_DIR: dataDir,
    RETELL_BASE_URL: (await options.provider?.(simulator.url)) ?? simulator.url,
    STATUS_PAGE_URL: simulator.statusPageUrl,
    ADMIN_USERNAME: person.username,
    ADMIN_PASSWORD: person.password,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey }),
    // A database built once must not change by reconciliation.
    ...(options.databaseUrl === undefined ? {} : { RECONCILE_SECONDS: '86400' }),
    ...options.env,
  };
  const servers = await Promise.all(Array.from({ length: options.servers ?? 1 }, () => createServerProcess(env)));
  // Interrupting the bench ends these processes too.
  const abandon = (): void => {
    for (const pid of [simulator.pid, ...servers.map((server) => server.readPid())]) {
      try {
        if (pid !== undefined) process.kill(pid, 'SIGTERM');
      } catch {
        // The process has ended already.
      }
    }
  };
  process.once('exit', abandon);
  endings.push(() => void process.off('exit', abandon));
  for (const server of servers) endings.push(() => server.stop());
  await Promise.all(servers.map((server) => server.start()));
  const balancer = await options.balancer?.(servers.map(({ url }) => url));
  if (balancer) endings.push(() => balancer.stop());
  const url = balancer?.url ?? servers[0]?.url ?? '';
  const control = createHttpClient(simulator.url);
  const workspaces: BenchWorkspace[] = [];
  for (const [index, each] of keys.entries()) workspaces.push(await openWorkspace(url, control, options, each, index));
  const [first] = workspaces;
  if (!first) throw new Error('a bench needs a workspace');
  return {
    ...first,
    workspaces,
    url,
    servers,
    databaseUrl: databaseUrl ?? null,
    person,
    readUsage: () => sumUsage(servers),
    simulator: control,
    readPlacedCalls: () => control.get<SimulatedAcceptedPhoneCallRequest[]>(`/__sim/placed?key=${key}`),
  };
}

/** The servers' database; undefined if the only server has its own. */
async function findDatabase(
  options: BenchServerOptions,
  dataDir: string,
  endings: (() => Promise<void> | void)[],
): Promise<string | undefined> {
  if (options.databaseUrl !== undefined || (options.servers ?? 1) === 1) return options.databaseUrl;
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet, settings: connectionsOfSeveral });
  const abandon = (): void => interruptPostmaster(dataDir);
  process.once('exit', abandon);
  endings.push(
    () => void process.off('exit', abandon),
    () => postgres.stop(),
  );
  return postgres.connectionString;
}

/** Ends the database in that folder synchronously, as a process can while it exits. */
export function interruptPostmaster(dataDir: string): void {
  try {
    const [pid] = readFileSync(path.join(dataDir, 'pg18/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGINT');
  } catch {
    // The process has ended already.
  }
}

/** Signs in, and lets the workspace call at any hour and at the given pace. */
async function openWorkspace(
  url: string,
  control: HttpClient,
  { dialing }: BenchServerOptions,
  ownKey: string,
  index: number,
): Promise<BenchWorkspace> {
  const client = createHttpClient(url);
  await client.post('/api/auth/login', person);
  const kept = (await client.get<{ id: string }[]>('/api/workspaces'))[index];
  const name = index === 0 ? 'Medición' : `Medición ${index + 1}`;
  const { id } = kept ?? (await client.post<{ id: string }>('/api/workspaces', { name, retellApiKey: ownKey }));
  await client.put(`/api/workspaces/${id}/switch`);
  const callingWindow = { enabled: false, days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '21:00', holidays: [] };
  const { version } = await client.get<{ version: number }>('/api/settings');
  await client.put('/api/settings', { version, callingWindow, dailyAttempts: 50, dialing });
  const { webhookUrl } = await client.get<{ webhookUrl: string }>('/api/webhook-url');
  const webhook = { url: webhookUrl.replace(/^https?:\/\/[^/]+/, url), key: ownKey };
  await control.post('/__sim/webhook-url', { key: ownKey, url: webhook.url });
  return {
    client,
    workspaceId: id,
    webhook,
    openSessions: (sockets) =>
      Promise.all(Array.from({ length: Math.ceil(sockets / maxSocketsPerSession) }, () => openSession(url, id))),
  };
}

async function openSession(url: string, workspaceId: string): Promise<string> {
  const client = createHttpClient(url);
  await client.post('/api/auth/login', person);
  await client.put(`/api/workspaces/${workspaceId}/switch`);
  return client.cookie;
}

/** The cookie for the socket at an index, out of the sessions by `openSessions`. */
export function cookieOf(cookies: readonly string[], index: number): string {
  return cookies[Math.floor(index / maxSocketsPerSession)] ?? '';
}

function sumUsage(servers: readonly ServerProcess[]): ProcessUsage | null {
  let sum: ProcessUsage = { memoryBytes: 0, cpuMs: 0 };
  for (const server of servers) {
    const pid = server.readPid();
    const usage = pid === undefined ? null : readUsage(pid);
    if (usage === null) return null;
    sum = { memoryBytes: sum.memoryBytes + usage.memoryBytes, cpuMs: sum.cpuMs + usage.cpuMs };
  }
  return sum;
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
