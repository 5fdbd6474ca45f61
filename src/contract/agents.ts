/** The provider's agents and phone numbers, from the workspace's cache. */
import { z } from 'zod';
import { connectOutcomes, eventDestinations, maxAgentsAtOnce } from './agent-events.ts';
import { endpoint } from './endpoint.ts';
import { shownNumber } from './shown-number.ts';

/** A provider's AI agent with its details. A field that the provider did not report is null. Ratios are 0 to 1. */
export const agent = z.object({
  agent_id: z.string(),
  agent_name: z.string(),
  /** The newest one. */
  version: z.number().nullable(),
  /** True if any version of the agent is published. The newest one, `version`, may be a draft. */
  is_published: z.boolean().nullable(),
  /** The agent version that calls use, the last published. Null if it is the same as `version`. */
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
   * The agent's action at an answering machine: hangup, static_text (leaves a fixed message), prompt (leaves a message
   * in its own words), bridge_transfer, none (no detection), or a newer word of the provider. Null if not reported.
   */
  voicemail_action: z.string().nullable(),
  response_engine: z.record(z.string(), z.unknown()).nullable(),
  /** Destination of the agent's webhook events, in the version that calls use. */
  events_to: z.enum(eventDestinations),
  /** The host of the agent's own webhook URL. Null if it has none. */
  webhook_host: z.string().nullable(),
  /** The agent's own webhook URL, which may contain a secret. Null for everybody except admins. */
  webhook_url: z.string().nullable(),
  /** The agent's last change, in ms since the epoch. */
  last_modification_timestamp: z.number().nullable(),
});
export type Agent = z.infer<typeof agent>;

/** An agent bound to a phone number. `agent_version` is a number or a tag such as 'latest_published', or null. */
export const boundAgent = z.object({
  agent_id: z.string(),
  agent_version: z.union([z.string(), z.number()]).nullable(),
});
export type BoundAgent = z.infer<typeof boundAgent>;

export const phoneNumber = z.object({
  /** The phone number, which is the provider's only id for it. */
  phone_number_id: z.string(),
  phone_number: z.string(),
  phone_number_shown: shownNumber,
  nickname: z.string().nullable(),
  /** The outbound agent with the largest weight. */
  outbound_agent_id: z.string().nullable(),
  /** Agents and versions that the number's outbound calls may get, each once. Agents without weight are left out. */
  outbound_agents: z.array(boundAgent),
});
export type PhoneNumber = z.infer<typeof phoneNumber>;

/** The facts that an admin needs before changing the destination of an agent's events. */
const agentWebhook = z.object({
  agent_id: z.string(),
  agent_name: z.string(),
  events_to: z.enum(eventDestinations),
  webhook_host: z.string().nullable(),
  webhook_url: z.string().nullable(),
  /** Phone numbers bound to a fixed version of the agent. Their calls keep using that version's webhook URL. */
  fixed_at: z.array(z.object({ phone_number: z.string(), phone_number_shown: shownNumber, version: z.string() })),
  /** Destination of the agent's events before it was connected. Null if none; `host` null: the account's URL. */
  previous: z.object({ host: z.string().nullable() }).nullable(),
});
export type AgentWebhook = z.infer<typeof agentWebhook>;

const agentId = z.string().min(1).max(200);
const results = z.object({ results: z.array(z.object({ agent_id: z.string(), outcome: z.enum(connectOutcomes) })) });

const admin = { role: 'admin', workspace: 'current' } as const;
const operator = { role: 'operator', workspace: 'current' } as const;

export const agentsEndpoints = {
  /** Lists the cached agents. The header `X-Fetched-At` says when the provider reported them. */
  listProviderAgents: endpoint('listProviderAgents', { access: operator, response: z.array(agent) }),
  listPhoneNumbers: endpoint('listPhoneNumbers', { access: operator, response: z.array(phoneNumber) }),
  listAgents: endpoint('listAgents', {
    access: operator,
    response: z.array(z.object({ agent_id: z.string(), agent_name: z.string() })),
  }),
  /** `unreachable` is true if the provider can't reach this server's address, so that no agent can be connected. */
  listAgentWebhooks: endpoint('listAgentWebhooks', {
    access: admin,
    tokens: false,
    response: z.object({ unreachable: z.boolean(), agents: z.array(agentWebhook) }),
  }),
  /**
   * Redirects the given agents' webhook events to this workspace. `from` is the destination that the admin saw. Each
   * agent gets an outcome; repeating changes nothing. 404 if no agent is known here, 409 `conflict` if the provider
   * can't reach this server.
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
  /** Restores the destination that the given agents' events had before. Each agent gets an outcome. */
  putBackAgents: endpoint('putBackAgents', {
    access: admin,
    tokens: false,
    body: z.object({ agentIds: z.array(agentId).min(1).max(maxAgentsAtOnce) }),
    response: results,
  }),
};
