/**
 * The transaction that merges a batch of reports into the calls of one workspace and lets other features update their
 * data. Locks are taken in the order of call-participant.ts. The number of statements does not grow with the batch.
 */
import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import { writeTogether } from '../../../platform/db/write-together.ts';
import type { AttemptOrigin } from '../state/attempt-origin.ts';
import { detailsColumns } from '../state/call-columns.ts';
import type { CallReport } from '../state/call-ingest.ts';
import { analysisIn, attemptIdOf } from '../state/call-observation.ts';
import type { CallChange, CallParticipant, MergedChange, Tx } from '../state/call-participant.ts';
import { noteDisputes, type AnalysisAnswer } from './analysis-dispute-store.ts';
import { detailsWrite, isSameConversation, otherDetailsWrite, type DetailsRow } from './call-details-store.ts';
import { searchQueueWrite } from '../search/call-search-store.ts';
import {
  hasDifferentAnalysis,
  mergeReport,
  type CallDetails,
  type CallState,
  type MergeContext,
  type MergedCall,
} from '../state/call-state.ts';
import {
  callWrite,
  deleteStubs,
  eventWrite,
  findTombstones,
  insertStubs,
  lockCalls,
  readDetails,
} from '../state/call-store.ts';
import { queueContactsSql, queuePositionsOf } from '../follow-ups/contact-follow-ups-store.ts';
import { receiptWrite } from './webhook-receipt-store.ts';
import { readText } from '../state/wire-values.ts';

/** A report about a call, with a SHA-256 digest that is equal for repeated deliveries of the same report. */
export interface DigestedReport {
  readonly report: CallReport;
  readonly digest: string;
}

/** Function that returns the required analysis fields of each agent, by agent id. Unknown agents are missing. */
export type FindRequiredFields = (
  tx: Tx,
  workspaceId: string,
  agentIds: readonly string[],
) => Promise<ReadonlyMap<string, readonly string[]>>;

export interface BatchDeps {
  readonly db: Kysely<Schema>;
  readonly participants: readonly CallParticipant[];
  readonly findRequiredFields: FindRequiredFields;
  readonly writerSlot: number;
}

export interface CommittedBatch {
  /** The changed calls in their new state. */
  readonly changed: readonly CallState[];
  /** True if a call got a second, different analysis, so that the provider must be asked which one is right. */
  readonly isDisputed: boolean;
  /** Callbacks of the features that took part in the transaction. They must be called after the commit. */
  readonly callbacks: readonly (() => void)[];
}

/** Stores a batch of call reports and all of their effects, or nothing. It may be repeated after any failure. */
export function storeBatch(
  deps: BatchDeps,
  workspaceId: string,
  reports: readonly DigestedReport[],
  now: Date,
): Promise<CommittedBatch> {
  // The isolation level is read committed, because each statement must see all earlier commits.
  return deps.db
    .transaction()
    .setIsolationLevel('read committed')
    .execute((tx) => storeWithin(tx, deps, workspaceId, reports, now));
}

async function storeWithin(
  tx: Tx,
  { participants, writerSlot, findRequiredFields }: BatchDeps,
  workspaceId: string,
  reports: readonly DigestedReport[],
  now: Date,
): Promise<CommittedBatch> {
  const known = await lockKnown(tx, workspaceId, reports, now);
  const stored = reports.filter(({ report }) => known.has(report.call.call_id));
  const attempts = await findAttempts(tx, participants, workspaceId, stored);
  const agentIds = agentsOfAnalyses(stored, known);
  const requiredFields = agentIds.length === 0 ? noRequiredFields : await findRequiredFields(tx, workspaceId, agentIds);
  const { merged, disputed } = mergeAll(known, stored, { attempts, requiredFields, receivedAt: now });

  const states: CallState[] = [];
  const details: DetailsRow[] = [];
  const otherDetails: DetailsRow[] = [];
  const changes: CallChange[] = [];
  const changed: MergedChange[] = [];
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
      const rows = hasRow && isSameConversation(before.details, after.details) ? otherDetails : details;
      rows.push({ callId: id, firstSeenMonth: after.state.firstSeenMonth, details: after.details });
    }
    if (hasNewState || hasNewDetails) changed.push({ before, after });
  }

  const hasWebhook = stored.some(({ report }) => report.source === 'webhook');
  await writeTogether(tx, [
    hasWebhook ? receiptWrite(workspaceId, writerSlot, { lastEventAt: now }) : null,
    eventWrite(workspaceId, eventsOf(stored, merged), now),
    callWrite(workspaceId, states, now),
    detailsWrite(workspaceId, details),
    otherDetailsWrite(workspaceId, otherDetails),
    searchQueueWrite(
      workspaceId,
      changed.map(({ after }) => after.state.id),
    ),
    queueContactsSql(workspaceId, queuePositionsOf(changes)),
  ]);
  await noteDisputes(tx, workspaceId, { answers: answersIn(stored), disputed, at: now });
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
  reports: readonly DigestedReport[],
  now: Date,
): Promise<Map<string, MergedCall | null>> {
  const ids = [...new Set(reports.map(({ report }) => report.call.call_id))];
  const born = await insertStubs(tx, workspaceId, ids, now);
  const locked = await lockCalls(tx, workspaceId, ids);
  const deleted = await findTombstones(tx, workspaceId, ids);
  if (deleted.size > 0) {
    const stubs = [...deleted].filter((id) => born.has(id));
    if (stubs.length > 0) await deleteStubs(tx, workspaceId, stubs);
  }
  const live = locked.filter((call) => !deleted.has(call.id));
  const older = live.filter((call) => !born.has(call.id));
  const details = older.length > 0 ? await readDetails(tx, workspaceId, older) : new Map<string, CallDetails>();
  return new Map(
    live.map((state) => [state.id, born.has(state.id) ? null : { state, details: details.get(state.id) ?? noDetails }]),
  );
}

async function findAttempts(
  tx: Tx,
  participants: readonly CallParticipant[],
  workspaceId: string,
  reports: readonly DigestedReport[],
): Promise<Map<string, AttemptOrigin>> {
  const ids = new Set(reports.flatMap(({ report }) => attemptIdOf(report) ?? []));
  const found = new Map<string, AttemptOrigin>();
  if (ids.size === 0) return found;
  for (const participant of participants) {
    const attempts = (await participant.findAttempts?.(tx, workspaceId, [...ids])) ?? [];
    for (const attempt of attempts) found.set(attempt.attemptId.toLowerCase(), attempt);
  }
  return found;
}

function mergeAll(
  known: ReadonlyMap<string, MergedCall | null>,
  reports: readonly DigestedReport[],
  { attempts, ...context }: Omit<MergeContext, 'attempt'> & { readonly attempts: ReadonlyMap<string, AttemptOrigin> },
): { readonly merged: Map<string, MergedCall>; readonly disputed: readonly string[] } {
  const merged = new Map<string, MergedCall>();
  const disputed = new Set<string>();
  for (const { report } of reports) {
    const id = report.call.call_id;
    const attempt = attempts.get(attemptIdOf(report) ?? '') ?? null;
    const before = merged.get(id) ?? known.get(id) ?? null;
    const after = mergeReport(before, report, { ...context, attempt });
    merged.set(id, after);
    if (hasDifferentAnalysis(report, before, after)) disputed.add(id);
  }
  return { merged, disputed: [...disputed] };
}

/** Lists the reports that contain an analysis which the provider returned on our request. */
function answersIn(reports: readonly DigestedReport[]): AnalysisAnswer[] {
  return reports.flatMap(({ report: { call, askedAt } }) =>
    askedAt && analysisIn(call) ? [{ callId: call.call_id, askedAt }] : [],
  );
}

const noRequiredFields: ReadonlyMap<string, readonly string[]> = new Map();

/**
 * Lists agents whose required analysis fields must be read, because one of their calls may be analysed after the batch.
 * Agents whose fields are stored with the call are left out.
 */
function agentsOfAnalyses(reports: readonly DigestedReport[], known: ReadonlyMap<string, MergedCall | null>): string[] {
  const analyzed = new Set(
    reports.flatMap(({ report: { event, call } }) =>
      event === 'call_analyzed' || analysisIn(call) ? [call.call_id] : [],
    ),
  );
  const agents = reports.flatMap(({ report: { call } }) => {
    const before = known.get(call.call_id);
    if (!analyzed.has(call.call_id) && before?.state.isAnalyzed !== true) return [];
    return [readText(call.agent_id, 200), before?.state.agentId ?? null].filter(
      (id) => id !== null && id !== before?.details.requiredFields?.agent,
    );
  });
  return [...new Set(agents.filter((id) => id !== null))];
}

function eventsOf(reports: readonly DigestedReport[], merged: ReadonlyMap<string, MergedCall>) {
  return reports.flatMap(({ report, digest }) => {
    const state = merged.get(report.call.call_id)?.state;
    if (!state) return [];
    const { event, source } = report;
    return [
      {
        callId: state.id,
        firstSeenMonth: state.firstSeenMonth,
        digest,
        event: readText(event, 100) ?? 'unnamed',
        source,
      },
    ];
  });
}

const noDetails = Object.fromEntries(detailsColumns.map(({ field }) => [field, null])) as unknown as CallDetails;
