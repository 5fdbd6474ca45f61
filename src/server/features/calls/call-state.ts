/**
 * The state machine of a call: how what the provider reports merges into what we know. The merge is commutative,
 * associative and idempotent, so that any order and number of deliveries ends in the same row: every field is joined
 * by evidence (call-fields.ts), `isOver` and `isAnalyzed` by OR, the reported status by the furthest; the rest is
 * derived from these. Nothing that arrives late opens a finished call again.
 */
import { nationalNumberKey } from '../../../contract/phone-number.ts';
import { NOT_CONNECTED_REASONS, severityOfReason } from '../../../retell/disconnection-reasons.ts';
import type { AttemptOrigin } from './attempt-origin.ts';
import {
  factOf,
  fieldNames,
  joinExtra,
  joinFact,
  type ExtraField,
  type Fact,
  type Facts,
  type FieldName,
  type FieldValues,
} from './call-fields.ts';
import type { CallReport } from './call-ingest.ts';
import { furthestStatus, isTerminal, observe, readStatus } from './call-observation.ts';
import { measuresOf, requiredFieldsOf, type CallMeasures, type RequiredFields } from './call-measures.ts';
import type { JsonObject, JsonValue } from './wire-values.ts';

/** What a person scored of a call, each a share from 0 to 1; what they did not judge is left out. */
export interface CallReview {
  /** The call passed (1) or did not (0). */
  readonly quality?: number;
  readonly script?: number;
  readonly intent?: number;
}

/** A call as the row in `calls` holds it. Costs in US cents as exact decimals. */
export interface CallState extends CallMeasures {
  readonly id: string;
  readonly firstSeenAt: Date;
  /** `YYYY-MM-01`, immutable: the partition of the call's details and events. */
  readonly firstSeenMonth: string;
  readonly callType: 'phone_call' | 'web_call';
  readonly direction: 'inbound' | 'outbound' | 'web_call';
  readonly fromNumber: string | null;
  readonly toNumber: string | null;
  /** The other party's number as one key, however it is written; null for a web call and a number not known. */
  readonly contactKey: string | null;
  readonly agentId: string | null;
  readonly agentVersion: number | null;
  readonly customerName: string | null;
  readonly attemptId: string | null;
  readonly campaignId: string | null;
  readonly reportedStatus: string | null;
  readonly isOver: boolean;
  readonly isAnalyzed: boolean;
  readonly status: 'registered' | 'ongoing' | 'ended' | 'not_connected' | 'error';
  readonly startAt: Date | null;
  readonly endAt: Date | null;
  readonly durationMs: number | null;
  readonly occurredAt: Date;
  readonly disconnectionReason: string | null;
  readonly sentiment: string | null;
  readonly isSuccessful: boolean | null;
  readonly inVoicemail: boolean | null;
  readonly costCents: string | null;
  readonly e2eP50Ms: string | null;
  /** One digit a field in the order of call-fields.ts: how strong the evidence for its value is; '-': no value yet. */
  readonly evidence: string;
  /** A further call with the same number came within seven days (contact-follow-ups.ts); null: it has no known number. */
  readonly isFollowedUp: boolean | null;
  readonly review: CallReview | null;
}

/** A call's wide half, as the row in `call_details` holds it. */
export interface CallDetails {
  readonly transcript: string | null;
  readonly transcriptObject: readonly JsonValue[] | null;
  readonly recordingUrl: string | null;
  readonly callAnalysis: JsonObject | null;
  readonly callCost: JsonObject | null;
  readonly latency: JsonObject | null;
  readonly llmTokenUsage: JsonObject | null;
  readonly dynamicVariables: JsonObject | null;
  readonly collectedVariables: JsonObject | null;
  readonly metadata: JsonObject | null;
  /** What the agent's tools were asked and answered, in their order (tool-calls.ts). */
  readonly toolCalls: readonly JsonValue[] | null;
  /** What the agent's analysis had to fill in when it came. */
  readonly requiredFields: RequiredFields | null;
  /** Provider fields that have no column, by name, each with the evidence that it comes from. Bounded. */
  readonly extra: Readonly<Record<string, ExtraField>> | null;
}

export interface MergedCall {
  readonly state: CallState;
  readonly details: CallDetails;
}

export interface MergeContext {
  /** When the report reached us: becomes firstSeenAt of a call not known yet. */
  readonly receivedAt: Date;
  /** The attempt that the report's metadata names, if it exists in the workspace. */
  readonly attempt: AttemptOrigin | null;
  /** By agent the fields that its analysis must have, where the agent is known. */
  readonly requiredFields: ReadonlyMap<string, readonly string[]>;
}

/**
 * What is known of a call once a report is taken in. Pure. When the report adds nothing, `state` and `details` are the
 * very objects of `known`.
 */
export function mergeReport(known: MergedCall | null, report: CallReport, context: MergeContext): MergedCall {
  const observation = observe(report, context.attempt);
  const before = known ? factsOf(known) : noFacts;
  const facts = joinFacts(before, observation.facts);
  const extraBefore = known?.details.extra ?? {};
  const extra = joinExtra(extraBefore, observation.extra);
  const reportedStatus = furthestStatus(readStatus(known?.state.reportedStatus), observation.reportedStatus);
  const isOver = observation.isOver || (known?.state.isOver ?? false);
  const isAnalyzed = observation.isAnalyzed || (known?.state.isAnalyzed ?? false);
  const agentId = facts.agentId?.value ?? null;
  const requiredFields = requiredFieldsOf(known?.details.requiredFields ?? null, isAnalyzed ? agentId : null, context.requiredFields);
  if (
    known &&
    facts === before &&
    reportedStatus === known.state.reportedStatus &&
    isOver === known.state.isOver &&
    isAnalyzed === known.state.isAnalyzed &&
    // A repeated report says something new once the call's agent is known.
    requiredFields === known.details.requiredFields
  ) {
    return extra === extraBefore ? known : { state: known.state, details: { ...known.details, extra } };
  }
  const details = detailsOf(facts, requiredFields, Object.keys(extra).length > 0 ? extra : null, known?.details ?? null);
  const reported = stateOf(known?.state ?? { id: report.call.call_id, firstSeenAt: context.receivedAt }, facts, { reportedStatus, isOver, isAnalyzed });
  const state: CallState = {
    ...reported,
    ...measuresOf(details, facts.agentSpoke?.value ?? null, known),
    isFollowedUp: reported.contactKey === null ? null : (known?.state.isFollowedUp ?? false),
    review: known?.state.review ?? null,
  };
  return { state: keepIfSame(state, known?.state ?? null), details };
}

/** `YYYY-MM-01` of the month, in UTC, in which a call was first seen. */
export function monthOf(firstSeenAt: Date): string {
  return `${firstSeenAt.toISOString().slice(0, 7)}-01`;
}

const noFacts = Object.fromEntries(fieldNames.map((name) => [name, null])) as unknown as Facts;

/** The same object as `before` when the observation adds nothing. */
function joinFacts(before: Facts, observed: Facts): Facts {
  let changed = false;
  const joined: Record<string, Fact<unknown> | null> = {};
  // Both sides hold the same field's type; the compiler can't follow that through a loop over names.
  const join = joinFact as (name: FieldName, a: Facts[FieldName], b: Facts[FieldName]) => Facts[FieldName];
  for (const name of fieldNames) {
    const fact = join(name, before[name], observed[name]);
    if (fact !== before[name]) changed = true;
    joined[name] = fact;
  }
  return changed ? (joined as unknown as Facts) : before;
}

/** Reads the facts back from the row: the value stands in its column, its evidence in the digit of the field. */
function factsOf({ state, details }: MergedCall): Facts {
  const { attemptId, campaignId, startAt, endAt, occurredAt } = state;
  const values: { readonly [F in FieldName]: FieldValues[F] | null } = {
    ...state,
    ...details,
    attempt:
      attemptId === null || campaignId === null
        ? null
        : { attemptId, campaignId, createdAt: startAt || endAt ? null : occurredAt },
  };
  const facts: Record<string, Fact<unknown> | null> = {};
  fieldNames.forEach((name, index) => {
    facts[name] = factOf<unknown>(values[name], state.evidence[index] ?? '-');
  });
  return facts as unknown as Facts;
}

interface Progress {
  readonly reportedStatus: CallState['reportedStatus'];
  readonly isOver: boolean;
  readonly isAnalyzed: boolean;
}

type ReportedState = Omit<CallState, keyof CallMeasures | 'isFollowedUp' | 'review'>;

function stateOf(first: { id: string; firstSeenAt: Date }, facts: Facts, progress: Progress): ReportedState {
  const direction = facts.direction?.value ?? 'outbound';
  const attempt = facts.attempt?.value ?? null;
  const startAt = facts.startAt?.value ?? null;
  const endAt = facts.endAt?.value ?? null;
  const disconnectionReason = facts.disconnectionReason?.value ?? null;
  const fromNumber = facts.fromNumber?.value ?? null;
  const toNumber = facts.toNumber?.value ?? null;
  const contact = direction === 'inbound' ? fromNumber : toNumber;
  return {
    id: first.id,
    firstSeenAt: first.firstSeenAt,
    firstSeenMonth: monthOf(first.firstSeenAt),
    callType: direction === 'web_call' ? 'web_call' : 'phone_call',
    direction,
    fromNumber,
    toNumber,
    contactKey: contact === null ? null : nationalNumberKey(contact),
    agentId: facts.agentId?.value ?? null,
    agentVersion: facts.agentVersion?.value ?? null,
    customerName: facts.customerName?.value ?? null,
    attemptId: attempt?.attemptId ?? null,
    campaignId: attempt?.campaignId ?? null,
    ...progress,
    status: statusOf({ ...progress, startAt, endAt, disconnectionReason }),
    startAt,
    endAt,
    durationMs: facts.durationMs?.value ?? null,
    occurredAt: startAt ?? endAt ?? attempt?.createdAt ?? first.firstSeenAt,
    disconnectionReason,
    sentiment: facts.sentiment?.value ?? null,
    isSuccessful: facts.isSuccessful?.value ?? null,
    inVoicemail: facts.inVoicemail?.value ?? null,
    costCents: facts.costCents?.value ?? null,
    e2eP50Ms: facts.e2eP50Ms?.value ?? null,
    evidence: fieldNames.map((name) => facts[name]?.rank ?? '-').join(''),
  };
}

/** `before` when nothing in it changes. */
function keepIfSame(after: CallState, before: CallState | null): CallState {
  if (!before) return after;
  const names = Object.keys(after) as (keyof CallState)[];
  const isSame = names.every((name) => {
    const [a, b] = [after[name], before[name]];
    return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
  });
  return isSame ? before : after;
}

/** `before` when nothing in it changes. */
function detailsOf(facts: Facts, requiredFields: RequiredFields | null, extra: CallDetails['extra'], before: CallDetails | null): CallDetails {
  const details: CallDetails = {
    transcript: facts.transcript?.value ?? null,
    transcriptObject: facts.transcriptObject?.value ?? null,
    recordingUrl: facts.recordingUrl?.value ?? null,
    callAnalysis: facts.callAnalysis?.value ?? null,
    callCost: facts.callCost?.value ?? null,
    latency: facts.latency?.value ?? null,
    llmTokenUsage: facts.llmTokenUsage?.value ?? null,
    dynamicVariables: facts.dynamicVariables?.value ?? null,
    collectedVariables: facts.collectedVariables?.value ?? null,
    metadata: facts.metadata?.value ?? null,
    toolCalls: facts.toolCalls?.value ?? null,
    requiredFields,
    extra,
  };
  const names = Object.keys(details) as (keyof CallDetails)[];
  return before && names.every((name) => details[name] === before[name]) ? before : details;
}

const notConnectedReasons: ReadonlySet<string> = new Set(NOT_CONNECTED_REASONS);

/**
 * A terminal status that the provider reported stands. An event can say that a call is over while its status still
 * reads registered or ongoing: then the reason decides, and an error before there was a whole conversation is one.
 */
function statusOf(facts: Progress & Pick<CallState, 'startAt' | 'endAt' | 'disconnectionReason'>): CallState['status'] {
  const { reportedStatus, isOver, startAt, endAt, disconnectionReason: reason } = facts;
  if (isTerminal(reportedStatus)) return reportedStatus;
  if (!isOver) return reportedStatus === 'ongoing' || startAt ? 'ongoing' : 'registered';
  if (reason === null) return 'ended';
  if (reason.startsWith('dial_') || (!startAt && notConnectedReasons.has(reason))) return 'not_connected';
  return severityOfReason(reason) === 'error' && !(startAt && endAt) ? 'error' : 'ended';
}
