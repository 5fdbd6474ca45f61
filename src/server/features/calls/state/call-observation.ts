/**
 * Reads a provider's report of a call: how far the call has come, and each field's value with its evidence. No value is
 * trusted to have the right type. A missing or absurd value is ignored; the rest of the report is used.
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

/** Key in the call's metadata with the id of our campaign attempt. */
const attemptKey = 'vocero_attempt_id';
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Statuses of a call, ordered by how far the call has come. */
const statusOrder: readonly CallStatus[] = ['registered', 'ongoing', 'not_connected', 'error', 'ended'];
const terminalStatuses: ReadonlySet<string> = new Set<CallStatus>(['not_connected', 'error', 'ended']);
const overEvents: ReadonlySet<string> = new Set(['call_ended', 'call_analyzed']);
const liveEvents = /^(call_started|transcript_updated|transfer_)/;

const longestExtraField = 16 * 1024;

/** Reads the id of our campaign attempt from the metadata of a call. Null if there is none. */
export function attemptIdOf(report: CallReport): string | null {
  const { metadata } = report.call;
  const id = isObject(metadata) ? metadata[attemptKey] : undefined;
  return typeof id === 'string' && uuidPattern.test(id) ? id.toLowerCase() : null;
}

export function isTerminal(status: string | null): status is 'not_connected' | 'error' | 'ended' {
  return status !== null && terminalStatuses.has(status);
}

/** Returns the one of two statuses that a call reaches later. */
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

/** False if a JSON value is null, a blank text, or a list or object of such values only. */
function saysAnything(value: JsonValue): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value === 'object' && value !== null ? Object.values(value).some(saysAnything) : value !== null;
}

/** Reads a provider's report of a call. `attempt` is the campaign attempt that the report names, if it exists. */
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

/** Lists the utterances of the transcript without personal data. Some accounts keep no other transcript. */
function scrubbedWords(list: unknown): readonly unknown[] | undefined {
  const spoken: ReadonlySet<unknown> = new Set(['agent', 'user', 'transfer_target']);
  return Array.isArray(list) ? list.filter((item) => isObject(item) && spoken.has(item['role'])) : undefined;
}

/** True if reconciliation closed the call, because the provider did not know it. Any other report overrides this. */
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

/** True if a field of the provider's call has its own column or is ignored. All others are stored in `extra`. */
export function hasOwnColumn(key: string): boolean {
  return nonExtraFields.has(key);
}

/** Converts a provider's field for storage in `extra`. Undefined if its JSON is too long. */
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
