/**
 * A whole server in the test's process: real HTTP on a free port, its own database, and the provider simulated over
 * HTTP. Nothing is mocked.
 */
import { pino } from 'pino';
import {
  startSimulator,
  type SimulatedAccountOptions,
  type Simulator,
  type SimulatorOptions,
} from '../../simulator/index.ts';
import type { Role } from '../../contract/endpoint.ts';
import { buildServerApp, type ServerApp } from '../app.ts';
import type { AlertsFeatureOptions } from '../features/alerts/index.ts';
import type { DispatchTuning } from '../features/campaigns/index.ts';
import type { LiveFeatureTuning } from '../features/live/index.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { loadServerConfig, type ServerConfig } from '../platform/config.ts';
import { connectDatabase, type DatabaseHandle } from '../platform/db/database.ts';
import { listMigrationNames } from '../platform/db/migrate.ts';
import { createSchemaVersionGuard } from '../platform/db/schema-guard.ts';
import type { DiskSpaceState } from '../platform/disk-guard.ts';
import { createRetellProviderFactory } from '../platform/provider/retell-provider.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { createTestDatabase } from './test-database.ts';
import { insertTestPerson, insertTestSession } from './test-person.ts';
import { unhindered } from './unhindered-dialing.ts';

export interface TestAppOptions {
  /** Overrides of the defaults: fast calls (200 ms) and one account with the key `key_test`. */
  readonly simulator?: Partial<SimulatorOptions>;
  /** Overrides of the defaults: short settle and reconcile times. */
  readonly config?: Partial<ServerConfig>;
  /** False does not start dispatch, reconciliation, realtime and jobs; default true. */
  readonly background?: boolean;
  /** The disk state; default never full. */
  readonly storage?: DiskSpaceState;
  /** Alert tuning; default production's. */
  readonly alertTuning?: AlertsFeatureOptions;
  /** Live tuning; default production's. */
  readonly liveTuning?: LiveFeatureTuning;
  /** Over `briskDispatch`. */
  readonly dispatchTuning?: Partial<DispatchTuning>;
  /** The clock; default the system's. */
  readonly clock?: Clock;
  /** Another test app, to run two servers on its database. */
  readonly database?: TestApp;
}

export interface TestWorkspace {
  readonly id: string;
  readonly key: string;
  /** A signed-in client for each role, with this workspace current. */
  readonly admin: HttpClient;
  readonly editor: HttpClient;
  readonly operator: HttpClient;
}

export interface TestApp {
  readonly url: string;
  readonly app: ServerApp;
  readonly database: DatabaseHandle;
  readonly simulator: Simulator;
  /** Without a session. */
  client(): HttpClient;
  /** Makes a user and signs them in, with a role in a workspace if given. */
  signIn(role?: Role, workspaceId?: string): Promise<HttpClient>;
  /** Makes a workspace with webhooks to this server and a member of each role. It dials at any hour. */
  createWorkspace(key?: string): Promise<TestWorkspace>;
  stop(): Promise<void>;
}

export const testKey = 'key_test_0123456789abcdef';

/** The dispatcher's pauses, short enough to wait for and long enough to leave the CPU to others. */
export const briskDispatch: DispatchTuning = {
  surveyEveryMs: 400,
  resolveEveryMs: 100,
  lookupSpacingMs: 50,
  askLinesEveryMs: 200,
  askLinesSoonMs: 50,
  firstRestMs: 50,
  firstRetryMs: 100,
};

const defaultAccount: SimulatedAccountOptions = { key: testKey, orgName: 'Prueba', concurrencyLimit: 200 };

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const shared = options.database;
  const simulator =
    shared?.simulator ??
    (await startSimulator({ seed: 1, callDurationMs: 200, accounts: [defaultAccount], ...options.simulator }));
  const testDatabase = shared ? null : await createTestDatabase();
  const connectionString = testDatabase?.connectionString ?? shared?.database.connectionString ?? '';
  const log = pino({ level: 'silent' });
  const clock = options.clock ?? systemClock;
  const schemaGuard = createSchemaVersionGuard({ known: await listMigrationNames(), log });
  const database = connectDatabase({ connectionString, max: 8, schemaGuard });
  const config: ServerConfig = {
    ...loadServerConfig({
      DATABASE_URL: connectionString,
      SECRET_KEY: 'una clave secreta para las pruebas, larga',
      RETELL_BASE_URL: simulator.url,
      STATUS_PAGE_URL: simulator.statusPageUrl,
      DIAL_SETTLE_SECONDS: '1',
      RECONCILE_SECONDS: '3',
    }),
    ...options.config,
  };
  const app = await buildServerApp({
    config,
    database,
    schemaGuard,
    log,
    clock,
    providerFactory: createRetellProviderFactory({ baseUrl: simulator.url, log }),
    clientRoot: '/nonexistent',
    dispatchTuning: { ...briskDispatch, ...options.dispatchTuning },
    ...(options.storage && { storage: options.storage }),
    ...(options.alertTuning && { alertTuning: options.alertTuning }),
    ...(options.liveTuning && { liveTuning: options.liveTuning }),
  });
  if (options.background !== false) await app.start();
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  let users = 0;

  async function signIn(role?: Role, workspaceId?: string): Promise<HttpClient> {
    const username = `persona-${process.pid}-${++users}-${role ?? 'sola'}${shared ? '-b' : ''}`;
    const userId = await insertTestPerson(database.db, username);
    if (role && workspaceId) await app.features.access.addMember(workspaceId, userId, role);
    return createHttpClient(url, {}, await insertTestSession(database.db, userId, clock.now(), workspaceId));
  }

  return {
    url,
    app,
    database,
    simulator,
    client: () => createHttpClient(url),
    signIn,
    async createWorkspace(key = testKey) {
      const owner = await signIn();
      const { id } = await owner.post<{ id: string }>('/api/workspaces', {
        name: `Workspace ${key}`,
        retellApiKey: key,
      });
      await owner.put('/api/settings', unhindered);
      const { webhookUrl } = await owner.get<{ webhookUrl: string }>('/api/webhook-url');
      simulator.setWebhookUrl(key, webhookUrl.replace(/^https?:\/\/[^/]+/, url));
      return { id, key, admin: owner, editor: await signIn('editor', id), operator: await signIn('operator', id) };
    },
    async stop() {
      await app.stop();
      await database.close();
      if (shared) return;
      await simulator.close();
      await testDatabase?.drop();
    },
  };
}
