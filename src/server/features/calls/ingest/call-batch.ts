/**
 * Stores a batch of call reports (webhooks or lists of calls) of one workspace in one transaction. The reports are
 * merged into the stored calls, and other features update their own data. Locks are taken in the order of
 * call-participant.ts. The number of SQL statements does not grow with the batch.
 */
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { runWritesAsOneStatement } from '../../../platform/db/write-together.ts';
import type { CallAttemptFacts } from '../state/attempt-origin.ts';
import { callDetailsColumns } from '../state/call-columns.ts';
import type { ProviderCallReport } from '../state/call-ingest.ts';
import { parseWireCallAnalysis, readCampaignAttemptId } from '../state/call-observation.ts';
import type { CallRowChange, CallChangeParticipant, CallRowChangeWithDetails, Tx } from '../state/call-participant.ts';
import { recordAnalysisDisputes, type AnsweredCallAnalysisRequest } from './analysis-dispute-store.ts';
import {
  buildCallDetailsUpsertSql,
  isConversationUnchanged,
  buildCallNonConversationUpdateSql,
  type WritableCallDetails,
} from './call-details-store.ts';
import { buildSearchQueueInsertSql } from '../search/call-search-store.ts';
import {
  hasDisputedAnalysis,
  mergeCallReport,
  type CallDetailsRow,
  type CallTableRow,
  type CallReportMergeContext,
  type CallRowWithDetails,
} from '../state/call-state.ts';
import {
  buildCallRowsUpdateSql,
  deleteCallStubs,
  buildCallEventsInsertSql,
  findDeletedCallIds,
  lockWorkspaceAndInsertCallStubs,
  lockAndReadCalls,
  readCallDetails,
} from '../state/call-store.ts';
import { buildFollowUpQueueInsert, collectChangedContactCallTimes } from '../follow-ups/contact-follow-ups-store.ts';
import { buildLastWebhookTimesUpsertSql } from './webhook-receipt-store.ts';
import { parseWireText } from '../state/wire-values.ts';

/** A call report with its SHA-256 digest. Repeated deliveries of the same report have the same digest. */
export interface CallReportWithDigest {
  readonly report: ProviderCallReport;
  readonly digest: string;
}

/** Function that returns the required analysis fields of each agent, by agent id. Unknown agents are missing. */
export type FindRequiredAnalysisFields = (
  tx: Tx,
  workspaceId: string,
  agentIds: readonly string[],
) => Promise<ReadonlyMap<string, readonly string[]>>;

export interface CallBatchDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly participants: readonly CallChangeParticipant[];
  readonly findRequiredFields: FindRequiredAnalysisFields;
  readonly writerSlot: number;
}

export interface CommittedCallBatch {
  /** The changed calls in their new state. */
  readonly changed: readonly CallTableRow[];
  /** True if a call of the batch got two different analyses, so that the provider must be asked for the right one. */
  readonly isDisputed: boolean;
  /** Callbacks of other features, such as campaigns. The caller must run them after the transaction is committed. */
  readonly callbacks: readonly (() => void)[];
}

/** Stores a batch of call reports and all of their effects, or nothing. It may be repeated after any failure. */
export function storeCallBatch(
  deps: CallBatchDeps,
  workspaceId: string,
  reports: readonly CallReportWithDigest[],
  now: Date,
): Promise<CommittedCallBatch> {
  // Use read committed, so that each statement of this transaction sees all transactions that committed before it.
  return deps.db
    .transaction()
    .setIsolationLevel('read committed')
    .execute((tx) => storeWithin(tx, deps, workspaceId, reports, now));
}

async function storeWithin(
  tx: Tx,
  { participants, writerSlot, findRequiredFields }: CallBatchDeps,
  workspaceId: string,
  reports: readonly CallReportWithDigest[],
  now: Date,
): Promise<CommittedCallBatch> {
  const known = await lockKnown(tx, workspaceId, reports, now);
  const stored = reports.filter(({ report }) => known.has(report.call.call_id));
  const attempts = await findAttempts(tx, participants, workspaceId, stored);
  const agentIds = agentsOfAnalyses(stored, known);
  const requiredFields = agentIds.length === 0 ? noRequiredFields : await findRequiredFields(tx, workspaceId, agentIds);
  const { merged, disputed } = mergeAll(known, stored, { attempts, requiredFields, receivedAt: now });

  const states: CallTableRow[] = [];
  const details: WritableCallDetails[] = [];
  const otherDetails: WritableCallDetails[] = [];
  const changes: CallRowChange[] = [];
  const changed: CallRowChangeWithDetails[] = [];
  for (const id of [...merged.keys()].sort()) {
    const before = known.get(id) ?? null;
    const after = merged.get(id);
    if (!after) continue;
    const hasNewState = after.state !== before?.state;
    const hasNewDetails = after.details !== before?.details;
    if (hasNewState) {
      states.push(after.state);
      changes.push({ before: before?.state ?? null, after: after.state, analysis: after.details.callAnalysis });
    }
    if (hasNewDetails) {
      const hasRow = before !== null && before.details !== noDetails;
      const rows = hasRow && isConversationUnchanged(before.details, after.details) ? otherDetails : details;
      rows.push({ callId: id, firstSeenMonth: after.state.firstSeenMonth, details: after.details });
    }
    if (hasNewState || hasNewDetails) changed.push({ before, after });
  }

  const hasWebhook = stored.some(({ report }) => report.source === 'webhook');
  await runWritesAsOneStatement(tx, [
    hasWebhook ? buildLastWebhookTimesUpsertSql(workspaceId, writerSlot, { lastEventAt: now }) : null,
    buildCallEventsInsertSql(workspaceId, eventsOf(stored, merged), now),
    buildCallRowsUpdateSql(workspaceId, states, now),
    buildCallDetailsUpsertSql(workspaceId, details),
    buildCallNonConversationUpdateSql(workspaceId, otherDetails),
    buildSearchQueueInsertSql(
      workspaceId,
      changed.map(({ after }) => after.state.id),
    ),
    buildFollowUpQueueInsert(workspaceId, collectChangedContactCallTimes(changes)),
  ]);
  await recordAnalysisDisputes(tx, workspaceId, { answers: answersIn(stored), disputed, at: now });
  const callbacks: (() => void)[] = [];
  if (changes.length > 0) {
    for (const participant of participants) {
      const callback = await participant.applyChanges(tx, workspaceId, changes);
      if (callback) callbacks.push(callback);
    }
  }
  if (changed.length > 0) {
    for (const participant of participants) await participant.applyDetails?.(tx, workspaceId, changed);
  }
  return { changed: changed.map(({ after }) => after.state), isDisputed: disputed.length > 0, callbacks };
}

/**
 * Takes the workspace's lock, inserts rows for unknown calls and locks all calls of the batch. Returns each call's
 * stored state, or null for a new call. Deleted calls are missing.
 */
async function lockKnown(
  tx: Tx,
  workspaceId: string,
  reports: readonly CallReportWithDigest[],
  now: Date,
): Promise<Map<string, CallRowWithDetails | null>> {
  const ids = [...new Set(reports.map(({ report }) => report.call.call_id))];
  const born = await lockWorkspaceAndInsertCallStubs(tx, workspaceId, ids, now);
  const locked = await lockAndReadCalls(tx, workspaceId, ids);
  const deleted = await findDeletedCallIds(tx, workspaceId, ids);
  if (deleted.size > 0) {
    const stubs = [...deleted].filter((id) => born.has(id));
    if (stubs.length > 0) await deleteCallStubs(tx, workspaceId, stubs);
  }
  const live = locked.filter((call) => !deleted.has(call.id));
  const older = live.filter((call) => !born.has(call.id));
  const details = older.length > 0 ? await readCallDetails(tx, workspaceId, older) : new Map<string, CallDetailsRow>();
  return new Map(
    live.map((state) => [state.id, born.has(state.id) ? null : { state, details: details.get(state.id) ?? noDetails }]),
  );
}

async function findAttempts(
  tx: Tx,
  participants: readonly CallChangeParticipant[],
  workspaceId: string,
  reports: readonly CallReportWithDigest[],
): Promise<Map<string, CallAttemptFacts>> {
  const ids = new Set(reports.flatMap(({ report }) => readCampaignAttemptId(report) ?? []));
  const found = new Map<string, CallAttemptFacts>();
  if (ids.size === 0) return found;
  for (const participant of participants) {
    const attempts = (await participant.findAttempts?.(tx, workspaceId, [...ids])) ?? [];
    for (const attempt of attempts) found.set(attempt.attemptId.toLowerCase(), attempt);
  }
  return found;
}

function mergeAll(
  known: ReadonlyMap<string, CallRowWithDetails | null>,
  reports: readonly CallReportWithDigest[],
  {
    attempts,
    ...context
  }: Omit<CallReportMergeContext, 'attempt'> & { readonly attempts: ReadonlyMap<string, CallAttemptFacts> },
): { readonly merged: Map<string, CallRowWithDetails>; readonly disputed: readonly string[] } {
  const merged = new Map<string, CallRowWithDetails>();
  const disputed = new Set<string>();
  for (const { report } of reports) {
    const id = report.call.call_id;
    const attempt = attempts.get(readCampaignAttemptId(report) ?? '') ?? null;
    const before = merged.get(id) ?? known.get(id) ?? null;
    const after = mergeCallReport(before, report, { ...context, attempt });
    merged.set(id, after);
    if (hasDisputedAnalysis(report, before, after)) disputed.add(id);
  }
  return { merged, disputed: [...disputed] };
}

function answersIn(reports: readonly CallReportWithDigest[]): AnsweredCallAnalysisRequest[] {
  return reports.flatMap(({ report: { call, askedAt } }) =>
    askedAt && parseWireCallAnalysis(call) ? [{ callId: call.call_id, askedAt }] : [],
  );
}

const noRequiredFields: ReadonlyMap<string, readonly string[]> = new Map();

/**
 * Lists agents whose required analysis fields must be read, because one of their calls in this batch has an analysis.
 * An agent is left out if its fields are already stored with the call.
 */
function agentsOfAnalyses(
  reports: readonly CallReportWithDigest[],
  known: ReadonlyMap<string, CallRowWithDetails | null>,
): string[] {
  const analyzed = new Set(
    reports.flatMap(({ report: { event, call } }) =>
      event === 'call_analyzed' || parseWireCallAnalysis(call) ? [call.call_id] : [],
    ),
  );
  const agents = reports.flatMap(({ report: { call } }) => {
    const before = known.get(call.call_id);
    if (!analyzed.has(call.call_id) && before?.state.isAnalyzed !== true) return [];
    return [parseWireText(call.agent_id, 200), before?.state.agentId ?? null].filter(
      (id) => id !== null && id !== before?.details.requiredFields?.agent,
    );
  });
  return [...new Set(agents.filter((id) => id !== null))];
}

function eventsOf(reports: readonly CallReportWithDigest[], merged: ReadonlyMap<string, CallRowWithDetails>) {
  return reports.flatMap(({ report, digest }) => {
    const state = merged.get(report.call.call_id)?.state;
    if (!state) return [];
    const { event, source } = report;
    return [
      {
        callId: state.id,
        firstSeenMonth: state.firstSeenMonth,
        digest,
        event: parseWireText(event, 100) ?? 'unnamed',
        source,
      },
    ];
  });
}

const noDetails = Object.fromEntries(callDetailsColumns.map(({ field }) => [field, null])) as unknown as CallDetailsRow;
