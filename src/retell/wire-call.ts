// Schema of the provider's call object, as get-call, list-calls and webhooks return it. Only call_id is certain. Every
// other field may be missing or null, or have an unknown value.
import { z } from 'zod';
import { anyRecord, lenient } from './lenient.ts';
import type { DeclaredFields } from './lenient.ts';
import { readYesNo } from './yes-no.ts';

/** Values of `call_status` known today. */
export const callStatuses = ['registered', 'not_connected', 'ongoing', 'ended', 'error'] as const;
export type CallStatus = (typeof callStatuses)[number];

/** Values of `user_sentiment` known today. */
export const userSentiments = ['Positive', 'Negative', 'Neutral', 'Unknown'] as const;
export type UserSentiment = (typeof userSentiments)[number];

/** Values of an agent's `data_storage_setting`. The last one stores neither recording nor transcript. */
export const dataStorageSettings = ['everything', 'everything_except_pii', 'basic_attributes_only'] as const;
export type DataStorageSetting = (typeof dataStorageSettings)[number];

const strings = z.record(z.string(), z.string());

const percentilesSchema = z.looseObject({
  p50: lenient(z.number()),
  p90: lenient(z.number()),
  p95: lenient(z.number()),
  p99: lenient(z.number()),
  min: lenient(z.number()),
  max: lenient(z.number()),
  num: lenient(z.number()),
  values: lenient(z.array(z.number())),
});

const latencySchema = z.looseObject({
  asr: lenient(percentilesSchema),
  e2e: lenient(percentilesSchema),
  llm: lenient(percentilesSchema),
  tts: lenient(percentilesSchema),
  s2s: lenient(percentilesSchema),
  knowledge_base: lenient(percentilesSchema),
  llm_websocket_network_rtt: lenient(percentilesSchema),
});

const callCostSchema = z.looseObject({
  /** The call's total cost in US cents, possibly fractional. */
  combined_cost: lenient(z.number()),
  product_costs: lenient(
    z.array(
      z.looseObject({
        product: lenient(z.string()),
        cost: lenient(z.number()),
        unit_price: lenient(z.number()),
        is_transfer_leg_cost: lenient(z.boolean()),
      }),
    ),
  ),
  total_duration_seconds: lenient(z.number()),
  total_duration_unit_price: lenient(z.number()),
});

const yesOrNo = z.preprocess(readYesNo, z.boolean());

const callAnalysisSchema = z.looseObject({
  call_summary: lenient(z.string()),
  user_sentiment: lenient(z.string()),
  call_successful: lenient(yesOrNo),
  in_voicemail: lenient(yesOrNo),
  /** The agent's own analysis fields, extracted from the call: free-form, usually an object by field name. */
  custom_analysis_data: lenient(z.unknown()),
});

const utteranceSchema = z.looseObject({
  role: lenient(z.string()),
  content: lenient(z.string()),
  words: lenient(
    z.array(
      z.looseObject({
        word: lenient(z.string()),
        /** When the word starts, in seconds from the start of the call. */
        start: lenient(z.number()),
        end: lenient(z.number()),
      }),
    ),
  ),
});

export const wireCallSchema = z.looseObject({
  call_id: z.string().min(1),
  call_type: lenient(z.string()),
  call_status: lenient(z.string()),
  direction: lenient(z.string()),
  from_number: lenient(z.string()),
  to_number: lenient(z.string()),
  agent_id: lenient(z.string()),
  agent_name: lenient(z.string()),
  agent_version: lenient(z.number()),
  agent_tag: lenient(z.string()),
  access_token: lenient(z.string()),
  /** The call's start, in ms since the epoch. */
  start_timestamp: lenient(z.number()),
  end_timestamp: lenient(z.number()),
  transfer_end_timestamp: lenient(z.number()),
  duration_ms: lenient(z.number()),
  disconnection_reason: lenient(z.string()),
  transfer_destination: lenient(z.string()),
  metadata: lenient(z.unknown()),
  retell_llm_dynamic_variables: lenient(anyRecord),
  collected_dynamic_variables: lenient(anyRecord),
  custom_sip_headers: lenient(strings),
  data_storage_setting: lenient(z.string()),
  opt_in_signed_url: lenient(z.boolean()),
  transcript: lenient(z.string()),
  transcript_object: lenient(z.array(utteranceSchema)),
  transcript_with_tool_calls: lenient(z.array(z.unknown())),
  scrubbed_transcript_with_tool_calls: lenient(z.array(z.unknown())),
  recording_url: lenient(z.string()),
  recording_multi_channel_url: lenient(z.string()),
  scrubbed_recording_url: lenient(z.string()),
  scrubbed_recording_multi_channel_url: lenient(z.string()),
  public_log_url: lenient(z.string()),
  knowledge_base_retrieved_contents_url: lenient(z.string()),
  latency: lenient(latencySchema),
  call_cost: lenient(callCostSchema),
  call_analysis: lenient(callAnalysisSchema),
  llm_token_usage: lenient(
    z.looseObject({
      average: lenient(z.number()),
      num_requests: lenient(z.number()),
      values: lenient(z.array(z.number())),
    }),
  ),
  telephony_identifier: lenient(z.looseObject({ twilio_call_sid: lenient(z.string()) })),
});

/** A call as received from the provider. Unknown keys are kept at run time, but this type lacks them. */
export type WireCall = DeclaredFields<z.infer<typeof wireCallSchema>>;
export type WireLatency = DeclaredFields<z.infer<typeof latencySchema>>;
export type WirePercentiles = DeclaredFields<z.infer<typeof percentilesSchema>>;
export type WireCallCost = DeclaredFields<z.infer<typeof callCostSchema>>;
export type WireCallAnalysis = DeclaredFields<z.infer<typeof callAnalysisSchema>>;
/** The fields that we use of an item in `transcript_with_tool_calls`, for every role. Their types are not validated. */
export interface WireTranscriptItem {
  readonly role?: string;
  readonly content?: string;
  readonly words?: readonly { readonly word?: string; readonly start?: number; readonly end?: number }[];
  readonly tool_call_id?: string;
  readonly name?: string;
  readonly arguments?: string;
  readonly successful?: boolean;
}
export type WireUtterance = DeclaredFields<z.infer<typeof utteranceSchema>>;

/** Parses a call of the provider. Undefined if the value is not an object or has no call_id. Never throws. */
export function parseWireCall(value: unknown): WireCall | undefined {
  const parsed = wireCallSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
