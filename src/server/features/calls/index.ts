/** Calls: everything the provider tells about them enters here, and everything shown of them is read here. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { StorageState } from '../../platform/disk-guard.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Feature } from '../../platform/feature.ts';
import type { SharedReads } from '../../platform/shared-reads.ts';
import type { WorkspaceDirectory } from '../access/index.ts';
import type { Audit } from '../audit/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import { createCallAmender, type CallAmender } from './amend-calls.ts';
import { registerAnalysisRerun } from './analysis-rerun.ts';
import type { FindRequiredFields } from './call-batch.ts';
import { registerCallContext } from './call-context.ts';
import { registerCallControl } from './call-control.ts';
import type { CallIngest } from './call-ingest.ts';
import type { CallTallies } from './call-list-tallies.ts';
import type { CallParticipant } from './call-participant.ts';
import { registerCallLists } from './call-lists.ts';
import { registerCallReads } from './call-reads.ts';
import { createSearchIndexer } from './call-search-indexer.ts';
import { registerCallViews } from './call-views.ts';
import { createCallIngest } from './call-writer.ts';
import { createContactFollowUps } from './contact-follow-ups.ts';
import { createEventToggles } from './event-toggles.ts';
import { createMissedCalls } from './missed-calls.ts';
import { createReconciler, type Reconciler, type ReconcilerDeps } from './reconcile.ts';
import { registerWebhookStatus } from './webhook-status.ts';
import { registerWebhook } from './webhook.ts';

export * from './call-facts.ts';
export { endCall } from './call-control.ts';
export type { CallIngest, CallReport, CallSource } from './call-ingest.ts';
export type { AttemptOrigin } from './attempt-origin.ts';
export type { CallChange, CallParticipant, MergedChange, Tx } from './call-participant.ts';
export { selectSummaries, toSummary } from './call-list-query.ts';
export { isWithinHours } from './call-list-query.ts';
export type { CallSpan, CallTallies, TallyFilter } from './call-list-tallies.ts';
export type { CallDetails, CallReview, CallState } from './call-state.ts';
export { createCallAmender, type CallAmender } from './amend-calls.ts';
export { noMeasures, stateSelection } from './call-columns.ts';
export * from './erase-calls-store.ts';
export { createCallIngest, type CallIngestDeps } from './call-writer.ts';
export { eraseContactPlaces } from './contact-follow-ups-store.ts';
export { dropEmptyPartitions, ensurePartitions, isTableBusy } from './partition-store.ts';
export { countCallsOverSince, findWaitingCalls } from './waiting-calls-query.ts';
export { findReceipt, forgetMisses } from './webhook-receipt-store.ts';
export { lockWorkspaceExclusively, lockWorkspaceShared, sharedWorkspaceLock } from './workspace-lock-store.ts';

export interface CallsDeps {
  readonly db: Kysely<Schema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly directory: WorkspaceDirectory;
  readonly audit: Audit;
  /** Whose event toggles say which webhook events are applied. */
  readonly settings: Pick<SettingsFeature, 'read'>;
  readonly writerSlot: number;
  /** In the order of call-participant.ts: attempts and recipients first, then rollups. */
  readonly participants: readonly CallParticipant[];
  readonly findRequiredFields: FindRequiredFields;
  readonly learnAgents: ReconcilerDeps['learnAgents'];
  /** PUBLIC_URL. */
  readonly publicUrl: string | null;
  /** RECONCILE_SECONDS. */
  readonly reconcileSeconds: number;
  /** RETELL_BASE_URL. */
  readonly providerBaseUrl: string;
  /** While it is full, webhooks are refused. */
  readonly storage: StorageState;
  readonly sharedReads: SharedReads;
  /** By which lists are counted. */
  readonly tallies: CallTallies;
}

export interface Calls extends Feature, Pick<Reconciler, 'reconcileNow' | 'backfillNow'> {
  readonly ingest: CallIngest;
  readonly amender: CallAmender;
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
