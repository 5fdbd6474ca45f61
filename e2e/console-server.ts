/** Server of a worker's browser tests: one real server on its own database, and the simulated provider. */
import { rm } from 'node:fs/promises';
import type { Role } from '../src/contract/endpoint.ts';
import { loadServerConfig } from '../src/server/platform/config.ts';
import { connectDatabase } from '../src/server/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/server/platform/db/embedded-postgres.ts';
import { createLogger } from '../src/server/platform/log.ts';
import { runServer, type RunningServer } from '../src/server/run-server.ts';
import { createHttpClient, type HttpClient } from '../src/server/testing/http-client.ts';
import { makeFolder } from '../src/server/testing/memory-folder.ts';
import { unhindered } from '../src/server/testing/unhindered-dialing.ts';
import {
  insertTestPerson,
  insertTestSession,
  testPassword,
  type TestProfile,
} from '../src/server/testing/test-person.ts';
import { startSimulator, type Simulator } from '../src/simulator/index.ts';

export interface ConsoleWorkspace {
  readonly id: string;
  readonly name: string;
  /** API key of the account at the simulated provider. */
  readonly key: string;
  readonly username: string;
  readonly password: string;
}

export interface Console {
  readonly url: string;
  readonly server: RunningServer;
  readonly simulator: Simulator;
  /** Creates a workspace with its own account, webhooks set, one member of that role, and dialling at any hour. */
  createWorkspace(role?: Role): Promise<ConsoleWorkspace>;
  /** Sets the transport of listening, as `check-provider --call` would find it for the workspace's account. */
  setListeningTransport(workspace: Pick<ConsoleWorkspace, 'id'>, transport: 'gateway' | 'livekit'): Promise<void>;
  /** Makes the workspace require a second factor since so many days; its people are members as long. */
  requireSecondFactor(workspace: Pick<ConsoleWorkspace, 'id'>, of: 'admins' | 'all', sinceDays: number): Promise<void>;
  /** Creates an operator with the workspaces' password, at home in a workspace. @returns the id. */
  createUser(username: string, profile?: TestProfile): Promise<string>;
  /** Opens a session of a person outside the browser, in their workspace. */
  signInElsewhere(who: { readonly username: string; readonly password: string }): Promise<HttpClient>;
  /** API key of a provider account that no workspace has. */
  takeKey(): string;
}

const accounts = Array.from({ length: 300 }, (_, index) => `key_e2e_${String(index).padStart(20, '0')}`);

/** Starts a database that is deleted after the run. */
async function startDatabase(dataDir: string) {
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };
  const embedded = await startEmbeddedPostgres({ dataDir, log: quiet, throwaway: true, settings });
  const database = connectDatabase({ connectionString: embedded.connectionString, max: 2 });
  return {
    connectionString: embedded.connectionString,
    db: database.db,
    async stop() {
      await database.close();
      await embedded.stop();
    },
  };
}

/** Starts a console. `env` overrides its settings. `homes`: workspaces for OIDC_HOME_WORKSPACES, created only later. */
export async function startConsole(
  env: Readonly<Record<string, string>> = {},
  homes: readonly string[] = [],
): Promise<Console & { stop(): Promise<void> }> {
  const dataDir = await makeFolder();
  const database = await startDatabase(dataDir);
  const simulator = await startSimulator({
    seed: 7,
    callDurationMs: { min: 1_500, max: 4_000 },
    accounts: accounts.map((key) => ({ key, orgName: key, concurrencyLimit: 50 })),
  });
  const loaded = loadServerConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    SECRET_KEY: 'una clave secreta para las pruebas, larga',
    RETELL_BASE_URL: simulator.url,
    STATUS_PAGE_URL: simulator.statusPageUrl,
    // Reconciliation is rare, because finished tests' workspaces would keep the cores busy. A test may trigger it.
    RECONCILE_SECONDS: '60',
    DIAL_SETTLE_SECONDS: '2',
    LOG_LEVEL: 'error',
    ...env,
  });
  const config = { ...loaded, oidc: loaded.oidc && { ...loaded.oidc, homeWorkspaceIds: homes } };
  const server = await runServer(config, createLogger({ level: 'error' }));
  const { access } = server.app.features;
  let taken = 0;

  function takeKey(): string {
    const key = accounts[taken++];
    if (!key) throw new Error('no account left: add some');
    return key;
  }

  async function createUser(username: string, profile: TestProfile = {}): Promise<string> {
    const id = await insertTestPerson(database.db, username, profile);
    if (profile.homeWorkspaceId) await access.addMember(profile.homeWorkspaceId, id, 'operator');
    return id;
  }

  async function signInElsewhere({
    username,
    password,
  }: {
    readonly username: string;
    readonly password: string;
  }): Promise<HttpClient> {
    const client = createHttpClient(server.url);
    await client.post('/api/auth/login', { username, password });
    await client.post('/api/auth/auto-assign-workspace');
    return client;
  }

  return {
    url: server.url,
    server,
    simulator,
    takeKey,
    signInElsewhere,
    createUser,
    async setListeningTransport({ id }, transport) {
      await database.db
        .updateTable('workspaces')
        .set({ listening_transport: transport })
        .where('id', '=', id)
        .execute();
    },
    async requireSecondFactor({ id }, of, sinceDays) {
      const { db } = database;
      const since = new Date(Date.now() - sinceDays * 86_400_000);
      const required = { second_factor: of, second_factor_since: since };
      await db.updateTable('workspace_settings').set(required).where('workspace_id', '=', id).execute();
      await db.updateTable('workspace_members').set({ created_at: since }).where('workspace_id', '=', id).execute();
    },
    async createWorkspace(role = 'admin') {
      const key = takeKey();
      const name = `Ventas ${taken}`;
      const username = `persona${taken}`;
      const creator = `${username}-titular`;
      const ownerId = await createUser(creator);
      const id = await access.createWorkspaceWithKey(
        { userId: ownerId, username: creator, address: null },
        { name, retellApiKey: key },
      );
      await access.addMember(id, await createUser(username, { homeWorkspaceId: id }), role);
      const owner = createHttpClient(server.url, {}, await insertTestSession(database.db, ownerId, new Date(), id));
      await owner.put('/api/settings', unhindered);
      const token = await access.directory.webhookTokenOf(id);
      simulator.setWebhookUrl(key, `${server.url}/api/webhooks/retell/${token}`);
      return { id, name, key, username, password: testPassword };
    },
    async stop() {
      await server.stop();
      await simulator.close();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
