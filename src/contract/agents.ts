/** The provider's agents and phone numbers, as the workspace's cache holds them. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** An agent with its details; what the provider did not tell is null. Ratios run 0 to 1. */
export const agent = z.object({
  agent_id: z.string(),
  agent_name: z.string(),
  version: z.number().nullable(),
  is_published: z.boolean().nullable(),
  language: z.union([z.string(), z.array(z.string())]).nullable(),
  voice_id: z.string().nullable(),
  voice_model: z.string().nullable(),
  voice_temperature: z.number().nullable(),
  voice_speed: z.number().nullable(),
  ambient_sound: z.string().nullable(),
  responsiveness: z.number().nullable(),
  interruption_sensitivity: z.number().nullable(),
  enable_backchannel: z.boolean().nullable(),
  response_engine: z.record(z.string(), z.unknown()).nullable(),
  webhook_url: z.string().nullable(),
  /** Milliseconds since the epoch. */
  last_modification_timestamp: z.number().nullable(),
});
export type Agent = z.infer<typeof agent>;

/** An agent that a number is bound to. `agent_version`: a number, or a tag such as 'latest_published'; null: none is named. */
export const boundAgent = z.object({
  agent_id: z.string(),
  agent_version: z.union([z.string(), z.number()]).nullable(),
});
export type BoundAgent = z.infer<typeof boundAgent>;

export const phoneNumber = z.object({
  /** The number itself: the provider knows no other id. */
  phone_number_id: z.string(),
  phone_number: z.string(),
  nickname: z.string().nullable(),
  /** The outbound agent of largest weight. */
  outbound_agent_id: z.string().nullable(),
  /** Each agent and version that outbound calls of the number may get, once; those without weight get none. */
  outbound_agents: z.array(boundAgent),
});
export type PhoneNumber = z.infer<typeof phoneNumber>;

const operator = { role: 'operator', workspace: 'current' } as const;

export const agentsEndpoints = {
  /** Header `X-Fetched-At`: when the provider told, for data that may be old. */
  listProviderAgents: endpoint('listProviderAgents', { access: operator, response: z.array(agent) }),
  listPhoneNumbers: endpoint('listPhoneNumbers', { access: operator, response: z.array(phoneNumber) }),
  listAgents: endpoint('listAgents', {
    access: operator,
    response: z.array(z.object({ agent_id: z.string(), agent_name: z.string() })),
  }),
};
