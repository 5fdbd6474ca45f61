/** Creates all parts of a server, and defines in which order they start and stop. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { routes, type RouteName } from '../contract/routes.ts';
import { createAccess, hasSecondFactor, type WorkspaceDirectory, version } from './features/access/index.ts';
import { createAgentNamesParticipant, createAgents } from './features/agents/index.ts';
import { createAlerts, type AlertTuning } from './features/alerts/index.ts';
import {
  callTallies,
  createAnalytics,
  createLiveFigures,
  createRollupParticipant,
} from './features/analytics/index.ts';
import { createApiReference } from './features/api-reference/index.ts';
import { createAudit } from './features/audit/index.ts';
import {
  createCalls,
  dropEmptyPartitions,
  ensurePartitions,
  resetMissedCalls,
  isTableBusy,
} from './features/calls/index.ts';
import {
  createCampaignParticipant,
  createCampaigns,
  createSurplusCallEnder,
  moveScheduledCampaigns,
  pauseWithoutAdmin,
  type DispatchTuning,
} from './features/campaigns/index.ts';
import { createConnectionCheck } from './features/connection-check/index.ts';
import { createDoNotCall, createDoNotCallParticipant } from './features/do-not-call/index.ts';
import { createEventWebhooks } from './features/event-webhooks/index.ts';
import { createFirstSteps } from './features/first-steps/index.ts';
import { createForgetting } from './features/forgetting/index.ts';
import { createListening } from './features/listening/index.ts';
import { createLive, type LiveTuning } from './features/live/index.ts';
import { createQuality } from './features/quality/index.ts';
import { createServiceStatus } from './features/service-status/index.ts';
import { createSettings } from './features/settings/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/db/database.ts';
import { isDatabaseWritable, createOutdatedServerError, type SchemaGuard } from './platform/db/schema-guard.ts';
import { acquireWriterSlot } from './platform/db/writer-slot-store.ts';
import type { StorageState } from './platform/disk-guard.ts';
import { runShutdownSteps } from './platform/endings.ts';
import { createEventBus, type EventBus } from './platform/events.ts';
import type { Feature } from './platform/feature.ts';
import { registerHealth } from './platform/http/health.ts';
import type { OriginPolicy } from './platform/http/origin.ts';
import { createIdempotency } from './platform/http/idempotency.ts';
import { createEndpointBinder } from './platform/http/route.ts';
import { createHttpServer } from './platform/http/server.ts';
import { registerStaticFiles } from './platform/http/static-files.ts';
import { createJobs, type Jobs } from './platform/jobs.ts';
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts';
import type { ProviderFactory } from './platform/provider/provider.ts';
import { createRealtimeHub } from './platform/realtime-hub.ts';
import { runLoop, type RunLoop } from './platform/run-loop.ts';
import { createServerBus, type ServerBus } from './platform/server-bus.ts';
import { createSharedReads, type SharedReads } from './platform/shared-reads.ts';

export interface AppDeps {
  readonly config: Config;
  readonly database: Database;
  /** The guard of this database's schema. */
  readonly schemaGuard: SchemaGuard;
  readonly log: Logger;
  readonly clock: Clock;
  readonly providerFactory: ProviderFactory;
  /** The folder of the built browser files. */
  readonly clientRoot: string;
  /** State of the embedded database's disk. Absent if the database is external. */
  readonly storage?: StorageState;
  /** Tuning for tests; default is production's. */
  readonly alertTuning?: AlertTuning;
  readonly dispatchTuning?: DispatchTuning;
  readonly liveTuning?: LiveTuning;
}

export interface App {
  readonly http: FastifyInstance;
  readonly events: EventBus;
  readonly features: ReturnType<typeof createFeatures>;
  /** Starts background work: realtime, jobs, dispatch, reconciliation. To be called before the server listens. */
  start(): Promise<void>;
  /** Finishes running work, then ends all timers, WebSockets and connections. The database stays open. */
  stop(): Promise<void>;
}

/** Interval in ms at which an idle server checks for a newer migration. A busy one notices it in each transaction. */
const lookAtSchemaEveryMs = 5_000;

export async function buildApp(deps: AppDeps): Promise<App> {
  const { config, database, schemaGuard, log, clock } = deps;
  const { connectionString } = database;
  const metrics = createMetrics({ connectionString, monotonicMs: () => clock.monotonicMs() });
  const events = createEventBus(log);
  const bus = createServerBus({ connectionString, log });
  const slot = await acquireWriterSlot(connectionString);
  const jobs = createJobs({ connectionString, log, metrics });
  const sharedReads = createSharedReads({ events, bus });
  const features = createFeatures(deps, {
    events,
    jobs,
    bus,
    metrics,
    writerSlot: slot.slot,
    serverId: randomUUID(),
    sharedReads,
  });
  const origins: OriginPolicy = {
    publicOrigin: config.publicUrl ? new URL(config.publicUrl).origin : null,
    allowedHosts: config.allowedHosts,
  };
  const http = await createHttpServer({ log, origins, trustProxy: config.trustProxy, requestsPerMinute: 6_000 });
  const hub = createRealtimeHub({
    bus,
    identities: features.access.identities,
    origins,
    log,
    clock,
    commands: features.live.commands,
  });
  const liveFigures = createLiveFigures({
    db: database.db,
    clock,
    directory: features.access.directory,
    bus,
    sockets: hub,
    log,
  });
  const running: Feature[] = [
    features.access,
    features.settings,
    features.audit,
    createFirstSteps({ db: database.db, clock, events, audit: features.audit }),
    features.agents,
    features.connectionCheck,
    features.analytics,
    features.calls,
    features.live,
    features.listening,
    features.doNotCall,
    features.forgetting,
    features.quality,
    features.campaigns,
    features.serviceStatus,
    features.alerts,
    features.eventWebhooks,
    createApiReference({ appName: config.appName, version, publicUrl: config.publicUrl }),
  ];

  registerHealth(http, {
    metrics,
    metricsToken: config.metricsToken,
    readSchema: () => schemaGuard.look(database.db),
    mayWrite: () => isDatabaseWritable(database.db),
  });
  http.addHook('onRequest', async ({ url }) => {
    if (schemaGuard.isOutdated() && /^\/(?:api|ws)\b/u.test(url)) throw createOutdatedServerError();
  });
  setGauges(metrics, deps, hub);
  await hub.register(http);
  const idempotency = createIdempotency({ db: database.db, clock, secretKey: config.secretKey });
  const binder = createEndpointBinder(http, features.access.identities, idempotency);
  for (const feature of running) feature.registerRoutes?.(binder);
  const missing = (Object.keys(routes) as RouteName[]).filter((name) => !binder.bound.has(name));
  if (missing.length > 0) throw new Error(`endpoints without a handler: ${missing.join(', ')}`);
  await registerStaticFiles(http, deps.clientRoot);

  connectEvents(events, bus, features.access.directory);
  if (config.oidc)
    jobs.schedule('provider-sessions', '*/5 * * * *', ({ signal }) => features.access.checkProviderSessions(signal));
  jobs.schedule('idempotency-keys-sweep', '51 * * * *', () => idempotency.sweep());
  jobs.schedule('partitions', '17 3 * * *', async () => {
    await ensurePartitions(database.db, clock.now());
    const dropped = await dropEmptyPartitions(database.db, clock.now());
    if (dropped.length > 0) log.info({ dropped }, 'partitions of past months were empty and are gone');
  });

  let watchingSchema: RunLoop | undefined;
  return {
    http,
    events,
    features,
    async start() {
      watchingSchema = runLoop({
        name: 'schema-guard',
        intervalMs: lookAtSchemaEveryMs,
        work: async () => void (await schemaGuard.look(database.db)),
        log,
        clock,
      });
      await ensurePartitions(database.db, clock.now()).catch((error: unknown) => {
        // Not fatal: the partitions are needed only in weeks, and without one, rows go into the default partition.
        if (!isTableBusy(error)) throw error;
        log.warn(
          { err: error },
          'partitions of the months to come are made tonight: a table is being read, as by a backup',
        );
      });
      await bus.start();
      await jobs.start();
      for (const feature of running) await feature.start?.();
    },
    async stop() {
      const others = running.toReversed().filter((feature) => feature !== features.campaigns);
      const endDialling = () => features.campaigns.stop?.();
      const closeDoor = () => http.close();
      await runShutdownSteps([
        async () => watchingSchema?.stop(),
        () => hub.stop(),
        () => liveFigures.stop(),
        // Dialling stops before the server stops accepting requests. An outdated server closes first, because the load
        // balancer then sends requests to an updated server.
        ...(schemaGuard.isOutdated() ? [closeDoor, endDialling] : [endDialling, closeDoor]),
        ...others.map((feature) => () => feature.stop?.()),
        () => jobs.stop(),
        () => bus.stop(),
        () => slot.release(),
      ]);
    },
  };
}

interface Infrastructure {
  readonly events: EventBus;
  readonly jobs: Jobs;
  readonly bus: ServerBus;
  readonly metrics: Metrics;
  readonly writerSlot: number;
  readonly serverId: string;
  readonly sharedReads: SharedReads;
}

function createFeatures(
  deps: AppDeps,
  { events, jobs, bus, metrics, writerSlot, serverId, sharedReads }: Infrastructure,
) {
  const { config, database, log, clock, providerFactory } = deps;
  const storage = deps.storage ?? { isFull: () => false };
  const { db } = database;
  const audit = createAudit({ db });
  const access = createAccess({
    db,
    log,
    clock,
    events,
    audit,
    providerFactory,
    config,
    jobs,
    clientRoot: deps.clientRoot,
    onLeftWithoutAdmin: (tx, workspaceId) => pauseWithoutAdmin(tx, workspaceId, events),
  });
  const { directory } = access;
  const analytics = createAnalytics({ db, log, clock, directory, sharedReads });
  const allowedOrigins = [new URL(config.retellBaseUrl).origin, ...(deps.alertTuning?.allowedOrigins ?? [])];
  const settings = createSettings({
    db,
    clock,
    events,
    audit,
    secretKey: config.secretKey,
    allowedOrigins,
    canSendMail: config.smtpUrl !== null,
    hasSecondFactor,
    async onZoneChange(tx, workspaceId, zone) {
      await analytics.resumDays(tx, workspaceId, zone);
      await moveScheduledCampaigns(tx, workspaceId, zone);
    },
  });
  const agents = createAgents({
    db,
    directory,
    clock,
    log,
    events,
    audit,
    secretKey: config.secretKey,
    publicUrl: config.publicUrl,
    providerBaseUrl: config.retellBaseUrl,
    onConnected: (workspaceId, agentId) => resetMissedCalls(db, workspaceId, agentId),
  });
  const connectionCheck = createConnectionCheck({ db, clock, audit, directory, agents });
  const campaignParticipant = createCampaignParticipant({
    db,
    writerSlot,
    events,
    log,
    unwantedCalls: createSurplusCallEnder({ jobs, log, directory }),
  });
  const eventWebhooks = createEventWebhooks({
    db,
    log,
    clock,
    audit,
    jobs,
    secretKey: config.secretKey,
    allowedOrigins,
    isIngestBusy: (): boolean => calls.isBusy(),
    metrics,
  });
  const calls = createCalls({
    db,
    log,
    clock,
    events,
    directory,
    writerSlot,
    audit,
    settings,
    participants: [
      campaignParticipant,
      createDoNotCallParticipant({ audit }),
      createAgentNamesParticipant({ clock }),
      createRollupParticipant({ writerSlot }),
    ],
    findRequiredFields: (tx, workspaceId, agentIds) => agents.findRequiredFields(tx, workspaceId, agentIds),
    learnAgents: (workspaceId) => agents.learn(workspaceId),
    publicUrl: config.publicUrl,
    reconcileSeconds: config.reconcileSeconds,
    providerBaseUrl: config.retellBaseUrl,
    relay: eventWebhooks.relay,
    storage,
    sharedReads,
    tallies: callTallies,
    metrics,
  });
  const live = createLive({
    db,
    log,
    clock,
    events,
    bus,
    serverId,
    directory,
    audit,
    settings,
    ingest: calls.ingest,
    metrics,
    ...deps.liveTuning,
  });
  const listening = createListening({
    db,
    log,
    clock,
    events,
    bus,
    directory,
    audit,
    settings,
    ingest: calls.ingest,
    secretKey: config.secretKey,
  });
  const doNotCall = createDoNotCall({ db, audit, secretKey: config.secretKey });
  const forgetting = createForgetting({
    db,
    log,
    clock,
    events,
    jobs,
    audit,
    directory,
    settings,
    doNotCall,
    writerSlot,
  });
  const quality = createQuality({ db, clock, events, audit, amender: calls.amender });
  const campaigns = createCampaigns({
    db,
    log,
    clock,
    events,
    directory,
    agents,
    audit,
    settings,
    jobs,
    doNotCall,
    ingest: calls.ingest,
    serverId,
    writerSlot,
    dialSettleSeconds: config.dialSettleSeconds,
    secretKey: config.secretKey,
    allowedOrigins,
    storage,
    metrics,
    ...(deps.dispatchTuning && { tuning: deps.dispatchTuning }),
  });
  const serviceStatus = createServiceStatus({ clock, log, statusPageUrl: config.statusPageUrl });
  const alerts = createAlerts({
    db,
    log,
    clock,
    events,
    audit,
    jobs,
    directory,
    settings,
    serviceStatus,
    storage,
    reconcileSeconds: config.reconcileSeconds,
    smtpUrl: config.smtpUrl,
    publicUrl: config.publicUrl,
    appName: config.appName,
    ...(deps.alertTuning && { tuning: deps.alertTuning }),
  });
  return {
    audit,
    access,
    analytics,
    settings,
    agents,
    connectionCheck,
    calls,
    live,
    listening,
    doNotCall,
    forgetting,
    quality,
    campaigns,
    serviceStatus,
    alerts,
    eventWebhooks,
  };
}

/** Sends this server's events to all servers, and emits here the events that other servers sent. */
function connectEvents(events: EventBus, bus: ServerBus, directory: WorkspaceDirectory): void {
  events.on('calls.changed', ({ workspaceId, changes }) => {
    for (const kind of ['call_started', 'call_ended', 'call_analyzed'] as const) {
      const ids = changes.filter((change) => change.kind === kind).map((change) => change.callId);
      if (ids.length > 0) bus.publish({ kind, workspaceId, ids });
    }
  });
  events.on('call.attention', ({ workspaceId, callId }) => {
    bus.publish({ kind: 'call_attention', workspaceId, ids: [callId] });
  });
  events.on('call.listeners_changed', ({ workspaceId, callId }) => {
    bus.publish({ kind: 'call_listeners', workspaceId, ids: [callId] });
  });
  events.on('campaigns.changed', ({ workspaceId, campaignIds }) => {
    bus.publish({ kind: 'campaign_update', workspaceId, ids: campaignIds });
  });
  events.on('alerts.changed', ({ workspaceId, alertIds }) =>
    bus.publish({ kind: 'alert_update', workspaceId, ids: alertIds }),
  );
  for (const name of ['workspace.changed', 'settings.changed', 'agents.changed'] as const) {
    events.on(name, ({ workspaceId }) => bus.publish({ kind: 'workspace_update', workspaceId }));
  }
  events.on('sessions.changed', ({ sessionIds }) => bus.publish({ kind: 'sessions_changed', ids: sessionIds }));
  events.on('workspace.switched', ({ sessionId, workspaceId }) => {
    bus.publish({ kind: 'workspace_switched', sessionId, workspaceId });
  });
  events.on('dispatch.due', ({ workspaceId, isRemote }) => {
    if (!isRemote) bus.publish({ kind: 'dispatch_due', workspaceId });
  });
  bus.onMessage((message, isOwn) => {
    if (message.kind === 'workspace_update') directory.forget(message.workspaceId);
    if (isOwn) return;
    if (message.kind === 'dispatch_due')
      events.emit('dispatch.due', { workspaceId: message.workspaceId, isRemote: true });
    if (message.kind === 'workspace_update')
      events.emit('workspace.changed_elsewhere', { workspaceId: message.workspaceId });
    // The dialling server must learn of ended calls, whose webhooks often reach another server. If end and analysis are
    // stored together, only `call_analyzed` is sent.
    if (message.kind === 'call_ended' || message.kind === 'call_analyzed')
      events.emit('call.end_heard', { workspaceId: message.workspaceId });
  });
}

function setGauges(metrics: Metrics, { database: { pool }, storage }: AppDeps, hub: { readonly size: number }): void {
  metrics.gauge('vocero_realtime_sockets', () => hub.size);
  metrics.gauge('vocero_database_pool_connections', () => ({
    idle: pool.idleCount,
    busy: pool.totalCount - pool.idleCount,
  }));
  metrics.gauge('vocero_database_pool_waiting', () => pool.waitingCount);
  metrics.gauge('vocero_database_pool_limit', () => pool.options.max);
  metrics.gauge('vocero_storage_full', () => Number(storage?.isFull() ?? false));
  metrics.gauge('vocero_build_info', () => ({ [version]: 1 }));
}
