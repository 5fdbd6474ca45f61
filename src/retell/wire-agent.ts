// Schemas of the provider's agents: the few fields of list-agents and the full response of get-agent.
import { z } from 'zod';
import { anyRecordSchema, lenientField } from './lenient.ts';
import type { DeclaredFields } from './lenient.ts';

export const wireAgentListItemSchema = z.looseObject({
  agent_id: z.string().min(1),
  agent_name: lenientField(z.string()),
  /** voice or chat. */
  channel: lenientField(z.string()),
  tags: lenientField(anyRecordSchema),
  user_modified_timestamp: lenientField(z.number()),
});

export const wireAgentListSchema = z.looseObject({
  items: z.array(wireAgentListItemSchema),
  has_more: lenientField(z.boolean()),
  pagination_key: lenientField(z.string()),
});

/** Schema of a post-call analysis field of an agent: a custom field, or one of the provider's preset fields. */
export const wirePostCallAnalysisItemSchema = z.looseObject({
  /** Type of the analysis field: string, enum, boolean, number or system-presets. */
  type: z.string(),
  name: z.string(),
  description: lenientField(z.string()),
  choices: lenientField(z.array(z.string())),
  examples: lenientField(z.array(z.string())),
  required: lenientField(z.boolean()),
  conditional_prompt: lenientField(z.string()),
});

const voicemailOption = z.looseObject({
  /** What the agent does if voicemail answers: hangup, static_text, prompt or bridge_transfer. */
  action: lenientField(z.looseObject({ type: lenientField(z.string()) })),
});

export const wireAgentSchema = z.looseObject({
  agent_id: z.string().min(1),
  agent_name: lenientField(z.string()),
  version: lenientField(z.number()),
  is_published: lenientField(z.boolean()),
  /** Number of the version from which this version of the agent was copied. */
  base_version: lenientField(z.number()),
  language: lenientField(z.union([z.string(), z.array(z.string())])),
  voice_id: lenientField(z.string()),
  voice_model: lenientField(z.string()),
  voice_temperature: lenientField(z.number()),
  voice_speed: lenientField(z.number()),
  ambient_sound: lenientField(z.string()),
  responsiveness: lenientField(z.number()),
  interruption_sensitivity: lenientField(z.number()),
  enable_backchannel: lenientField(z.boolean()),
  /** What the agent does if voicemail answers. Null if the agent does not detect voicemail. */
  voicemail_option: lenientField(voicemailOption),
  response_engine: lenientField(anyRecordSchema),
  webhook_url: lenientField(z.string()),
  webhook_events: lenientField(z.array(z.string())),
  data_storage_setting: lenientField(z.string()),
  /** The agent's post-call analysis fields, left unparsed. `wirePostCallAnalysisItemSchema` parses one of them. */
  post_call_analysis_data: lenientField(z.array(z.unknown())),
  last_modification_timestamp: lenientField(z.number()),
});

/** Schema of one version of an agent in the response of list-agent-versions. */
export const wireAgentVersionSchema = z.looseObject({
  version: z.number(),
  is_published: lenientField(z.boolean()),
});

export type WireAgentVersion = DeclaredFields<z.infer<typeof wireAgentVersionSchema>>;
export type WireAgentListItem = DeclaredFields<z.infer<typeof wireAgentListItemSchema>>;
export type WireAgentList = DeclaredFields<z.infer<typeof wireAgentListSchema>>;
export type WireAgent = DeclaredFields<z.infer<typeof wireAgentSchema>>;
export type WirePostCallAnalysisItem = DeclaredFields<z.infer<typeof wirePostCallAnalysisItemSchema>>;
