/**
 * Reads a provider's report of a call. The result is the call's progress, and each field's value with its reliability.
 * No value is trusted to have the right type. Missing or absurd values are ignored, and the rest of the report is still
 * used.
 */
import { providerCallStatuses } from '../../../../retell/wire-call.ts';
import type { ProviderCallStatus, WireCall } from '../../../../retell/wire-call.ts';
import type { CallAttemptFacts } from './attempt-origin.ts';
import {
  callFieldsInEvidenceOrder,
  knownProviderCallFields,
  type CallFieldEvidenceList,
  type CallReportFieldSources,
} from './call-columns.ts';
import type { EvidenceRank, ExtraCallField, ValueWithEvidence } from './call-fields.ts';
import type { ProviderCallReport } from './call-ingest.ts';
import {
  toCanonicalJson,
  isObject,
  toStorableJson,
  toStorableJsonObject,
  parseWireText,
  type JsonObject,
  type JsonValue,
} from './wire-values.ts';

export interface ParsedCallReport {
  readonly facts: CallFieldEvidenceList;
  readonly extra: Readonly<Record<string, ExtraCallField>>;
  readonly reportedStatus: ProviderCallStatus | null;
  readonly isOver: boolean;
  readonly isAnalyzed: boolean;
}

/** Key in the call's metadata with the id of our campaign attempt. */
const attemptKey = 'vocero_attempt_id';
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Statuses of a call, ordered by how far the call has come. */
const statusOrder: readonly ProviderCallStatus[] = ['registered', 'ongoing', 'not_connected', 'error', 'ended'];
const terminalStatuses: ReadonlySet<string> = new Set<ProviderCallStatus>(['not_connected', 'error', 'ended']);
const overEvents: ReadonlySet<string> = new Set(['call_ended', 'call_analyzed']);
const liveEvents = /^(call_started|transcript_updated|transfer_)/;

const longestExtraField = 16 * 1024;

/** Reads the id of our campaign attempt from a call's metadata. Null if the call has no such id. */
export function readCampaignAttemptId(report: ProviderCallReport): string | null {
  const { metadata } = report.call;
  const id = isObject(metadata) ? metadata[attemptKey] : undefined;
  return typeof id === 'string' && uuidPattern.test(id) ? id.toLowerCase() : null;
}

export function isTerminalCallStatus(status: string | null): status is 'not_connected' | 'error' | 'ended' {
  return status !== null && terminalStatuses.has(status);
}

/** Returns the more advanced of two call statuses. */
export function pickFurthestCallStatus(
  a: ProviderCallStatus | null,
  b: ProviderCallStatus | null,
): ProviderCallStatus | null {
  return statusOrder.indexOf(a ?? 'registered') >= statusOrder.indexOf(b ?? 'registered') ? (a ?? b) : b;
}

export function parseProviderCallStatus(value: unknown): ProviderCallStatus | null {
  return providerCallStatuses.find((status) => status === value) ?? null;
}

/** Returns the call's analysis, or null if all its fields are empty. */
export function parseWireCallAnalysis(call: Pick<WireCall, 'call_analysis'>): JsonObject | null {
  const analysis = toStorableJsonObject(call.call_analysis);
  return analysis !== null && saysAnything(analysis) ? analysis : null;
}

/** False if a JSON value is null, a blank text, or a list or object of such values only. */
function saysAnything(value: JsonValue): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value === 'object' && value !== null ? Object.values(value).some(saysAnything) : value !== null;
}

/** Reads a provider's report of a call. `attempt` is the campaign attempt that the report names, if it exists. */
export function parseProviderCallReport(
  report: ProviderCallReport,
  attempt: CallAttemptFacts | null,
): ParsedCallReport {
  const { event, call } = report;
  const status = parseProviderCallStatus(call.call_status);
  const analysis = parseWireCallAnalysis(call);
  const isOver = overEvents.has(event) || isTerminalCallStatus(status);
  const isAnalyzed = event === 'call_analyzed' || (isOver && analysis !== null);
  const isLive = status === 'ongoing' || liveEvents.test(event);
  const rank = isConclusion(report) ? 0 : rankOf({ isAnalyzed, isOver, isLive });
  const told: CallReportFieldSources = {
    call,
    isOver,
    attempt,
    rank,
    askedAt: report.askedAt ?? null,
    analysis,
    variables: toStorableJsonObject(call.retell_llm_dynamic_variables),
    cost: toStorableJsonObject(call.call_cost),
    latency: toStorableJsonObject(call.latency),
    said: call.transcript_object ?? scrubbedWords(call.scrubbed_transcript_with_tool_calls),
  };
  const facts = callFieldsInEvidenceOrder.map(([, { read, evidence }]): ValueWithEvidence<unknown> | null => {
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

/**
 * True if reconciliation made this report to end a call that the provider does not know. Any other report of the call
 * overrides it.
 */
function isConclusion({ event, source }: ProviderCallReport): boolean {
  return event === 'call_ended' && source === 'reconcile';
}

function reportedStatusOf(report: ProviderCallReport, status: ProviderCallStatus | null): ProviderCallStatus | null {
  if (isConclusion(report)) return null;
  return report.event === 'call_started' ? pickFurthestCallStatus(status, 'ongoing') : status;
}

function rankOf(is: { isAnalyzed: boolean; isOver: boolean; isLive: boolean }): 0 | 1 | 2 | 3 {
  if (is.isAnalyzed) return 3;
  if (is.isOver) return 2;
  return is.isLive ? 1 : 0;
}

/**
 * True if the console knows this field of the provider's call, and stores it in a column or ignores it. Unknown fields
 * are stored in `extra`.
 */
export function isKnownProviderCallField(key: string): boolean {
  return knownProviderCallFields.has(key);
}

/** Converts a provider's field for storage in `extra`. Undefined if its JSON is too long. */
export function toStorableExtraCallFieldValue(raw: unknown): JsonValue | undefined {
  const value = toStorableJson(raw);
  return toCanonicalJson(value).length > longestExtraField ? undefined : value;
}

function extraOf(call: object, rank: EvidenceRank): Record<string, ExtraCallField> {
  const extra: Record<string, ExtraCallField> = {};
  for (const [key, raw] of Object.entries(call)) {
    if (knownProviderCallFields.has(key) || raw === undefined || raw === null) continue;
    const name = parseWireText(key, 100);
    const value = name === null || name === '__proto__' ? undefined : toStorableExtraCallFieldValue(raw);
    if (name !== null && value !== undefined) extra[name] = { rank, value };
  }
  return extra;
}
