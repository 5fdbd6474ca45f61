// Schemas of the provider's agents: the few fields of list-agents and the full response of get-agent.
import { z } from 'zod';
import { anyRecord, lenient } from './lenient.ts';
import type { DeclaredFields } from './lenient.ts';

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

/** Schema of a post-call analysis field of an agent: a custom field, or one of the provider's preset fields. */
export const wireAnalysisItemSchema = z.looseObject({
  /** Type of the analysis field: string, enum, boolean, number or system-presets. */
  type: z.string(),
  name: z.string(),
  description: lenient(z.string()),
  choices: lenient(z.array(z.string())),
  examples: lenient(z.array(z.string())),
  required: lenient(z.boolean()),
  conditional_prompt: lenient(z.string()),
});

const voicemailOption = z.looseObject({
  /** What the agent does if voicemail answers: hangup, static_text, prompt or bridge_transfer. */
  action: lenient(z.looseObject({ type: lenient(z.string()) })),
});

export const wireAgentSchema = z.looseObject({
  agent_id: z.string().min(1),
  agent_name: lenient(z.string()),
  version: lenient(z.number()),
  is_published: lenient(z.boolean()),
  /** Number of the version from which this version of the agent was copied. */
  base_version: lenient(z.number()),
  language: lenient(z.union([z.string(), z.array(z.string())])),
  voice_id: lenient(z.string()),
  voice_model: lenient(z.string()),
  voice_temperature: lenient(z.number()),
  voice_speed: lenient(z.number()),
  ambient_sound: lenient(z.string()),
  responsiveness: lenient(z.number()),
  interruption_sensitivity: lenient(z.number()),
  enable_backchannel: lenient(z.boolean()),
  /** What the agent does if voicemail answers. Null if the agent does not detect voicemail. */
  voicemail_option: lenient(voicemailOption),
  response_engine: lenient(anyRecord),
  webhook_url: lenient(z.string()),
  webhook_events: lenient(z.array(z.string())),
  data_storage_setting: lenient(z.string()),
  /** The agent's post-call analysis fields, left unparsed. `wireAnalysisItemSchema` parses one of them. */
  post_call_analysis_data: lenient(z.array(z.unknown())),
  last_modification_timestamp: lenient(z.number()),
});

/** Schema of one version of an agent in the response of list-agent-versions. */
export const wireAgentVersionSchema = z.looseObject({
  version: z.number(),
  is_published: lenient(z.boolean()),
});

export type WireAgentVersion = DeclaredFields<z.infer<typeof wireAgentVersionSchema>>;
export type WireAgentItem = DeclaredFields<z.infer<typeof wireAgentItemSchema>>;
export type WireAgentList = DeclaredFields<z.infer<typeof wireAgentListSchema>>;
export type WireAgent = DeclaredFields<z.infer<typeof wireAgentSchema>>;
export type WireAnalysisItem = DeclaredFields<z.infer<typeof wireAnalysisItemSchema>>;
