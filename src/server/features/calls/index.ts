/** Calls: all reports of the provider about calls are received here, and all call data are read here. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { StorageState } from '../../platform/disk-guard.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { SharedReads } from '../../platform/shared-reads.ts';
import type { WorkspaceDirectory } from '../access/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Relay } from '../event-webhooks/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import { createCallAmender, type CallAmender } from './state/amend-calls.ts';
import { registerAnalysisRerun } from './one-call/analysis-rerun.ts';
import type { FindRequiredFields } from './ingest/call-batch.ts';
import { registerCallContext } from './one-call/call-context.ts';
import { registerCallControl } from './one-call/call-control.ts';
import type { CallIngest } from './state/call-ingest.ts';
import type { CallTallies } from './state/call-list-tallies.ts';
import type { CallParticipant } from './state/call-participant.ts';
import { registerCallLists } from './lists/call-lists.ts';
import { registerCallReads } from './one-call/call-reads.ts';
import { createSearchIndexer } from './search/call-search-indexer.ts';
import { registerCallViews } from './lists/call-views.ts';
import { createCallIngest } from './ingest/call-writer.ts';
import { createContactFollowUps } from './follow-ups/contact-follow-ups.ts';
import { createEventToggles } from './ingest/event-toggles.ts';
import { createMissedCalls } from './reconcile/missed-calls.ts';
import { createReconciler, type Reconciler, type ReconcilerDeps } from './reconcile/reconcile.ts';
import { registerWebhookStatus } from './ingest/webhook-status.ts';
import { registerWebhook } from './ingest/webhook.ts';

export * from './state/call-condition.ts';
export * from './state/call-facts.ts';
export { endCall, isOverAtProvider, type EndCallDeps } from './one-call/call-control.ts';
export { findCallToEnd } from './one-call/call-detail-query.ts';
export { findCallStart, listLiveCallsOfAgents, listCallsUnderWay } from './lists/calls-under-way-query.ts';
export { insertCallAttention, listAttentionSince } from './attention/call-attention-store.ts';
export type { CallIngest, CallReport, CallSource } from './state/call-ingest.ts';
export type { AttemptOrigin } from './state/attempt-origin.ts';
export type { CallChange, CallParticipant, MergedChange, Tx } from './state/call-participant.ts';
export { selectSummaries, toSummary } from './state/call-list-query.ts';
export { isWithinHours } from './state/call-list-query.ts';
export type { CallSpan, CallTallies, TallyFilter } from './state/call-list-tallies.ts';
export type { CallDetails, CallReview, CallState } from './state/call-state.ts';
export { createCallAmender, type CallAmender } from './state/amend-calls.ts';
export { noMeasures, stateSelection } from './state/call-columns.ts';
export * from './ingest/erase-calls-store.ts';
export { createCallIngest, type CallIngestDeps } from './ingest/call-writer.ts';
export { eraseQueuedPositions } from './follow-ups/contact-follow-ups-store.ts';
export { dropEmptyPartitions, ensurePartitions, isTableBusy } from './ingest/partition-store.ts';
export { countCallsOverSince, findWaitingCalls } from './lists/waiting-calls-query.ts';
export { findReceipt, resetMissedCalls } from './ingest/webhook-receipt-store.ts';
export { lockWorkspaceExclusively, lockWorkspaceShared, sharedWorkspaceLock } from './state/workspace-lock-store.ts';

export interface CallsDeps {
  readonly db: Kysely<Schema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly directory: WorkspaceDirectory;
  readonly audit: Audit;
  /** Reads the workspace's settings. They say which kinds of webhook events are applied. */
  readonly settings: Pick<SettingsFeature, 'read'>;
  readonly writerSlot: number;
  /** Features that update their data in the transaction that stores calls, in the order of call-participant.ts. */
  readonly participants: readonly CallParticipant[];
  readonly findRequiredFields: FindRequiredFields;
  readonly learnAgents: ReconcilerDeps['learnAgents'];
  /** PUBLIC_URL; null if it is not set. */
  readonly publicUrl: string | null;
  /** RECONCILE_SECONDS: the interval of reconciliation. */
  readonly reconcileSeconds: number;
  /** RETELL_BASE_URL: the provider's address. */
  readonly providerBaseUrl: string;
  /** Forwards the provider's webhooks to further receivers. */
  readonly relay: Relay;
  /** State of the server's disk. While the disk is full, webhooks are refused. */
  readonly storage: StorageState;
  readonly sharedReads: SharedReads;
  readonly metrics: Metrics;
  /** Tallies that count the calls of lists. */
  readonly tallies: CallTallies;
}

export interface Calls extends Feature, Pick<Reconciler, 'reconcileNow' | 'backfillNow'> {
  readonly ingest: CallIngest;
  readonly amender: CallAmender;
  /** True if many call reports are queued, so that this server's background work should pause. */
  isBusy(): boolean;
}

export function createCalls(deps: CallsDeps): Calls {
  const ingest = createCallIngest(deps);
  const readToggles = createEventToggles(deps);
  const missed = createMissedCalls({ ...deps, readToggles, graceMs: Math.min(60, deps.reconcileSeconds) * 1_000 });
  const reconciler = createReconciler({ ...deps, ingest, missed, intervalSeconds: deps.reconcileSeconds });
  const isBusy = (): boolean => ingest.isBusy();
  const searchIndexer = createSearchIndexer({ ...deps, isBusy });
  const amender = createCallAmender(deps.participants);
  const followUps = createContactFollowUps({ ...deps, amender, isBusy });
  return {
    name: 'calls',
    ingest,
    amender,
    isBusy,
    reconcileNow: (workspaceId) => reconciler.reconcileNow(workspaceId),
    backfillNow: (workspaceId) => reconciler.backfillNow(workspaceId),
    registerRoutes(binder) {
      registerWebhook(binder, { ...deps, ingest, readToggles });
      registerWebhookStatus(binder, deps);
      registerCallLists(binder, deps);
      registerCallReads(binder, { ...deps, ingest });
      registerCallContext(binder, deps);
      registerAnalysisRerun(binder, { ...deps, ingest });
      registerCallViews(binder, deps);
      registerCallControl(binder, { ...deps, ingest });
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
