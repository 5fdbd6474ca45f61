/** Calls: all reports of the provider about calls are received here, and all call data are read here. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { DiskSpaceState } from '../../platform/disk-guard.ts';
import type { EventBus } from '../../platform/events.ts';
import type { ServerFeature } from '../../platform/feature.ts';
import type { ServerMetricRecorder } from '../../platform/metrics/metrics.ts';
import type { ReadCoalescer } from '../../platform/shared-reads.ts';
import type { WorkspaceDirectory } from '../access/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { StoreRelayedWebhook } from '../event-webhooks/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import { createCallAmender, type CallAmender } from './state/amend-calls.ts';
import { registerAnalysisRerunRoute } from './one-call/analysis-rerun.ts';
import type { FindRequiredAnalysisFields } from './ingest/call-batch.ts';
import { registerCallContextRoute } from './one-call/call-context.ts';
import { registerEndCallRoute } from './one-call/call-control.ts';
import type { CallIngest } from './state/call-ingest.ts';
import type { PrecomputedCallCountReader } from './state/call-list-tallies.ts';
import type { CallChangeParticipant } from './state/call-participant.ts';
import { registerCallListRoutes } from './lists/call-lists.ts';
import { registerCallReadRoutes } from './one-call/call-reads.ts';
import { createCallSearchIndexer } from './search/call-search-indexer.ts';
import { registerSavedCallViewRoutes } from './lists/call-views.ts';
import { createCallIngest } from './ingest/call-writer.ts';
import { createFollowUpQueueWorker } from './follow-ups/contact-follow-ups.ts';
import { createProviderEventToggleReader } from './ingest/event-toggles.ts';
import { createMissedWebhookCounter } from './reconcile/missed-calls.ts';
import {
  createBackgroundCallReconciler,
  type BackgroundCallReconciler,
  type BackgroundCallReconcilerDeps,
} from './reconcile/reconcile.ts';
import { registerWebhookStatusRoute } from './ingest/webhook-status.ts';
import { registerProviderWebhookRoute } from './ingest/webhook.ts';

export * from './state/call-condition.ts';
export * from './state/call-facts.ts';
export { endLiveCall, fetchCallAndCheckIfOver, type EndCallDeps } from './one-call/call-control.ts';
export { findCallStateAndAgent } from './one-call/call-detail-query.ts';
export { findCallStartTime, listLiveCallsOfAgents, findUnfinishedCallIds } from './lists/calls-under-way-query.ts';
export { insertAttentionHits, listFirstAttentionHitPerCallSince } from './attention/call-attention-store.ts';
export type { CallIngest, ProviderCallReport, ProviderCallReportSource } from './state/call-ingest.ts';
export type { CallAttemptFacts } from './state/attempt-origin.ts';
export type { CallRowChange, CallChangeParticipant, CallRowChangeWithDetails, Tx } from './state/call-participant.ts';
export { selectCallSummaryRows, toCallSummary } from './state/call-list-query.ts';
export { withinWeekHoursCondition } from './state/call-list-query.ts';
export type { CallCountOfTimeSpan, PrecomputedCallCountReader, CallCountFilter } from './state/call-list-tallies.ts';
export type { CallDetailsRow, CallReviewScores, CallTableRow } from './state/call-state.ts';
export { createCallAmender, type CallAmender } from './state/amend-calls.ts';
export { emptyCallMeasures, callSelectColumns } from './state/call-columns.ts';
export * from './ingest/erase-calls-store.ts';
export { createCallIngest, type CallIngestDeps } from './ingest/call-writer.ts';
export { deleteFollowUpQueueRowsOfPhoneNumber } from './follow-ups/contact-follow-ups-store.ts';
export { dropEmptyCallPartitions, ensureMonthlyCallPartitions, isLockTimeoutError } from './ingest/partition-store.ts';
export { countFinishedCallsSince, countWaitingCalls } from './lists/waiting-calls-query.ts';
export { findWebhookHealth, resetMissedWebhooksOfAgent } from './ingest/webhook-receipt-store.ts';
export {
  lockWorkspaceExclusively,
  lockWorkspaceShared,
  buildSharedWorkspaceLockSql,
} from './state/workspace-lock-store.ts';

export interface CallsFeatureDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly directory: WorkspaceDirectory;
  readonly audit: AuditLog;
  /** Reads the workspace's settings. They say which kinds of webhook events are applied. */
  readonly settings: Pick<SettingsFeature, 'read'>;
  readonly writerSlot: number;
  /** Features that update their data in the transaction that stores calls, in the order of call-participant.ts. */
  readonly participants: readonly CallChangeParticipant[];
  readonly findRequiredFields: FindRequiredAnalysisFields;
  readonly learnAgents: BackgroundCallReconcilerDeps['learnAgents'];
  /** PUBLIC_URL; null if it is not set. */
  readonly publicUrl: string | null;
  /** RECONCILE_SECONDS: the interval of reconciliation. */
  readonly reconcileSeconds: number;
  /** RETELL_BASE_URL: the provider's address. */
  readonly providerBaseUrl: string;
  /** Forwards the provider's webhooks to further receivers. */
  readonly relay: StoreRelayedWebhook;
  /** State of the server's disk. While the disk is full, webhooks are refused. */
  readonly storage: DiskSpaceState;
  readonly sharedReads: ReadCoalescer;
  readonly metrics: ServerMetricRecorder;
  /** Tallies that count the calls of lists. */
  readonly tallies: PrecomputedCallCountReader;
}

export interface CallsFeature extends ServerFeature, Pick<BackgroundCallReconciler, 'reconcileNow' | 'backfillNow'> {
  readonly ingest: CallIngest;
  readonly amender: CallAmender;
  /** True if many call reports are queued, so that this server's background work should pause. */
  isBusy(): boolean;
}

export function createCallsFeature(deps: CallsFeatureDeps): CallsFeature {
  const ingest = createCallIngest(deps);
  const readToggles = createProviderEventToggleReader(deps);
  const missed = createMissedWebhookCounter({
    ...deps,
    readToggles,
    graceMs: Math.min(60, deps.reconcileSeconds) * 1_000,
  });
  const reconciler = createBackgroundCallReconciler({
    ...deps,
    ingest,
    missed,
    intervalSeconds: deps.reconcileSeconds,
  });
  const isBusy = (): boolean => ingest.isBusy();
  const searchIndexer = createCallSearchIndexer({ ...deps, isBusy });
  const amender = createCallAmender(deps.participants);
  const followUps = createFollowUpQueueWorker({ ...deps, amender, isBusy });
  return {
    name: 'calls',
    ingest,
    amender,
    isBusy,
    reconcileNow: (workspaceId) => reconciler.reconcileNow(workspaceId),
    backfillNow: (workspaceId) => reconciler.backfillNow(workspaceId),
    registerRoutes(binder) {
      registerProviderWebhookRoute(binder, { ...deps, ingest, readToggles });
      registerWebhookStatusRoute(binder, deps);
      registerCallListRoutes(binder, deps);
      registerCallReadRoutes(binder, { ...deps, ingest });
      registerCallContextRoute(binder, deps);
      registerAnalysisRerunRoute(binder, { ...deps, ingest });
      registerSavedCallViewRoutes(binder, deps);
      registerEndCallRoute(binder, { ...deps, ingest });
    },
    async start() {
      reconciler.start();
      searchIndexer.start();
      followUps.start();
    },
    async stop() {
      await reconciler.stop();
      await searchIndexer.stop();
      await followUps.stop();
      await ingest.stop();
    },
  };
}
