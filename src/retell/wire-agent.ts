// The provider's agents: the thin items of list-agents and the full answer of get-agent.
import { z } from 'zod';
import { anyRecord, lenient } from './lenient.ts';
import type { Known } from './lenient.ts';

export const wireAgentItemSchema = z.looseObject({
  agent_id: z.string().min(1),
  agent_name: lenient(z.string()),
  /** voice or chat. */
  channel: lenient(z.string()),
  tags: lenient(anyRecord),
  user_modified_timestamp: lenient(z.number()),
});

export const wireAgentListSchema = z.looseObject({
  items: z.array(wireAgentItemSchema),
  has_more: lenient(z.boolean()),
  pagination_key: lenient(z.string()),
});

/** One field that the provider extracts after a call, or one of its presets. */
export const wireAnalysisItemSchema = z.looseObject({
  /** string, enum, boolean, number or system-presets. */
  type: z.string(),
  name: z.string(),
  description: lenient(z.string()),
  choices: lenient(z.array(z.string())),
  examples: lenient(z.array(z.string())),
  required: lenient(z.boolean()),
  conditional_prompt: lenient(z.string()),
});

const voicemailOption = z.looseObject({
  /** type: hangup, static_text, prompt or bridge_transfer. */
  action: lenient(z.looseObject({ type: lenient(z.string()) })),
});

export const wireAgentSchema = z.looseObject({
  agent_id: z.string().min(1),
  agent_name: lenient(z.string()),
  version: lenient(z.number()),
  is_published: lenient(z.boolean()),
  /** Of which version this one began as a draft. */
  base_version: lenient(z.number()),
  /** One code, or several when the agent speaks more than one language. */
  language: lenient(z.union([z.string(), z.array(z.string())])),
  voice_id: lenient(z.string()),
  voice_model: lenient(z.string()),
  voice_temperature: lenient(z.number()),
  voice_speed: lenient(z.number()),
  ambient_sound: lenient(z.string()),
  responsiveness: lenient(z.number()),
  interruption_sensitivity: lenient(z.number()),
  enable_backchannel: lenient(z.boolean()),
  /** What it does where a machine answers; null: it does not look for one. */
  voicemail_option: lenient(voicemailOption),
  response_engine: lenient(anyRecord),
  webhook_url: lenient(z.string()),
  webhook_events: lenient(z.array(z.string())),
  data_storage_setting: lenient(z.string()),
  /** Each as it came, for they go back to the provider: an odd one costs none of the others. `wireAnalysisItemSchema` reads one. */
  post_call_analysis_data: lenient(z.array(z.unknown())),
  last_modification_timestamp: lenient(z.number()),
});

/** One version of an agent, as list-agent-versions tells of it. */
export const wireAgentVersionSchema = z.looseObject({
  version: z.number(),
  is_published: lenient(z.boolean()),
});

export type WireAgentVersion = Known<z.infer<typeof wireAgentVersionSchema>>;
export type WireAgentItem = Known<z.infer<typeof wireAgentItemSchema>>;
export type WireAgentList = Known<z.infer<typeof wireAgentListSchema>>;
export type WireAgent = Known<z.infer<typeof wireAgentSchema>>;
export type WireAnalysisItem = Known<z.infer<typeof wireAnalysisItemSchema>>;
