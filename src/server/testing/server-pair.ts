/**
 * Two server processes on one PostgreSQL, and a simulated provider in the test's process. A test may kill or stop each
 * server while the other runs. The database is a separate process, as with several servers in production.
 */
import { rm } from 'node:fs/promises';
import { Pool } from 'pg';
import {
  startSimulator,
  type SimulatedAccountOptions,
  type Simulator,
  type SimulatorOptions,
} from '../../simulator/index.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { runShutdownSteps } from '../platform/endings.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { makeFolder } from './memory-folder.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';
import { copyStartedDataDir, person, startEnv } from './started-data-dir.ts';
import { unhindered } from './unhindered-dialing.ts';

export interface ServerPairOptions {
  readonly simulator: Omit<SimulatorOptions, 'accounts'> & { readonly concurrencyLimit: number };
  /** Further accounts besides that of the pair's workspace. */
  readonly accounts?: readonly SimulatedAccountOptions[];
  readonly dialing: { readonly callsPerSecond: number; readonly reservedLines: number };
  readonly env?: Readonly<Record<string, string>>;
  /** True starts both servers on an empty database, which both migrate at once. By default it was used before. */
  readonly isFirstStart?: boolean;
  /** Starts a proxy between the servers and the provider, given the provider's address; default none. */
  readonly provider?: (simulatorUrl: string) => Promise<string>;
  /** Changes the second server's database address; default the same. */
  readonly secondDatabase?: (connectionString: string) => Promise<string>;
}

export interface PairedServer extends ServerProcess {
  /** A client signed in as an admin of the workspace. */
  readonly client: HttpClient;
}

export interface ServerPair {
  readonly first: PairedServer;
  readonly second: PairedServer;
  readonly simulator: Simulator;
  readonly key: string;
  readonly workspaceId: string;
  /** A number of the account that has an outbound agent. */
  readonly from: string;
  readonly pool: Pool;
  /** Sends the provider's webhooks to this server from now on, like a balancer. */
  sendWebhooksTo(server: ServerProcess): void;
  setPace(server: PairedServer, callsPerSecond: number): Promise<void>;
  /** Reads the database, so that frequent calls cost the servers nothing. */
  isCompleted(campaignId: string): Promise<boolean>;
  close(): Promise<void>;
}

const key = 'key_pair_0123456789abcdef';
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

export async function startServerPair(options: ServerPairOptions): Promise<ServerPair> {
  const endings: (() => Promise<void>)[] = [];
  const close = (): Promise<void> => runShutdownSteps(endings.splice(0).toReversed());
  try {
    return { ...(await startParts(options, endings)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startParts(
  { simulator: simulated, dialing, ...options }: ServerPairOptions,
  endings: (() => Promise<void>)[],
): Promise<Omit<ServerPair, 'close'>> {
  const dataDir = await (options.isFirstStart ? makeFolder() : copyStartedDataDir());
  endings.push(() => rm(dataDir, { recursive: true, force: true }));
  const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet, throwaway: true, settings });
  const { connectionString } = postgres;
  endings.push(() => postgres.stop());
  const { concurrencyLimit, ...behaviour } = simulated;
  const simulator = await startSimulator({
    ...behaviour,
    accounts: [{ key, orgName: 'Prueba', concurrencyLimit }, ...(options.accounts ?? [])],
  });
  endings.push(() => simulator.close());
  const pool = new Pool({ connectionString, max: 2 });
  // An ending or idle connection may get an error when the database ends.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  endings.push(() => pool.end());
  const env = {
    ...startEnv,
    DATA_DIR: dataDir,
    RETELL_BASE_URL: (await options.provider?.(simulator.url)) ?? simulator.url,
    STATUS_PAGE_URL: simulator.statusPageUrl,
    DIAL_SETTLE_SECONDS: '2',
    RECONCILE_SECONDS: '2',
    ...options.env,
  };
  const build = async (databaseUrl: string): Promise<PairedServer> => {
    const server = await createServerProcess({ ...env, DATABASE_URL: databaseUrl });
    endings.push(() => server.kill());
    return Object.assign(server, { client: createHttpClient(server.url) });
  };
  const first = await build(connectionString);
  const second = await build((await options.secondDatabase?.(connectionString)) ?? connectionString);
  await Promise.all([first.start(), second.start()]);

  const { id: workspaceId } = await signIn(first, second);
  const { webhookUrl } = await first.client.get<{ webhookUrl: string }>('/api/webhook-url');
  const numbers =
    await first.client.get<{ phone_number: string; outbound_agent_id: string | null }[]>('/api/retell/phone-numbers');
  const parts = {
    first,
    second,
    simulator,
    key,
    workspaceId,
    from: numbers.find((each) => each.outbound_agent_id !== null)?.phone_number ?? '',
    pool,
    sendWebhooksTo: ({ url }: ServerProcess) =>
      simulator.setWebhookUrl(key, webhookUrl.replace(/^https?:\/\/[^/]+/, url)),
    async setPace({ client }: PairedServer, callsPerSecond: number) {
      const { version } = await client.get<{ version: number }>('/api/settings');
      await client.put('/api/settings', { version, ...unhindered, dialing: { ...dialing, callsPerSecond } });
    },
    async isCompleted(campaignId: string) {
      const asked = `select from campaigns where id = $1 and status = 'completed'`;
      return (await pool.query(asked, [campaignId])).rowCount === 1;
    },
  };
  await parts.setPace(first, dialing.callsPerSecond);
  parts.sendWebhooksTo(first);
  return parts;
}

/** Signs in the same person at both servers, in one workspace. */
async function signIn(first: PairedServer, second: PairedServer): Promise<{ id: string }> {
  await first.client.post('/api/auth/login', person);
  const workspace = await first.client.post<{ id: string }>('/api/workspaces', {
    name: 'Cobranzas',
    retellApiKey: key,
  });
  await second.client.post('/api/auth/login', person);
  for (const { client } of [first, second]) await client.put(`/api/workspaces/${workspace.id}/switch`);
  return workspace;
}
