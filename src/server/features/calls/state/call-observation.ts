/**
 * Reads a provider's report of a call: its progress, and the value of each field with its evidence. No value is trusted
 * to have the right type. A missing, null or absurd value is ignored and does not invalidate the report.
 */
import { callStatuses } from '../../../../retell/wire-call.ts';
import type { CallStatus, WireCall } from '../../../../retell/wire-call.ts';
import type { AttemptOrigin } from './attempt-origin.ts';
import { callFields, nonExtraFields, type Facts, type ReportParts } from './call-columns.ts';
import type { Evidence, ExtraField, ValueWithEvidence } from './call-fields.ts';
import type { CallReport } from './call-ingest.ts';
import {
  canonicalJson,
  isObject,
  readJson,
  readObject,
  readText,
  type JsonObject,
  type JsonValue,
} from './wire-values.ts';

export interface Observation {
  readonly facts: Facts;
  readonly extra: Readonly<Record<string, ExtraField>>;
  readonly reportedStatus: CallStatus | null;
  readonly isOver: boolean;
  readonly isAnalyzed: boolean;
}

/** The key in a call's metadata under which a campaign call has our attempt's id. */
const attemptKey = 'vocero_attempt_id';
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Statuses of a call in the order of its progress. */
const statusOrder: readonly CallStatus[] = ['registered', 'ongoing', 'not_connected', 'error', 'ended'];
const terminalStatuses: ReadonlySet<string> = new Set<CallStatus>(['not_connected', 'error', 'ended']);
const overEvents: ReadonlySet<string> = new Set(['call_ended', 'call_analyzed']);
const liveEvents = /^(call_started|transcript_updated|transfer_)/;

const longestExtraField = 16 * 1024;

/** Returns the attempt's id from the metadata of a call's report, in lower case. Null if there is none. */
export function attemptIdOf(report: CallReport): string | null {
  const { metadata } = report.call;
  const id = isObject(metadata) ? metadata[attemptKey] : undefined;
  return typeof id === 'string' && uuidPattern.test(id) ? id.toLowerCase() : null;
}

export function isTerminal(status: string | null): status is 'not_connected' | 'error' | 'ended' {
  return status !== null && terminalStatuses.has(status);
}

/** Returns the later of two call statuses in the order of progress. */
export function furthestStatus(a: CallStatus | null, b: CallStatus | null): CallStatus | null {
  return statusOrder.indexOf(a ?? 'registered') >= statusOrder.indexOf(b ?? 'registered') ? (a ?? b) : b;
}

export function readStatus(value: unknown): CallStatus | null {
  return callStatuses.find((status) => status === value) ?? null;
}

/** Returns the call's analysis, or null if it is empty. */
export function analysisIn(call: Pick<WireCall, 'call_analysis'>): JsonObject | null {
  const analysis = readObject(call.call_analysis);
  return analysis !== null && saysAnything(analysis) ? analysis : null;
}

/** False if a JSON value is empty: blank texts, and lists and objects without content. */
function saysAnything(value: JsonValue): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value === 'object' && value !== null ? Object.values(value).some(saysAnything) : value !== null;
}

/** Reads a provider's report of a call. `attempt` is the campaign attempt named by its metadata, if it exists. */
export function readCallReport(report: CallReport, attempt: AttemptOrigin | null): Observation {
  const { event, call } = report;
  const status = readStatus(call.call_status);
  const analysis = analysisIn(call);
  const isOver = overEvents.has(event) || isTerminal(status);
  const isAnalyzed = event === 'call_analyzed' || (isOver && analysis !== null);
  const isLive = status === 'ongoing' || liveEvents.test(event);
  const rank = isConclusion(report) ? 0 : rankOf({ isAnalyzed, isOver, isLive });
  const told: ReportParts = {
    call,
    isOver,
    attempt,
    rank,
    askedAt: report.askedAt ?? null,
    analysis,
    variables: readObject(call.retell_llm_dynamic_variables),
    cost: readObject(call.call_cost),
    latency: readObject(call.latency),
    said: call.transcript_object ?? scrubbedWords(call.scrubbed_transcript_with_tool_calls),
  };
  const facts = callFields.map(([, { read, evidence }]): ValueWithEvidence<unknown> | null => {
    const value = read(told);
    return value === null ? null : { value, rank: evidence?.(told) ?? rank };
  });
  return { isOver, isAnalyzed, reportedStatus: reportedStatusOf(report, status), extra: extraOf(call, rank), facts };
}

/** Lists the utterances of the scrubbed transcript, which for some accounts is the only one that the provider keeps. */
function scrubbedWords(list: unknown): readonly unknown[] | undefined {
  const spoken: ReadonlySet<unknown> = new Set(['agent', 'user', 'transfer_target']);
  return Array.isArray(list) ? list.filter((item) => isObject(item) && spoken.has(item['role'])) : undefined;
}

/** True if we closed the call because the provider does not know it. Any report of the provider outranks this. */
function isConclusion({ event, source }: CallReport): boolean {
  return event === 'call_ended' && source === 'reconcile';
}

function reportedStatusOf(report: CallReport, status: CallStatus | null): CallStatus | null {
  if (isConclusion(report)) return null;
  return report.event === 'call_started' ? furthestStatus(status, 'ongoing') : status;
}

function rankOf(is: { isAnalyzed: boolean; isOver: boolean; isLive: boolean }): 0 | 1 | 2 | 3 {
  if (is.isAnalyzed) return 3;
  if (is.isOver) return 2;
  return is.isLive ? 1 : 0;
}

/** True if a field of the provider's call is stored in a column or ignored, so that it is not an extra field. */
export function hasOwnColumn(key: string): boolean {
  return nonExtraFields.has(key);
}

/** Returns the value of an extra field of the provider's call as it is stored. Undefined if it is too long. */
export function extraValue(raw: unknown): JsonValue | undefined {
  const value = readJson(raw);
  return canonicalJson(value).length > longestExtraField ? undefined : value;
}

function extraOf(call: object, rank: Evidence): Record<string, ExtraField> {
  const extra: Record<string, ExtraField> = {};
  for (const [key, raw] of Object.entries(call)) {
    if (nonExtraFields.has(key) || raw === undefined || raw === null) continue;
    const name = readText(key, 100);
    const value = name === null || name === '__proto__' ? undefined : extraValue(raw);
    if (name !== null && value !== undefined) extra[name] = { rank, value };
  }
  return extra;
}
