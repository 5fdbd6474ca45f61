// Schema of the provider's call object, as get-call, list-calls and webhooks return it. Only call_id is certain. Every
// other field may be missing or null, or have an unknown value.
import { z } from 'zod';
import { anyRecordSchema, lenientField } from './lenient.ts';
import type { DeclaredFields } from './lenient.ts';
import { parseYesNo } from './yes-no.ts';

/** Values of `call_status` known today. */
export const providerCallStatuses = ['registered', 'not_connected', 'ongoing', 'ended', 'error'] as const;
export type ProviderCallStatus = (typeof providerCallStatuses)[number];

/** Values of `user_sentiment` known today. */
export const userSentiments = ['Positive', 'Negative', 'Neutral', 'Unknown'] as const;
export type UserSentiment = (typeof userSentiments)[number];

/** Values of an agent's `data_storage_setting`. The last one stores neither recording nor transcript. */
export const dataStorageSettings = ['everything', 'everything_except_pii', 'basic_attributes_only'] as const;
export type DataStorageSetting = (typeof dataStorageSettings)[number];

const strings = z.record(z.string(), z.string());

const percentilesSchema = z.looseObject({
  p50: lenientField(z.number()),
  p90: lenientField(z.number()),
  p95: lenientField(z.number()),
  p99: lenientField(z.number()),
  min: lenientField(z.number()),
  max: lenientField(z.number()),
  num: lenientField(z.number()),
  values: lenientField(z.array(z.number())),
});

const latencySchema = z.looseObject({
  asr: lenientField(percentilesSchema),
  e2e: lenientField(percentilesSchema),
  llm: lenientField(percentilesSchema),
  tts: lenientField(percentilesSchema),
  s2s: lenientField(percentilesSchema),
  knowledge_base: lenientField(percentilesSchema),
  llm_websocket_network_rtt: lenientField(percentilesSchema),
});

const callCostSchema = z.looseObject({
  /** The call's total cost in US cents, possibly fractional. */
  combined_cost: lenientField(z.number()),
  product_costs: lenientField(
    z.array(
      z.looseObject({
        product: lenientField(z.string()),
        cost: lenientField(z.number()),
        unit_price: lenientField(z.number()),
        is_transfer_leg_cost: lenientField(z.boolean()),
      }),
    ),
  ),
  total_duration_seconds: lenientField(z.number()),
  total_duration_unit_price: lenientField(z.number()),
});

const yesOrNo = z.preprocess(parseYesNo, z.boolean());

const callAnalysisSchema = z.looseObject({
  call_summary: lenientField(z.string()),
  user_sentiment: lenientField(z.string()),
  call_successful: lenientField(yesOrNo),
  in_voicemail: lenientField(yesOrNo),
  /** The agent's own analysis fields, extracted from the call: free-form, usually an object by field name. */
  custom_analysis_data: lenientField(z.unknown()),
});

const utteranceSchema = z.looseObject({
  role: lenientField(z.string()),
  content: lenientField(z.string()),
  words: lenientField(
    z.array(
      z.looseObject({
        word: lenientField(z.string()),
        /** When the word starts, in seconds from the start of the call. */
        start: lenientField(z.number()),
        end: lenientField(z.number()),
      }),
    ),
  ),
});

export const wireCallSchema = z.looseObject({
  call_id: z.string().min(1),
  call_type: lenientField(z.string()),
  call_status: lenientField(z.string()),
  direction: lenientField(z.string()),
  from_number: lenientField(z.string()),
  to_number: lenientField(z.string()),
  agent_id: lenientField(z.string()),
  agent_name: lenientField(z.string()),
  agent_version: lenientField(z.number()),
  agent_tag: lenientField(z.string()),
  access_token: lenientField(z.string()),
  /** The call's start, in ms since the epoch. */
  start_timestamp: lenientField(z.number()),
  end_timestamp: lenientField(z.number()),
  transfer_end_timestamp: lenientField(z.number()),
  duration_ms: lenientField(z.number()),
  disconnection_reason: lenientField(z.string()),
  transfer_destination: lenientField(z.string()),
  metadata: lenientField(z.unknown()),
  retell_llm_dynamic_variables: lenientField(anyRecordSchema),
  collected_dynamic_variables: lenientField(anyRecordSchema),
  custom_sip_headers: lenientField(strings),
  data_storage_setting: lenientField(z.string()),
  opt_in_signed_url: lenientField(z.boolean()),
  transcript: lenientField(z.string()),
  transcript_object: lenientField(z.array(utteranceSchema)),
  transcript_with_tool_calls: lenientField(z.array(z.unknown())),
  scrubbed_transcript_with_tool_calls: lenientField(z.array(z.unknown())),
  recording_url: lenientField(z.string()),
  recording_multi_channel_url: lenientField(z.string()),
  scrubbed_recording_url: lenientField(z.string()),
  scrubbed_recording_multi_channel_url: lenientField(z.string()),
  public_log_url: lenientField(z.string()),
  knowledge_base_retrieved_contents_url: lenientField(z.string()),
  latency: lenientField(latencySchema),
  call_cost: lenientField(callCostSchema),
  call_analysis: lenientField(callAnalysisSchema),
  llm_token_usage: lenientField(
    z.looseObject({
      average: lenientField(z.number()),
      num_requests: lenientField(z.number()),
      values: lenientField(z.array(z.number())),
    }),
  ),
  telephony_identifier: lenientField(z.looseObject({ twilio_call_sid: lenientField(z.string()) })),
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
export type WireTranscriptUtterance = DeclaredFields<z.infer<typeof utteranceSchema>>;

/** Parses a call of the provider. Undefined if the value is not an object or has no call_id. Never throws. */
export function parseWireCall(value: unknown): WireCall | undefined {
  const parsed = wireCallSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
