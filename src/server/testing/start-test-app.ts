/**
 * A whole server in the test's process: real HTTP on a free port, a database of its own, and the provider simulated
 * over HTTP. Nothing is mocked.
 */
import { pino } from 'pino';
import { startSimulator, type AccountOptions, type Simulator, type SimulatorOptions } from '../../simulator/index.ts';
import type { Role } from '../../contract/endpoint.ts';
import { buildApp, type App } from '../app.ts';
import type { AlertTuning } from '../features/alerts/index.ts';
import type { DispatchTuning } from '../features/campaigns/index.ts';
import type { LiveTuning } from '../features/live/index.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { loadConfig, type Config } from '../platform/config.ts';
import { connectDatabase, type Database } from '../platform/db/database.ts';
import { migrationNames } from '../platform/db/migrate.ts';
import { createSchemaGuard } from '../platform/db/schema-guard.ts';
import type { StorageState } from '../platform/disk-guard.ts';
import { createRetellProvider } from '../platform/provider/retell-provider.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { createTestDatabase } from './test-database.ts';
import { insertTestPerson, insertTestSession } from './test-person.ts';
import { unhindered } from './unhindered-dialing.ts';

export interface TestAppOptions {
  /** Over fast calls (200 ms) and one account with the key `key_test`. */
  readonly simulator?: Partial<SimulatorOptions>;
  /** Over short settle and reconcile times. */
  readonly config?: Partial<Config>;
  /** False leaves dispatch, reconciliation, realtime and jobs unstarted; true unless told. */
  readonly background?: boolean;
  /** Never full unless told. */
  readonly storage?: StorageState;
  /** Production's pace and caution unless told. */
  readonly alertTuning?: AlertTuning;
  /** Production's own unless told. */
  readonly liveTuning?: LiveTuning;
  /** Over `briskDispatch`. */
  readonly dispatchTuning?: Partial<DispatchTuning>;
  /** The system's unless told. */
  readonly clock?: Clock;
  /** Of another test app, to run two servers on one database. */
  readonly database?: TestApp;
}

export interface TestWorkspace {
  readonly id: string;
  readonly key: string;
  /** Signed in, this workspace current; one for each role. */
  readonly admin: HttpClient;
  readonly editor: HttpClient;
  readonly operator: HttpClient;
}

export interface TestApp {
  readonly url: string;
  readonly app: App;
  readonly database: Database;
  readonly simulator: Simulator;
  /** Without a session. */
  client(): HttpClient;
  /** A user of its own, signed in, with a role in a workspace if one is given. */
  signIn(role?: Role, workspaceId?: string): Promise<HttpClient>;
  /** A workspace on one of the simulator's accounts, its webhooks pointed here, with a member of each role; it dials at any hour. */
  createWorkspace(key?: string): Promise<TestWorkspace>;
  stop(): Promise<void>;
}

export const testKey = 'key_test_0123456789abcdef';

/** The dispatcher's pauses, short enough to be waited out and long enough to leave the cores to the others. */
export const briskDispatch: DispatchTuning = {
  surveyEveryMs: 400,
  resolveEveryMs: 100,
  lookupSpacingMs: 50,
  askLinesEveryMs: 200,
  askLinesSoonMs: 50,
  firstRestMs: 50,
  firstRetryMs: 100,
};

const defaultAccount: AccountOptions = { key: testKey, orgName: 'Prueba', concurrencyLimit: 200 };

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const shared = options.database;
  const simulator =
    shared?.simulator ??
    (await startSimulator({ seed: 1, callDurationMs: 200, accounts: [defaultAccount], ...options.simulator }));
  const testDatabase = shared ? null : await createTestDatabase();
  const connectionString = testDatabase?.connectionString ?? shared?.database.connectionString ?? '';
  const log = pino({ level: 'silent' });
  const clock = options.clock ?? systemClock;
  const schemaGuard = createSchemaGuard({ known: await migrationNames(), log });
  const database = connectDatabase({ connectionString, max: 8, schemaGuard });
  const config: Config = {
    ...loadConfig({
      DATABASE_URL: connectionString,
      SECRET_KEY: 'una clave secreta para las pruebas, larga',
      RETELL_BASE_URL: simulator.url,
      STATUS_PAGE_URL: simulator.statusPageUrl,
      DIAL_SETTLE_SECONDS: '1',
      RECONCILE_SECONDS: '3',
    }),
    ...options.config,
  };
  const app = await buildApp({
    config,
    database,
    schemaGuard,
    log,
    clock,
    providerFactory: createRetellProvider({ baseUrl: simulator.url, log }),
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
