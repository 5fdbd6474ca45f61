// Schemas of the provider's agents: list-agents returns only a few fields of an agent, and get-agent all of them.
import { z } from 'zod';
import { anyRecordSchema, toLenientFieldSchema } from './lenient.ts';
import type { DeclaredFieldsOnly } from './lenient.ts';

export const wireAgentListItemSchema = z.looseObject({
  agent_id: z.string().min(1),
  agent_name: toLenientFieldSchema(z.string()),
  /** voice or chat. */
  channel: toLenientFieldSchema(z.string()),
  tags: toLenientFieldSchema(anyRecordSchema),
  user_modified_timestamp: toLenientFieldSchema(z.number()),
});

export const wireAgentListSchema = z.looseObject({
  items: z.array(wireAgentListItemSchema),
  has_more: toLenientFieldSchema(z.boolean()),
  pagination_key: toLenientFieldSchema(z.string()),
});

/** Schema of a post-call analysis field of an agent: a custom field, or one of the provider's preset fields. */
export const wirePostCallAnalysisItemSchema = z.looseObject({
  /** Type of the analysis field: string, enum, boolean, number or system-presets. */
  type: z.string(),
  name: z.string(),
  description: toLenientFieldSchema(z.string()),
  choices: toLenientFieldSchema(z.array(z.string())),
  examples: toLenientFieldSchema(z.array(z.string())),
  required: toLenientFieldSchema(z.boolean()),
  conditional_prompt: toLenientFieldSchema(z.string()),
});

const voicemailOption = z.looseObject({
  /** What the agent does if voicemail answers: hangup, static_text, prompt or bridge_transfer. */
  action: toLenientFieldSchema(z.looseObject({ type: toLenientFieldSchema(z.string()) })),
});

export const wireAgentSchema = z.looseObject({
  agent_id: z.string().min(1),
  agent_name: toLenientFieldSchema(z.string()),
  version: toLenientFieldSchema(z.number()),
  is_published: toLenientFieldSchema(z.boolean()),
  /** Number of the version from which this agent version was copied. */
  base_version: toLenientFieldSchema(z.number()),
  language: toLenientFieldSchema(z.union([z.string(), z.array(z.string())])),
  voice_id: toLenientFieldSchema(z.string()),
  voice_model: toLenientFieldSchema(z.string()),
  voice_temperature: toLenientFieldSchema(z.number()),
  voice_speed: toLenientFieldSchema(z.number()),
  ambient_sound: toLenientFieldSchema(z.string()),
  responsiveness: toLenientFieldSchema(z.number()),
  interruption_sensitivity: toLenientFieldSchema(z.number()),
  enable_backchannel: toLenientFieldSchema(z.boolean()),
  /** What the agent does if voicemail answers. Null if the agent does not detect voicemail. */
  voicemail_option: toLenientFieldSchema(voicemailOption),
  response_engine: toLenientFieldSchema(anyRecordSchema),
  webhook_url: toLenientFieldSchema(z.string()),
  webhook_events: toLenientFieldSchema(z.array(z.string())),
  data_storage_setting: toLenientFieldSchema(z.string()),
  /** The agent's post-call analysis fields, each unparsed. `wirePostCallAnalysisItemSchema` parses a single field. */
  post_call_analysis_data: toLenientFieldSchema(z.array(z.unknown())),
  last_modification_timestamp: toLenientFieldSchema(z.number()),
});

/** Schema of one version of an agent in the response of list-agent-versions. */
export const wireAgentVersionSchema = z.looseObject({
  version: z.number(),
  is_published: toLenientFieldSchema(z.boolean()),
});

export type WireAgentVersion = DeclaredFieldsOnly<z.infer<typeof wireAgentVersionSchema>>;
export type WireAgentListItem = DeclaredFieldsOnly<z.infer<typeof wireAgentListItemSchema>>;
export type WireAgentList = DeclaredFieldsOnly<z.infer<typeof wireAgentListSchema>>;
export type WireAgent = DeclaredFieldsOnly<z.infer<typeof wireAgentSchema>>;
export type WirePostCallAnalysisItem = DeclaredFieldsOnly<z.infer<typeof wirePostCallAnalysisItemSchema>>;
