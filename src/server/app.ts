/** Creates all parts of a server, and defines in which order they start and stop. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { apiRoutes, type ApiRouteName } from '../contract/routes.ts';
import { createAccessFeature, hasSecondFactor, type WorkspaceDirectory, version } from './features/access/index.ts';
import { createAgentNamesCallChangeParticipant, createAgentsFeature } from './features/agents/index.ts';
import { createAlertsFeature, type AlertsFeatureOptions } from './features/alerts/index.ts';
import {
  rollupCallCountReader,
  createAnalyticsFeature,
  createLiveMetricsNotifier,
  createRollupCallChangeParticipant,
} from './features/analytics/index.ts';
import { createApiReferenceFeature } from './features/api-reference/index.ts';
import { createAuditFeature } from './features/audit/index.ts';
import {
  createCallsFeature,
  dropEmptyCallPartitions,
  ensureMonthlyCallPartitions,
  resetMissedWebhooksOfAgent,
  isLockTimeoutError,
} from './features/calls/index.ts';
import {
  createCampaignCallChangeParticipant,
  createCampaignsFeature,
  createSurplusCallEnder,
  rescheduleCampaignsForNewZone,
  pauseCampaignsOfWorkspaceWithoutAdmin,
  type DispatchTuning,
} from './features/campaigns/index.ts';
import { createConnectionCheckFeature } from './features/connection-check/index.ts';
import { createDoNotCallFeature, createDoNotCallCallChangeParticipant } from './features/do-not-call/index.ts';
import { createEventWebhooksFeature } from './features/event-webhooks/index.ts';
import { createFirstStepsFeature } from './features/first-steps/index.ts';
import { createForgettingFeature } from './features/forgetting/index.ts';
import { createListeningFeature } from './features/listening/index.ts';
import { createLiveFeature, type LiveFeatureTuning } from './features/live/index.ts';
import { createQualityFeature } from './features/quality/index.ts';
import { createProviderStatusPageFeature } from './features/service-status/index.ts';
import { createSettingsFeature } from './features/settings/index.ts';
import type { Clock } from './platform/clock.ts';
import type { ServerConfig } from './platform/config.ts';
import type { DatabaseHandle } from './platform/db/database.ts';
import {
  isDatabaseWritable,
  createOutdatedServerRequestError,
  type SchemaVersionGuard,
} from './platform/db/schema-guard.ts';
import { acquireRollupWriterSlot } from './platform/db/writer-slot-store.ts';
import type { DiskSpaceState } from './platform/disk-guard.ts';
import { runShutdownSteps } from './platform/endings.ts';
import { createEventBus, type EventBus } from './platform/events.ts';
import type { ServerFeature } from './platform/feature.ts';
import { registerHealthAndMetricsEndpoints } from './platform/http/health.ts';
import type { RequestOriginPolicy } from './platform/http/origin.ts';
import { createRequestIdempotency } from './platform/http/idempotency.ts';
import { createEndpointBinder } from './platform/http/route.ts';
import { createHttpServer } from './platform/http/server.ts';
import { serveBuiltClient } from './platform/http/static-files.ts';
import { createBackgroundJobs, type BackgroundJobs } from './platform/jobs.ts';
import { createMetricsRegistry, type ServerMetricRecorder } from './platform/metrics/metrics.ts';
import type { VoiceProviderFactory } from './platform/provider/provider.ts';
import { createWebSocketHub } from './platform/realtime-hub.ts';
import { startBackgroundLoop, type BackgroundLoop } from './platform/run-loop.ts';
import { createServerBus, type ServerBus } from './platform/server-bus.ts';
import { createReadCoalescer, type ReadCoalescer } from './platform/shared-reads.ts';

export interface ServerAppDeps {
  readonly config: ServerConfig;
  readonly database: DatabaseHandle;
  /** The guard of this database's schema. */
  readonly schemaGuard: SchemaVersionGuard;
  readonly log: Logger;
  readonly clock: Clock;
  readonly providerFactory: VoiceProviderFactory;
  /** The folder of the built browser files. */
  readonly clientRoot: string;
  /** State of the embedded database's disk. Absent if the database is external. */
  readonly storage?: DiskSpaceState;
  /** Tuning for tests; default is production's. */
  readonly alertTuning?: AlertsFeatureOptions;
  readonly dispatchTuning?: DispatchTuning;
  readonly liveTuning?: LiveFeatureTuning;
}

export interface ServerApp {
  readonly http: FastifyInstance;
  readonly events: EventBus;
  readonly features: ReturnType<typeof createFeatures>;
  /** Starts background work: realtime, jobs, dispatch, reconciliation. To be called before the server listens. */
  start(): Promise<void>;
  /** Finishes running work, then ends all timers, WebSockets and connections. The database stays open. */
  stop(): Promise<void>;
}

/**
 * Interval in ms at which an idle server checks for a newer migration. A busy server notices it in each transaction.
 */
const lookAtSchemaEveryMs = 5_000;

export async function buildServerApp(deps: ServerAppDeps): Promise<ServerApp> {
  const { config, database, schemaGuard, log, clock } = deps;
  const { connectionString } = database;
  const metrics = createMetricsRegistry({ connectionString, monotonicMs: () => clock.monotonicMs() });
  const events = createEventBus(log);
  const bus = createServerBus({ connectionString, log });
  const slot = await acquireRollupWriterSlot(connectionString);
  const jobs = createBackgroundJobs({ connectionString, log, metrics });
  const sharedReads = createReadCoalescer({ events, bus });
  const features = createFeatures(deps, {
    events,
    jobs,
    bus,
    metrics,
    writerSlot: slot.slot,
    serverId: randomUUID(),
    sharedReads,
  });
  const origins: RequestOriginPolicy = {
    publicOrigin: config.publicUrl ? new URL(config.publicUrl).origin : null,
    allowedHosts: config.allowedHosts,
  };
  const http = await createHttpServer({ log, origins, trustProxy: config.trustProxy, requestsPerMinute: 6_000 });
  const hub = createWebSocketHub({
    bus,
    identities: features.access.identities,
    origins,
    log,
    clock,
    commands: features.live.commands,
  });
  const liveFigures = createLiveMetricsNotifier({
    db: database.db,
    clock,
    directory: features.access.directory,
    bus,
    sockets: hub,
    log,
  });
  const running: ServerFeature[] = [
    features.access,
    features.settings,
    features.audit,
    createFirstStepsFeature({ db: database.db, clock, events, audit: features.audit }),
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
    createApiReferenceFeature({ appName: config.appName, version, publicUrl: config.publicUrl }),
  ];

  registerHealthAndMetricsEndpoints(http, {
    metrics,
    metricsToken: config.metricsToken,
    readSchema: () => schemaGuard.look(database.db),
    mayWrite: () => isDatabaseWritable(database.db),
  });
  http.addHook('onRequest', async ({ url }) => {
    if (schemaGuard.isOutdated() && /^\/(?:api|ws)\b/u.test(url)) throw createOutdatedServerRequestError();
  });
  setGauges(metrics, deps, hub);
  await hub.register(http);
  const idempotency = createRequestIdempotency({ db: database.db, clock, secretKey: config.secretKey });
  const binder = createEndpointBinder(http, features.access.identities, idempotency);
  for (const feature of running) feature.registerRoutes?.(binder);
  const missing = (Object.keys(apiRoutes) as ApiRouteName[]).filter((name) => !binder.bound.has(name));
  if (missing.length > 0) throw new Error(`endpoints without a handler: ${missing.join(', ')}`);
  await serveBuiltClient(http, deps.clientRoot);

  connectEvents(events, bus, features.access.directory);
  if (config.oidc)
    jobs.schedule('provider-sessions', '*/5 * * * *', ({ signal }) => features.access.checkProviderSessions(signal));
  jobs.schedule('idempotency-keys-sweep', '51 * * * *', () => idempotency.sweep());
  jobs.schedule('partitions', '17 3 * * *', async () => {
    await ensureMonthlyCallPartitions(database.db, clock.now());
    const dropped = await dropEmptyCallPartitions(database.db, clock.now());
    if (dropped.length > 0) log.info({ dropped }, 'partitions of past months were empty and are gone');
  });

  let watchingSchema: BackgroundLoop | undefined;
  return {
    http,
    events,
    features,
    async start() {
      watchingSchema = startBackgroundLoop({
        name: 'schema-guard',
        intervalMs: lookAtSchemaEveryMs,
        work: async () => void (await schemaGuard.look(database.db)),
        log,
        clock,
      });
      await ensureMonthlyCallPartitions(database.db, clock.now()).catch((error: unknown) => {
        // Start the server even if the new partitions can't be created now. Calls without a partition go into the
        // default partition.
        if (!isLockTimeoutError(error)) throw error;
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
        // Normally, stop dialling before the server stops accepting requests. If this server is outdated, stop
        // accepting requests first, so that the load balancer sends them to a newer server.
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
  readonly jobs: BackgroundJobs;
  readonly bus: ServerBus;
  readonly metrics: ServerMetricRecorder;
  readonly writerSlot: number;
  readonly serverId: string;
  readonly sharedReads: ReadCoalescer;
}

function createFeatures(
  deps: ServerAppDeps,
  { events, jobs, bus, metrics, writerSlot, serverId, sharedReads }: Infrastructure,
) {
  const { config, database, log, clock, providerFactory } = deps;
  const storage = deps.storage ?? { isFull: () => false };
  const { db } = database;
  const audit = createAuditFeature({ db });
  const access = createAccessFeature({
    db,
    log,
    clock,
    events,
    audit,
    providerFactory,
    config,
    jobs,
    clientRoot: deps.clientRoot,
    onLeftWithoutAdmin: (tx, workspaceId) => pauseCampaignsOfWorkspaceWithoutAdmin(tx, workspaceId, events),
  });
  const { directory } = access;
  const analytics = createAnalyticsFeature({ db, log, clock, directory, sharedReads });
  const allowedOrigins = [new URL(config.retellBaseUrl).origin, ...(deps.alertTuning?.allowedOrigins ?? [])];
  const settings = createSettingsFeature({
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
      await rescheduleCampaignsForNewZone(tx, workspaceId, zone);
    },
  });
  const agents = createAgentsFeature({
    db,
    directory,
    clock,
    log,
    events,
    audit,
    secretKey: config.secretKey,
    publicUrl: config.publicUrl,
    providerBaseUrl: config.retellBaseUrl,
    onConnected: (workspaceId, agentId) => resetMissedWebhooksOfAgent(db, workspaceId, agentId),
  });
  const connectionCheck = createConnectionCheckFeature({ db, clock, audit, directory, agents });
  const campaignParticipant = createCampaignCallChangeParticipant({
    db,
    writerSlot,
    events,
    log,
    unwantedCalls: createSurplusCallEnder({ jobs, log, directory }),
  });
  const eventWebhooks = createEventWebhooksFeature({
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
  const calls = createCallsFeature({
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
      createDoNotCallCallChangeParticipant({ audit }),
      createAgentNamesCallChangeParticipant({ clock }),
      createRollupCallChangeParticipant({ writerSlot }),
    ],
    findRequiredFields: (tx, workspaceId, agentIds) => agents.findRequiredFields(tx, workspaceId, agentIds),
    learnAgents: (workspaceId) => agents.learn(workspaceId),
    publicUrl: config.publicUrl,
    reconcileSeconds: config.reconcileSeconds,
    providerBaseUrl: config.retellBaseUrl,
    relay: eventWebhooks.relay,
    storage,
    sharedReads,
    tallies: rollupCallCountReader,
    metrics,
  });
  const live = createLiveFeature({
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
  const listening = createListeningFeature({
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
  const doNotCall = createDoNotCallFeature({ db, audit, secretKey: config.secretKey });
  const forgetting = createForgettingFeature({
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
  const quality = createQualityFeature({ db, clock, events, audit, amender: calls.amender });
  const campaigns = createCampaignsFeature({
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
  const serviceStatus = createProviderStatusPageFeature({ clock, log, statusPageUrl: config.statusPageUrl });
  const alerts = createAlertsFeature({
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

/** Publishes this server's events to the other servers, and emits their events on this server. */
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
    // Notifies this server's dispatcher that a call ended, because the webhook often reaches another server.
    // `call_analyzed` counts too: if a call's end and analysis are stored together, no `call_ended` is published.
    if (message.kind === 'call_ended' || message.kind === 'call_analyzed')
      events.emit('call.end_heard', { workspaceId: message.workspaceId });
  });
}

function setGauges(
  metrics: ServerMetricRecorder,
  { database: { pool }, storage }: ServerAppDeps,
  hub: { readonly size: number },
): void {
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
