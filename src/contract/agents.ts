/** The provider's agents and phone numbers, as the workspace's cache holds them. */
import { z } from 'zod';
import { connectOutcomes, eventPlaces, maxAgentsAtOnce } from './agent-events.ts';
import { endpoint } from './endpoint.ts';
import { shownNumber } from './shown-number.ts';

/** An agent with its details; what the provider did not tell is null. Ratios run 0 to 1. */
export const agent = z.object({
  agent_id: z.string(),
  agent_name: z.string(),
  /** The newest one. */
  version: z.number().nullable(),
  /** Whether a version was published; `version` itself may be a draft. */
  is_published: z.boolean().nullable(),
  /** The version published last, which calls use, where `version` is another, draft or published before it; null: they are one. */
  live_version: z.number().nullable(),
  language: z.union([z.string(), z.array(z.string())]).nullable(),
  voice_id: z.string().nullable(),
  voice_model: z.string().nullable(),
  voice_temperature: z.number().nullable(),
  voice_speed: z.number().nullable(),
  ambient_sound: z.string().nullable(),
  responsiveness: z.number().nullable(),
  interruption_sensitivity: z.number().nullable(),
  enable_backchannel: z.boolean().nullable(),
  /**
   * What it does where an answering machine is detected: hangup, static_text (leaves a message), prompt (leaves one that it words
   * itself), bridge_transfer, none (it looks for no machine), or a newer word of the provider. Null: not told.
   */
  voicemail_action: z.string().nullable(),
  response_engine: z.record(z.string(), z.unknown()).nullable(),
  /** By the version that calls use. */
  events_to: z.enum(eventPlaces),
  /** Of its own address; null: it has none. */
  webhook_host: z.string().nullable(),
  /** Its own address whole, which may carry a secret: for admins alone, null to all others. */
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
  phone_number_shown: shownNumber,
  nickname: z.string().nullable(),
  /** The outbound agent of largest weight. */
  outbound_agent_id: z.string().nullable(),
  /** Each agent and version that outbound calls of the number may get, once; those without weight get none. */
  outbound_agents: z.array(boundAgent),
});
export type PhoneNumber = z.infer<typeof phoneNumber>;

/** What an admin must know before an agent's events are led elsewhere. */
const agentWebhook = z.object({
  agent_id: z.string(),
  agent_name: z.string(),
  events_to: z.enum(eventPlaces),
  webhook_host: z.string().nullable(),
  webhook_url: z.string().nullable(),
  /** Numbers that name one version of the agent: their calls go on by that version's address. */
  fixed_at: z.array(z.object({ phone_number: z.string(), phone_number_shown: shownNumber, version: z.string() })),
  /** Where its events went before they were connected; null: nothing to put back. Its `host` is null for the account's address. */
  previous: z.object({ host: z.string().nullable() }).nullable(),
});
export type AgentWebhook = z.infer<typeof agentWebhook>;

const agentId = z.string().min(1).max(200);
const results = z.object({ results: z.array(z.object({ agent_id: z.string(), outcome: z.enum(connectOutcomes) })) });

const admin = { role: 'admin', workspace: 'current' } as const;
const operator = { role: 'operator', workspace: 'current' } as const;

export const agentsEndpoints = {
  /** Header `X-Fetched-At`: when the provider told, for data that may be old. */
  listProviderAgents: endpoint('listProviderAgents', { access: operator, response: z.array(agent) }),
  listPhoneNumbers: endpoint('listPhoneNumbers', { access: operator, response: z.array(phoneNumber) }),
  listAgents: endpoint('listAgents', {
    access: operator,
    response: z.array(z.object({ agent_id: z.string(), agent_name: z.string() })),
  }),
  /** `unreachable`: the provider can't reach this server's address; nothing can be connected. */
  listAgentWebhooks: endpoint('listAgentWebhooks', {
    access: admin,
    tokens: false,
    response: z.object({ unreachable: z.boolean(), agents: z.array(agentWebhook) }),
  }),
  /**
   * Leads the events of these agents to this workspace's webhook; `from`: where they go now, as the admin saw it. An outcome
   * for each; the same again changes nothing. 404 when none of them is known here, 409 `conflict` when the
   * provider can't reach this server.
   */
  connectAgents: endpoint('connectAgents', {
    access: admin,
    tokens: false,
    body: z.object({
      agents: z
        .array(z.object({ agentId, from: z.string().max(2_000).nullable() }))
        .min(1)
        .max(maxAgentsAtOnce),
    }),
    response: results,
  }),
  /** Leads the events of these agents where they went before they were connected here. An outcome for each. */
  putBackAgents: endpoint('putBackAgents', {
    access: admin,
    tokens: false,
    body: z.object({ agentIds: z.array(agentId).min(1).max(maxAgentsAtOnce) }),
    response: results,
  }),
};
