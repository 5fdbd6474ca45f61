/**
 * Access, settings and audit over real HTTP with a separate database, a manual clock, and a provider that only checks
 * keys. For calls, campaigns or real time see start-test-app.ts.
 */
import { pino, type Logger } from 'pino';
import type { Role } from '../../contract/endpoint.ts';
import { createAccessFeature, hasSecondFactor, type AccessFeature, type AccessDeps } from '../features/access/index.ts';
import { createAuditFeature } from '../features/audit/index.ts';
import { createSettingsFeature, type SettingsFeatureDeps } from '../features/settings/index.ts';
import type { OidcConfig } from '../platform/config.ts';
import { connectDatabase, type DatabaseHandle } from '../platform/db/database.ts';
import { createEventBus, type EventBus } from '../platform/events.ts';
import { createRequestIdempotency } from '../platform/http/idempotency.ts';
import { createEndpointBinder } from '../platform/http/route.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { createBackgroundJobs } from '../platform/jobs.ts';
import { type VoiceProvider, ProviderError, type VoiceProviderFactory } from '../platform/provider/provider.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { ManualClock } from './manual-clock.ts';
import { testOidc } from './oidc-issuer.ts';
import { silentMetrics } from './silent-metrics.ts';
import { createTestDatabase } from './test-database.ts';
import { insertTestPerson, insertTestSession } from './test-person.ts';

export interface TestAccessOptions {
  readonly adminPassword?: string;
  readonly onZoneChange?: SettingsFeatureDeps['onZoneChange'];
  readonly onLeftWithoutAdmin?: AccessDeps['onLeftWithoutAdmin'];
  readonly clientRoot?: string;
  readonly publicUrl?: string;
  readonly requestsPerMinute?: number;
  readonly tokenRequestsPerMinute?: number;
  /** The identity provider; default none. People return to `testPublicUrl`. */
  readonly oidc?: Partial<OidcConfig> & Pick<OidcConfig, 'issuer'>;
  /** Silent unless told. */
  readonly log?: Logger;
  /** SMTP_URL and PUBLIC_URL; none by default. Jobs run only with it. */
  readonly mail?: { readonly smtpUrl: string; readonly publicUrl: string | null };
  /** Another server on the same database, with its own clock. */
  readonly database?: TestAccess;
}

export interface TestAccess {
  readonly url: string;
  readonly access: AccessFeature;
  readonly clock: ManualClock;
  readonly database: DatabaseHandle;
  readonly events: EventBus;
  /** A client without a session. `address` is its source address. */
  client(address?: string): HttpClient;
  /** Makes a user and signs them in, with a role in a workspace if given, which is then current. */
  signIn(
    role?: Role,
    workspaceId?: string,
  ): Promise<HttpClient & { readonly userId: string; readonly username: string }>;
  /** A program with a token, from `address` if given. */
  program(token: string, address?: string): HttpClient;
  stop(): Promise<void>;
}

/** An address where nothing listens. Tests use only its path. */
export const testPublicUrl = 'https://consola.ejemplo.com';

export const testSecretKey = 'una clave secreta para las pruebas, larga';

/** Keys containing 'mala' are refused; with 'caido' the provider is unreachable; all others are valid. */
const providerFactory: VoiceProviderFactory = (apiKey) =>
  ({
    async checkKey() {
      if (apiKey.includes('mala')) throw new ProviderError('key_rejected', 'Invalid API key', { status: 401 });
      if (apiKey.includes('caido')) throw new ProviderError('unavailable', 'timeout');
      return { organisation: apiKey };
    },
  }) as VoiceProvider;

export async function startTestAccess(options: TestAccessOptions = {}): Promise<TestAccess> {
  const shared = options.database;
  const testDatabase = shared ? null : await createTestDatabase();
  const connectionString = testDatabase?.connectionString ?? shared?.database.connectionString ?? '';
  const database = connectDatabase({ connectionString, max: 8 });
  const { db } = database;
  const log = options.log ?? pino({ level: 'silent' });
  const clock = new ManualClock();
  const events = createEventBus(log);
  const audit = createAuditFeature({ db });
  const jobs = createBackgroundJobs({ connectionString, log, metrics: silentMetrics });
  const config = {
    smtpUrl: options.mail?.smtpUrl ?? null,
    publicUrl: options.publicUrl ?? options.mail?.publicUrl ?? (options.oidc ? testPublicUrl : null),
    secretKey: testSecretKey,
    appName: 'Vocero de prueba',
    adminUsername: 'admin',
    adminPassword: options.adminPassword ?? null,
    oidc: options.oidc ? { ...testOidc, ...options.oidc } : null,
  };
  const clientRoot = options.clientRoot ?? '/nonexistent';
  const onLeftWithoutAdmin = options.onLeftWithoutAdmin ?? (() => Promise.resolve(() => {}));
  const access = createAccessFeature({
    db,
    log,
    clock,
    events,
    audit,
    providerFactory,
    config,
    jobs,
    mailPace: { pollSeconds: 0.5, firstRetrySeconds: 1 },
    clientRoot,
    onLeftWithoutAdmin,
  });
  const onZoneChange = options.onZoneChange ?? (() => Promise.resolve());
  const settings = createSettingsFeature({
    db,
    clock,
    events,
    audit,
    secretKey: testSecretKey,
    allowedOrigins: [],
    canSendMail: false,
    hasSecondFactor,
    onZoneChange,
  });
  // Trusting the balancer's headers lets a test choose its clients' addresses.
  const origins = { publicOrigin: options.publicUrl ?? null, allowedHosts: [] };
  const { requestsPerMinute = 100_000, tokenRequestsPerMinute = 100_000 } = options;
  const http = await createHttpServer({ log, origins, trustProxy: true, requestsPerMinute, tokenRequestsPerMinute });
  const idempotency = createRequestIdempotency({ db, clock, secretKey: testSecretKey });
  const binder = createEndpointBinder(http, access.identities, idempotency);
  access.registerRoutes?.(binder);
  settings.registerRoutes?.(binder);
  audit.registerRoutes?.(binder);
  if (options.mail) await jobs.start();
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  let people = 0;

  return {
    url,
    access,
    clock,
    database,
    events,
    client: (address) => createHttpClient(url, address ? { 'x-forwarded-for': address } : {}),
    program: (token, address) =>
      createHttpClient(url, { authorization: `Bearer ${token}`, ...(address ? { 'x-forwarded-for': address } : {}) }),
    async signIn(role, workspaceId) {
      const username = `persona-${++people}${shared ? '-b' : ''}`;
      const userId = await insertTestPerson(db, username);
      if (role && workspaceId) await access.addMember(workspaceId, userId, role);
      const client = createHttpClient(url, {}, await insertTestSession(db, userId, clock.now(), workspaceId));
      return Object.assign(Object.create(client) as HttpClient, { userId, username });
    },
    async stop() {
      await access.stop?.();
      if (options.mail) await jobs.stop();
      await http.close();
      await database.close();
      await testDatabase?.drop();
    },
  };
}
