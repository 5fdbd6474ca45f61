/**
 * Merges the provider's reports into the stored call. The merge is commutative, associative and idempotent, so that any
 * order and number of deliveries gives the same row. For each field, the more reliable value wins (call-fields.ts). The
 * whole analysis is merged as one field. `isOver` and `isAnalyzed` become true if any report says so. The most advanced
 * status wins. All other values are computed from these. A late report never reopens a finished call.
 */
import { contactKeyOf } from '../../../../phone/number-key.ts';
import { unconnectedCallReasons, getDisconnectionReasonSeverity } from '../../../../retell/disconnection-reasons.ts';
import type { CallAttemptFacts } from './attempt-origin.ts';
import {
  callDetailsColumns,
  pickCallDetailValues,
  pickCallRowValues,
  callFieldNamesInEvidenceOrder,
  callFieldsInEvidenceOrder,
  getCallFieldValueFromEvidence,
  type CallDetailsRow,
  type CallMeasureValues,
  type CallTableRow,
  type CallFieldEvidenceList,
  type CallFieldName,
  type CallFieldValues,
  type RequiredAnalysisFields,
} from './call-columns.ts';
import { buildValueWithEvidence, mergeExtraCallFields, mergeCallFieldValues } from './call-fields.ts';
import type { ProviderCallReport } from './call-ingest.ts';
import {
  parseWireCallAnalysis,
  pickFurthestCallStatus,
  isTerminalCallStatus,
  parseProviderCallReport,
  parseProviderCallStatus,
} from './call-observation.ts';
import { computeCallMeasures, resolveRequiredAnalysisFields } from './call-measures.ts';
import { isSameJson, computeCallDurationMs } from './wire-values.ts';

export type { CallDetailsRow, CallReviewScores, CallTableRow } from './call-columns.ts';

export interface CallRowWithDetails {
  readonly state: CallTableRow;
  readonly details: CallDetailsRow;
}

export interface CallReportMergeContext {
  readonly receivedAt: Date;
  readonly attempt: CallAttemptFacts | null;
  /** Names of the analysis fields that each agent requires, by agent id. */
  readonly requiredFields: ReadonlyMap<string, readonly string[]>;
}

/** Merges a report into a call. Pure. Returns the same `state` or `details` object if the report does not change it. */
export function mergeCallReport(
  known: CallRowWithDetails | null,
  report: ProviderCallReport,
  context: CallReportMergeContext,
): CallRowWithDetails {
  const observation = parseProviderCallReport(report, context.attempt);
  const before = known ? factsOf(known) : noFacts;
  const facts = joinFacts(before, observation.facts);
  const extraBefore = known?.details.extra ?? {};
  const extra = mergeExtraCallFields(extraBefore, observation.extra);
  const reportedStatus = pickFurthestCallStatus(
    parseProviderCallStatus(known?.state.reportedStatus),
    observation.reportedStatus,
  );
  const isOver = observation.isOver || (known?.state.isOver ?? false);
  const isAnalyzed = observation.isAnalyzed || (known?.state.isAnalyzed ?? false);
  const agentId = getCallFieldValueFromEvidence(facts, 'agentId');
  const requiredFields = resolveRequiredAnalysisFields(
    known?.details.requiredFields ?? null,
    isAnalyzed ? agentId : null,
    context.requiredFields,
  );
  if (
    known &&
    facts === before &&
    reportedStatus === known.state.reportedStatus &&
    isOver === known.state.isOver &&
    isAnalyzed === known.state.isAnalyzed &&
    // Compare the agent's required analysis fields too. They may have become known only after the call was stored.
    requiredFields === known.details.requiredFields
  ) {
    return extra === extraBefore ? known : { state: known.state, details: { ...known.details, extra } };
  }
  const details = detailsOf(
    facts,
    requiredFields,
    Object.keys(extra).length > 0 ? extra : null,
    known?.details ?? null,
  );
  const reported = stateOf(known?.state ?? { id: report.call.call_id, firstSeenAt: context.receivedAt }, facts, {
    reportedStatus,
    isOver,
    isAnalyzed,
  });
  const state: CallTableRow = {
    ...reported,
    ...computeCallMeasures(details, getCallFieldValueFromEvidence(facts, 'agentSpoke'), known),
    isFollowedUp: reported.contactKey === null ? null : (known?.state.isFollowedUp ?? false),
    review: known?.state.review ?? null,
  };
  return { state: keepIfSame(state, known?.state ?? null), details };
}

/** Returns the first day, `YYYY-MM-01`, of the month in UTC in which a call was first seen. */
export function getCallFirstSeenMonth(firstSeenAt: Date): string {
  return `${firstSeenAt.toISOString().slice(0, 7)}-01`;
}

const noFacts: CallFieldEvidenceList = callFieldNamesInEvidenceOrder.map(() => null);

/** Merges a call's stored field values (`before`) with those of a report. Returns `before` if nothing changes. */
function joinFacts(before: CallFieldEvidenceList, observed: CallFieldEvidenceList): CallFieldEvidenceList {
  const joined = callFieldsInEvidenceOrder.map(([, { rule }], digit) =>
    mergeCallFieldValues(rule, before[digit] ?? null, observed[digit] ?? null),
  );
  // Take all analysis fields from the report whose analysis won the merge, so that two analyses are never mixed.
  const judged = joined[analysisPlace] === before[analysisPlace] ? before : observed;
  const facts = joined.map((fact, digit) =>
    callFieldsInEvidenceOrder[digit]?.[1].isJudged ? (judged[digit] ?? null) : fact,
  );
  return facts.every((fact, digit) => fact === before[digit]) ? before : facts;
}

const analysisPlace = callFieldNamesInEvidenceOrder.indexOf('analysis');

/**
 * True if a report's analysis differs from the one that was stored before, so that the provider must be asked which one
 * is right. If the console itself fetched the report, its analysis is right, and there is no dispute once it is stored.
 */
export function hasDisputedAnalysis(
  report: ProviderCallReport,
  before: CallRowWithDetails | null,
  after: CallRowWithDetails,
): boolean {
  const known = before?.details.callAnalysis ?? null;
  const said = known === null ? null : parseWireCallAnalysis(report.call);
  if (said === null || isSameJson(said, known ?? undefined)) return false;
  return report.askedAt === undefined || !isSameJson(said, after.details.callAnalysis ?? undefined);
}

function factsOf({ state, details }: CallRowWithDetails): CallFieldEvidenceList {
  const { attemptId, campaignId, startAt, endAt, occurredAt, analysisAskedAt: askedAt } = state;
  const { callAnalysis: said } = details;
  const values: { readonly [F in CallFieldName]: CallFieldValues[F] | null } = {
    ...state,
    ...details,
    attempt:
      attemptId === null || campaignId === null
        ? null
        : { attemptId, campaignId, createdAt: startAt || endAt ? null : occurredAt },
    analysis: said && { said, askedAt },
  };
  return callFieldNamesInEvidenceOrder.map((name, digit) =>
    buildValueWithEvidence<unknown>(values[name], state.evidence[digit] ?? '-'),
  );
}

interface Progress {
  readonly reportedStatus: CallTableRow['reportedStatus'];
  readonly isOver: boolean;
  readonly isAnalyzed: boolean;
}

type ReportedState = Omit<CallTableRow, keyof CallMeasureValues | 'isFollowedUp' | 'review'>;

function stateOf(
  first: { id: string; firstSeenAt: Date },
  facts: CallFieldEvidenceList,
  progress: Progress,
): ReportedState {
  const direction = getCallFieldValueFromEvidence(facts, 'direction') ?? 'outbound';
  const attempt = getCallFieldValueFromEvidence(facts, 'attempt');
  const startAt = getCallFieldValueFromEvidence(facts, 'startAt');
  const endAt = getCallFieldValueFromEvidence(facts, 'endAt');
  const durationMs = getCallFieldValueFromEvidence(facts, 'durationMs') ?? computeCallDurationMs(startAt, endAt);
  const disconnectionReason = getCallFieldValueFromEvidence(facts, 'disconnectionReason');
  const fromNumber = getCallFieldValueFromEvidence(facts, 'fromNumber');
  const toNumber = getCallFieldValueFromEvidence(facts, 'toNumber');
  const contact = direction === 'inbound' ? fromNumber : toNumber;
  return {
    ...pickCallRowValues(facts),
    durationMs,
    analysisAskedAt: getCallFieldValueFromEvidence(facts, 'analysis')?.askedAt ?? null,
    id: first.id,
    firstSeenAt: first.firstSeenAt,
    firstSeenMonth: getCallFirstSeenMonth(first.firstSeenAt),
    callType: direction === 'web_call' ? 'web_call' : 'phone_call',
    direction,
    contactKey: contact === null ? null : contactKeyOf(contact),
    attemptId: attempt?.attemptId ?? null,
    campaignId: attempt?.campaignId ?? null,
    ...progress,
    status: statusOf({ ...progress, startAt, endAt, disconnectionReason }),
    occurredAt: startAt ?? endAt ?? attempt?.createdAt ?? first.firstSeenAt,
    evidence: facts.map((fact) => fact?.rank ?? '-').join(''),
  };
}

function keepIfSame(after: CallTableRow, before: CallTableRow | null): CallTableRow {
  if (!before) return after;
  const names = Object.keys(after) as (keyof CallTableRow)[];
  const isSame = names.every((name) => {
    const [a, b] = [after[name], before[name]];
    return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
  });
  return isSame ? before : after;
}

/** Builds a call's details from merged field values. Returns the former object `before` if all its values are equal. */
function detailsOf(
  facts: CallFieldEvidenceList,
  requiredFields: RequiredAnalysisFields | null,
  extra: CallDetailsRow['extra'],
  before: CallDetailsRow | null,
): CallDetailsRow {
  const callAnalysis = getCallFieldValueFromEvidence(facts, 'analysis')?.said ?? null;
  const details = { ...pickCallDetailValues(facts), callAnalysis, requiredFields, extra };
  return before && callDetailsColumns.every(({ field: name }) => details[name] === before[name]) ? before : details;
}

const notConnectedReasons: ReadonlySet<string> = new Set(unconnectedCallReasons);

/**
 * Derives a call's status. A final status from the provider is kept. If the call is over but the provider reported no
 * final status, the disconnection reason decides. An error reason gives 'ended' instead of 'error' if the
 * conversation's start and end are known.
 */
function statusOf(
  facts: Progress & Pick<CallTableRow, 'startAt' | 'endAt' | 'disconnectionReason'>,
): CallTableRow['status'] {
  const { reportedStatus, isOver, startAt, endAt, disconnectionReason: reason } = facts;
  if (isTerminalCallStatus(reportedStatus)) return reportedStatus;
  if (!isOver) return reportedStatus === 'ongoing' || startAt ? 'ongoing' : 'registered';
  if (reason === null) return 'ended';
  if (reason.startsWith('dial_') || (!startAt && notConnectedReasons.has(reason))) return 'not_connected';
  return getDisconnectionReasonSeverity(reason) === 'error' && !(startAt && endAt) ? 'error' : 'ended';
}
