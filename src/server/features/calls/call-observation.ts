/**
 * What one report says about a call: how far it is, and a fact for every field that it fills in. Nothing in it is
 * trusted to have the right type: a missing, null or absurd value says nothing, and never costs the report.
 */
import { recordingUrlOf } from '../../../retell/recording-url.ts';
import { agentSpokeIn } from '../../../retell/talk-times.ts';
import { CALL_STATUSES } from '../../../retell/wire-call.ts';
import type { CallStatus, WireCall } from '../../../retell/wire-call.ts';
import type { AttemptOrigin } from './attempt-origin.ts';
import { evidenceOfRun, type Evidence, type ExtraField, type Fact, type Facts } from './call-fields.ts';
import type { CallReport } from './call-ingest.ts';
import { readToolCalls } from './tool-calls.ts';
import {
  canonicalJson,
  isObject,
  readBoolean,
  readCount,
  readDecimal,
  readJson,
  readMoment,
  readObject,
  readArray,
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

/** Under this key of a placed call's metadata travels the id of our attempt. */
const attemptKey = 'vocero_attempt_id';
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Furthest last. */
const statusOrder: readonly CallStatus[] = ['registered', 'ongoing', 'not_connected', 'error', 'ended'];
const terminalStatuses: ReadonlySet<string> = new Set<CallStatus>(['not_connected', 'error', 'ended']);
const overEvents: ReadonlySet<string> = new Set(['call_ended', 'call_analyzed']);
const liveEvents = /^(call_started|transcript_updated|transfer_)/;

const longestMs = 7 * 24 * 3_600_000;
const longestExtraField = 16 * 1024;

/** The attempt that a report's metadata names, in lower case; null when it names none. */
export function attemptIdOf(report: CallReport): string | null {
  const { metadata } = report.call;
  const id = isObject(metadata) ? metadata[attemptKey] : undefined;
  return typeof id === 'string' && uuidPattern.test(id) ? id.toLowerCase() : null;
}

export function isTerminal(status: string | null): status is 'not_connected' | 'error' | 'ended' {
  return status !== null && terminalStatuses.has(status);
}

/** The further of two reported statuses. */
export function furthestStatus(a: CallStatus | null, b: CallStatus | null): CallStatus | null {
  return statusOrder.indexOf(a ?? 'registered') >= statusOrder.indexOf(b ?? 'registered') ? (a ?? b) : b;
}

export function readStatus(value: unknown): CallStatus | null {
  return CALL_STATUSES.find((status) => status === value) ?? null;
}

/** Whether the call carries an analysis that says anything. */
export function hasAnalysis(call: Pick<WireCall, 'call_analysis'>): boolean {
  return saysAnything(readObject(call.call_analysis));
}

function saysAnything(analysis: JsonObject | null): boolean {
  return analysis !== null && Object.values(analysis).some((value) => value !== null);
}

/** `attempt`: the attempt of this workspace that the report's metadata names, if it exists. */
export function observe(report: CallReport, attempt: AttemptOrigin | null): Observation {
  const { event, call, analysisRun } = report;
  const status = readStatus(call.call_status);
  const analysis = readObject(call.call_analysis);
  const hasJudged = saysAnything(analysis);
  const isOver = overEvents.has(event) || isTerminal(status);
  const isAnalyzed = event === 'call_analyzed' || (isOver && hasJudged);
  const isLive = status === 'ongoing' || liveEvents.test(event);
  const rank = isConclusion(report) ? 0 : rankOf({ isAnalyzed, isOver, isLive });
  const fact = <V>(value: V | null): Fact<V> | null => (value === null ? null : { value, rank });
  // An analysis that was run again says all there is to say: what is missing in it is none, whatever the older one said.
  const judged = analysisRun !== undefined && hasJudged ? <V>(value: V | null) => ({ value, rank: evidenceOfRun(analysisRun) }) : fact;
  const variables = readObject(call.retell_llm_dynamic_variables);
  const cost = readObject(call.call_cost);
  const latency = readObject(call.latency);
  const name = readText(variables?.['customer_name'], 200);
  const said = call.transcript_object ?? scrubbedWords(call.scrubbed_transcript_with_tool_calls);
  return {
    isOver,
    isAnalyzed,
    reportedStatus: reportedStatusOf(report, status),
    extra: extraOf(call, rank),
    facts: {
      direction: fact(directionOf(call.call_type, call.direction)),
      fromNumber: fact(readText(call.from_number, 64)),
      toNumber: fact(readText(call.to_number, 64)),
      agentId: fact(readText(call.agent_id, 200)),
      agentVersion: fact(readCount(call.agent_version, 2_147_483_647)),
      // A name in the call's variables beats the recipient's, whenever either was learnt.
      customerName: name === null ? recipientName(attempt) : { value: name, rank: (rank + 1) as Evidence },
      attempt: fact(attempt && { attemptId: attempt.attemptId, campaignId: attempt.campaignId, createdAt: attempt.createdAt }),
      startAt: fact(readMoment(call.start_timestamp)),
      endAt: fact(readMoment(call.end_timestamp)),
      durationMs: fact(readCount(call.duration_ms, longestMs)),
      disconnectionReason: fact(readText(call.disconnection_reason, 100)),
      sentiment: judged(readText(analysis?.['user_sentiment'], 50)),
      isSuccessful: judged(readBoolean(analysis?.['call_successful'])),
      inVoicemail: judged(readBoolean(analysis?.['in_voicemail'])),
      costCents: fact(readDecimal(cost?.['combined_cost'], 1e9)),
      e2eP50Ms: fact(readDecimal(isObject(latency?.['e2e']) ? latency['e2e']['p50'] : null, 3_600_000)),
      transcript: fact(readText(call.transcript, 5_000_000)),
      transcriptObject: fact(readArray(said)),
      recordingUrl: fact(readText(recordingUrlOf(call), 4_000)),
      callAnalysis: judged(analysis),
      callCost: fact(cost),
      latency: fact(latency),
      llmTokenUsage: fact(readObject(call.llm_token_usage)),
      dynamicVariables: fact(variables),
      collectedVariables: fact(readObject(call.collected_dynamic_variables)),
      metadata: fact(readObject(call.metadata)),
      toolCalls: fact(readToolCalls(call.transcript_with_tool_calls ?? call.scrubbed_transcript_with_tool_calls)),
      agentSpoke: fact(isOver && isTranscriptKept(call) ? agentSpokeIn(said, call.transcript) : null),
    },
  };
}

/** What was said, of the list that the provider has cleared of what names people: all that it keeps for some accounts. */
function scrubbedWords(list: unknown): readonly unknown[] | undefined {
  const spoken: ReadonlySet<unknown> = new Set(['agent', 'user', 'transfer_target']);
  return Array.isArray(list) ? list.filter((item) => isObject(item) && spoken.has(item['role'])) : undefined;
}

/** Where the provider is told to keep none, an empty transcript says nothing; of a call under way neither. */
function isTranscriptKept(call: Pick<WireCall, 'data_storage_setting'>): boolean {
  return call.data_storage_setting !== 'basic_attributes_only';
}

/** That a call is over because the provider does not know it is our conclusion: any word of the provider's outranks it. */
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

function directionOf(type: unknown, direction: unknown): 'inbound' | 'outbound' | 'web_call' | null {
  if (type === 'web_call') return 'web_call';
  return direction === 'inbound' || direction === 'outbound' ? direction : null;
}

function recipientName(attempt: AttemptOrigin | null): { value: string; rank: 0 } | null {
  const value = readText(attempt?.customerName, 200);
  return value === null ? null : { value, rank: 0 };
}

/** Fields with a column of their own, and the web call's secret. */
const notExtra: ReadonlySet<string> = new Set([
  'call_id',
  'call_type',
  'call_status',
  'direction',
  'from_number',
  'to_number',
  'agent_id',
  'agent_version',
  'access_token',
  'start_timestamp',
  'end_timestamp',
  'duration_ms',
  'disconnection_reason',
  'metadata',
  'retell_llm_dynamic_variables',
  'collected_dynamic_variables',
  'transcript',
  'transcript_object',
  'transcript_with_tool_calls',
  'scrubbed_transcript_with_tool_calls',
  'recording_url',
  'latency',
  'call_cost',
  'call_analysis',
  'llm_token_usage',
]);

/** Whether a field of the provider's call is stored by itself, whatever its size, or not at all. */
export function hasOwnColumn(key: string): boolean {
  return notExtra.has(key);
}

/** What is kept of any other field; undefined: nothing, for it is too long. */
export function extraValue(raw: unknown): JsonValue | undefined {
  const value = readJson(raw);
  return canonicalJson(value).length > longestExtraField ? undefined : value;
}

function extraOf(call: object, rank: Evidence): Record<string, ExtraField> {
  const extra: Record<string, ExtraField> = {};
  for (const [key, raw] of Object.entries(call)) {
    if (notExtra.has(key) || raw === undefined || raw === null) continue;
    const name = readText(key, 100);
    const value = name === null || name === '__proto__' ? undefined : extraValue(raw);
    if (name !== null && value !== undefined) extra[name] = { rank, value };
  }
  return extra;
}
