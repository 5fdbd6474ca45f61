// A simulated call in the provider's form. It has only few fields while it is live, and all fields after its end. In
// lists of calls, it has no transcript.
import type { ProviderCallStatus, DataStorageSetting, DisconnectionReason } from '../retell/index.ts';
import { buildSimulatedCallAnalysis } from './call-analysis.ts';
import type { SimulatedCallAnalysis } from './call-analysis.ts';
import { generateCallCost, simulateCallLatency, generateCallTokenUsage } from './call-figures.ts';
import type { SimulatedCost, SimulatedLatency } from './call-figures.ts';
import {
  buildSimulatedConversationUntilEnd,
  hasSimulatedRecording,
  getSimulatedConversationVariables,
} from './call-record.ts';
import type { SimulatedCallRecord } from './call-record.ts';
import { buildSimulatedTranscript, listSimulatedUtterancesAndToolCalls } from './content/conversation.ts';
import type { SimulatedUtterance } from './content/conversation.ts';
import { simulatedAgentScripts } from './content/scripts.ts';
import { hashSeedPartsToHex } from './random.ts';

interface SimulatedCallBase {
  call_id: string;
  call_status: ProviderCallStatus;
  agent_id: string;
  agent_name: string;
  agent_version: number;
  data_storage_setting: DataStorageSetting;
  opt_in_signed_url: boolean;
  metadata?: unknown;
  retell_llm_dynamic_variables?: Record<string, string>;
  collected_dynamic_variables?: Record<string, string>;
  start_timestamp?: number;
  end_timestamp?: number;
  duration_ms?: number;
  disconnection_reason?: DisconnectionReason;
  transfer_destination?: string | null;
  transfer_end_timestamp?: number;
  transcript?: string;
  transcript_object?: SimulatedUtterance[];
  transcript_with_tool_calls?: ReturnType<typeof listSimulatedUtterancesAndToolCalls>;
  scrubbed_transcript_with_tool_calls?: ReturnType<typeof listSimulatedUtterancesAndToolCalls>;
  recording_url?: string;
  recording_multi_channel_url?: string;
  scrubbed_recording_url?: string;
  scrubbed_recording_multi_channel_url?: string;
  latency?: SimulatedLatency;
  call_cost?: SimulatedCost;
  llm_token_usage?: { average: number; num_requests: number; values: number[] };
  call_analysis?: SimulatedCallAnalysis;
}

export interface SimulatedPhoneCall extends SimulatedCallBase {
  call_type: 'phone_call';
  direction: 'inbound' | 'outbound';
  from_number: string;
  to_number: string;
  telephony_identifier?: { twilio_call_sid: string };
}

export interface SimulatedWebCall extends SimulatedCallBase {
  call_type: 'web_call';
  access_token: string;
}

export type SimulatedCall = SimulatedPhoneCall | SimulatedWebCall;

type Said = 'transcript' | 'transcript_object' | 'transcript_with_tool_calls' | 'scrubbed_transcript_with_tool_calls';
/** A call in list form, without transcripts. */
export type SimulatedListedCall = Omit<SimulatedPhoneCall, Said> | Omit<SimulatedWebCall, Said>;

const transfers: ReadonlySet<string> = new Set(['call_transfer', 'transfer_bridged', 'transfer_cancelled']);

/**
 * Returns the call as the provider would send it now. Lists of calls contain no transcript, and call_ended webhooks no
 * analysis.
 */
export function toSimulatedWireCall(
  record: SimulatedCallRecord,
  baseUrl: string,
  { withTranscript = true, withAnalysis = true } = {},
): SimulatedCall {
  const call = identityOf(record);
  if (record.startAt !== undefined) call.start_timestamp = record.startAt;
  if (record.phase !== 'finished') return call;
  addEnd(call, record);
  if (record.outcome.connected) addContent(call, record, baseUrl, withTranscript);
  const analysis = withAnalysis ? buildSimulatedCallAnalysis(record) : undefined;
  if (analysis !== undefined) call.call_analysis = analysis;
  return call;
}

function identityOf(record: SimulatedCallRecord): SimulatedCall {
  const { wire } = record.agent;
  const variables = record.overriddenVariables ?? record.dynamicVariables;
  const base: SimulatedCallBase = {
    call_id: record.id,
    call_status: record.phase === 'finished' ? record.outcome.status : record.phase,
    agent_id: wire.agent_id,
    agent_name: wire.agent_name,
    agent_version: wire.version,
    data_storage_setting: record.storage,
    opt_in_signed_url: record.links.lifeMs !== undefined,
    ...(record.metadata === undefined ? {} : { metadata: record.metadata }),
    ...(variables === undefined ? {} : { retell_llm_dynamic_variables: variables }),
  };
  if (record.kind === 'web')
    return { ...base, call_type: 'web_call', access_token: `v2.${hashSeedPartsToHex(40, record.id)}` };
  const outbound = record.kind === 'outbound';
  return {
    ...base,
    call_type: 'phone_call',
    direction: record.kind,
    from_number: outbound ? record.line : record.customer,
    to_number: outbound ? record.customer : record.line,
    ...(record.outcome.connected && record.phase !== 'registered'
      ? { telephony_identifier: { twilio_call_sid: `CA${hashSeedPartsToHex(32, record.id)}` } }
      : {}),
  };
}

function addEnd(call: SimulatedCall, record: SimulatedCallRecord): void {
  if (record.endAt !== undefined) call.end_timestamp = record.endAt;
  if (record.startAt !== undefined) call.duration_ms = record.outcome.durationMs;
  call.disconnection_reason = record.outcome.reason;
  call.call_cost = generateCallCost(record);
  if (transfers.has(record.outcome.reason)) {
    call.transfer_destination = '+541143210000';
    if (record.endAt !== undefined) call.transfer_end_timestamp = record.endAt;
  }
}

function addContent(call: SimulatedCall, record: SimulatedCallRecord, baseUrl: string, withTranscript: boolean): void {
  const latency = simulateCallLatency(record);
  const tokens = generateCallTokenUsage(record);
  if (latency !== undefined) call.latency = latency;
  if (tokens !== undefined) call.llm_token_usage = tokens;
  if (hasSimulatedRecording(record)) addRecording(call, record, baseUrl);
  const collected = collectedVariables(record);
  if (collected !== undefined) call.collected_dynamic_variables = collected;
  if (!withTranscript || record.storage === 'basic_attributes_only') return;
  const conversation = buildSimulatedConversationUntilEnd(record);
  if (conversation === undefined) return;
  if (record.storage === 'everything_except_pii') {
    call.scrubbed_transcript_with_tool_calls = listSimulatedUtterancesAndToolCalls(conversation);
    return;
  }
  call.transcript = buildSimulatedTranscript(conversation);
  call.transcript_object = conversation.utterances;
  call.transcript_with_tool_calls = listSimulatedUtterancesAndToolCalls(conversation);
}

/**
 * Adds recording URLs to a simulated call. If personal data are not stored, only URLs of scrubbed recordings are added.
 */
function addRecording(call: SimulatedCall, record: SimulatedCallRecord, baseUrl: string): void {
  const signature = record.links.lifeMs === undefined ? '' : `?expires=${Date.now() + record.links.lifeMs}`;
  const url = (name: string): string => `${baseUrl}/recordings/${name}.wav${signature}`;
  if (record.storage === 'everything') {
    call.recording_url = url(record.id);
    call.recording_multi_channel_url = url(`${record.id}-multi`);
    return;
  }
  call.scrubbed_recording_url = url(`${record.id}-scrubbed`);
  call.scrubbed_recording_multi_channel_url = url(`${record.id}-scrubbed-multi`);
}

function collectedVariables(record: SimulatedCallRecord): Record<string, string> | undefined {
  if (record.outcome.course !== 'achieved') return undefined;
  const variables = getSimulatedConversationVariables(record);
  return Object.fromEntries(
    simulatedAgentScripts[record.agent.script].collects.map((name) => [`${name}_acordado`, variables[name] ?? '']),
  );
}
