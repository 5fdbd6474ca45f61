// Schema of the provider's call object, as get-call, list-calls and webhooks return it. Only call_id is certain. Every
// other field may be missing or null, or have an unknown value.
import { z } from 'zod';
import { anyRecordSchema, toLenientFieldSchema } from './lenient.ts';
import type { DeclaredFieldsOnly } from './lenient.ts';
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
  p50: toLenientFieldSchema(z.number()),
  p90: toLenientFieldSchema(z.number()),
  p95: toLenientFieldSchema(z.number()),
  p99: toLenientFieldSchema(z.number()),
  min: toLenientFieldSchema(z.number()),
  max: toLenientFieldSchema(z.number()),
  num: toLenientFieldSchema(z.number()),
  values: toLenientFieldSchema(z.array(z.number())),
});

const latencySchema = z.looseObject({
  asr: toLenientFieldSchema(percentilesSchema),
  e2e: toLenientFieldSchema(percentilesSchema),
  llm: toLenientFieldSchema(percentilesSchema),
  tts: toLenientFieldSchema(percentilesSchema),
  s2s: toLenientFieldSchema(percentilesSchema),
  knowledge_base: toLenientFieldSchema(percentilesSchema),
  llm_websocket_network_rtt: toLenientFieldSchema(percentilesSchema),
});

const callCostSchema = z.looseObject({
  /** The call's total cost in US cents, possibly fractional. */
  combined_cost: toLenientFieldSchema(z.number()),
  product_costs: toLenientFieldSchema(
    z.array(
      z.looseObject({
        product: toLenientFieldSchema(z.string()),
        cost: toLenientFieldSchema(z.number()),
        unit_price: toLenientFieldSchema(z.number()),
        is_transfer_leg_cost: toLenientFieldSchema(z.boolean()),
      }),
    ),
  ),
  total_duration_seconds: toLenientFieldSchema(z.number()),
  total_duration_unit_price: toLenientFieldSchema(z.number()),
});

const yesOrNo = z.preprocess(parseYesNo, z.boolean());

const callAnalysisSchema = z.looseObject({
  call_summary: toLenientFieldSchema(z.string()),
  user_sentiment: toLenientFieldSchema(z.string()),
  call_successful: toLenientFieldSchema(yesOrNo),
  in_voicemail: toLenientFieldSchema(yesOrNo),
  /** The agent's own analysis fields, extracted from the call: free-form, usually an object by field name. */
  custom_analysis_data: toLenientFieldSchema(z.unknown()),
});

const utteranceSchema = z.looseObject({
  role: toLenientFieldSchema(z.string()),
  content: toLenientFieldSchema(z.string()),
  words: toLenientFieldSchema(
    z.array(
      z.looseObject({
        word: toLenientFieldSchema(z.string()),
        /** Start of the spoken word, in seconds from the start of the call. */
        start: toLenientFieldSchema(z.number()),
        end: toLenientFieldSchema(z.number()),
      }),
    ),
  ),
});

export const wireCallSchema = z.looseObject({
  call_id: z.string().min(1),
  call_type: toLenientFieldSchema(z.string()),
  call_status: toLenientFieldSchema(z.string()),
  direction: toLenientFieldSchema(z.string()),
  from_number: toLenientFieldSchema(z.string()),
  to_number: toLenientFieldSchema(z.string()),
  agent_id: toLenientFieldSchema(z.string()),
  agent_name: toLenientFieldSchema(z.string()),
  agent_version: toLenientFieldSchema(z.number()),
  agent_tag: toLenientFieldSchema(z.string()),
  access_token: toLenientFieldSchema(z.string()),
  /** The call's start, in ms since the epoch. */
  start_timestamp: toLenientFieldSchema(z.number()),
  end_timestamp: toLenientFieldSchema(z.number()),
  transfer_end_timestamp: toLenientFieldSchema(z.number()),
  duration_ms: toLenientFieldSchema(z.number()),
  disconnection_reason: toLenientFieldSchema(z.string()),
  transfer_destination: toLenientFieldSchema(z.string()),
  metadata: toLenientFieldSchema(z.unknown()),
  retell_llm_dynamic_variables: toLenientFieldSchema(anyRecordSchema),
  collected_dynamic_variables: toLenientFieldSchema(anyRecordSchema),
  custom_sip_headers: toLenientFieldSchema(strings),
  data_storage_setting: toLenientFieldSchema(z.string()),
  opt_in_signed_url: toLenientFieldSchema(z.boolean()),
  transcript: toLenientFieldSchema(z.string()),
  transcript_object: toLenientFieldSchema(z.array(utteranceSchema)),
  transcript_with_tool_calls: toLenientFieldSchema(z.array(z.unknown())),
  scrubbed_transcript_with_tool_calls: toLenientFieldSchema(z.array(z.unknown())),
  recording_url: toLenientFieldSchema(z.string()),
  recording_multi_channel_url: toLenientFieldSchema(z.string()),
  scrubbed_recording_url: toLenientFieldSchema(z.string()),
  scrubbed_recording_multi_channel_url: toLenientFieldSchema(z.string()),
  public_log_url: toLenientFieldSchema(z.string()),
  knowledge_base_retrieved_contents_url: toLenientFieldSchema(z.string()),
  latency: toLenientFieldSchema(latencySchema),
  call_cost: toLenientFieldSchema(callCostSchema),
  call_analysis: toLenientFieldSchema(callAnalysisSchema),
  llm_token_usage: toLenientFieldSchema(
    z.looseObject({
      average: toLenientFieldSchema(z.number()),
      num_requests: toLenientFieldSchema(z.number()),
      values: toLenientFieldSchema(z.array(z.number())),
    }),
  ),
  telephony_identifier: toLenientFieldSchema(z.looseObject({ twilio_call_sid: toLenientFieldSchema(z.string()) })),
});

/** A call as received from the provider. Unknown keys are kept at run time, but this type lacks them. */
export type WireCall = DeclaredFieldsOnly<z.infer<typeof wireCallSchema>>;
export type WireLatency = DeclaredFieldsOnly<z.infer<typeof latencySchema>>;
export type WirePercentiles = DeclaredFieldsOnly<z.infer<typeof percentilesSchema>>;
export type WireCallCost = DeclaredFieldsOnly<z.infer<typeof callCostSchema>>;
export type WireCallAnalysis = DeclaredFieldsOnly<z.infer<typeof callAnalysisSchema>>;
/**
 * The fields that the console uses of an item in `transcript_with_tool_calls`, for every role. Their types are not
 * validated.
 */
export interface WireTranscriptItem {
  readonly role?: string;
  readonly content?: string;
  readonly words?: readonly { readonly word?: string; readonly start?: number; readonly end?: number }[];
  readonly tool_call_id?: string;
  readonly name?: string;
  readonly arguments?: string;
  readonly successful?: boolean;
}
export type WireTranscriptUtterance = DeclaredFieldsOnly<z.infer<typeof utteranceSchema>>;

/** Parses a call of the provider. Undefined if the value is not an object or has no call_id. Never throws. */
export function parseWireCall(value: unknown): WireCall | undefined {
  const parsed = wireCallSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
