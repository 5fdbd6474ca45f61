/** What a worker's browser tests talk to: one real server on a database of its own, and the simulated provider. */
import { rm } from 'node:fs/promises';
import type { Role } from '../src/contract/endpoint.ts';
import { loadConfig } from '../src/server/platform/config.ts';
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
  /** The account at the simulated provider. */
  readonly key: string;
  readonly username: string;
  readonly password: string;
}

export interface Console {
  readonly url: string;
  readonly server: RunningServer;
  readonly simulator: Simulator;
  /** A workspace on an account of its own, webhooks pointed here, with one member of that role; it dials at any hour. */
  createWorkspace(role?: Role): Promise<ConsoleWorkspace>;
  /** As after `check-provider --call`: the sound of the workspace's account travels so. */
  setListeningTransport(workspace: Pick<ConsoleWorkspace, 'id'>, transport: 'gateway' | 'livekit'): Promise<void>;
  /** The workspace requires a second factor since so many days, and all its people have been there as long. */
  requireSecondFactor(workspace: Pick<ConsoleWorkspace, 'id'>, of: 'admins' | 'all', sinceDays: number): Promise<void>;
  /** A user whose password is the workspaces'; at home in a workspace, an operator there. @returns the id. */
  createUser(username: string, profile?: TestProfile): Promise<string>;
  /** Somebody's session outside the browser, in their workspace. */
  signInElsewhere(who: { readonly username: string; readonly password: string }): Promise<HttpClient>;
  /** The key of an account at the provider that no workspace has. */
  takeKey(): string;
}

const accounts = Array.from({ length: 300 }, (_, index) => `key_e2e_${String(index).padStart(20, '0')}`);

/** Its data dies with the run. */
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

/** `env`: over the settings of its environment. `homes`: for OIDC_HOME_WORKSPACES, which are made only later. */
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
  const loaded = loadConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    SECRET_KEY: 'una clave secreta para las pruebas, larga',
    RETELL_BASE_URL: simulator.url,
    STATUS_PAGE_URL: simulator.statusPageUrl,
    // Rarely, or the workspaces of tests long over would keep the cores busy: whoever needs it asks for it.
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
