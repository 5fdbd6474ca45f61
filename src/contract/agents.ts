/** API endpoints and schemas for the provider's agents and phone numbers, read from the workspace's cache. */
import { z } from 'zod';
import {
  agentWebhookConnectOutcomes,
  agentEventDestinations,
  maxAgentsPerWebhookConnectRequest,
} from './agent-events.ts';
import { defineEndpoint } from './endpoint.ts';
import { phoneNumberDisplaySchema } from './shown-number.ts';

/** An AI agent at the provider. A field is null if the provider did not report it. Ratios are 0 to 1. */
export const agentSchema = z.object({
  agent_id: z.string(),
  agent_name: z.string(),
  /** The newest one. */
  version: z.number().nullable(),
  /** True if any version of the agent is published. The newest one, `version`, may be a draft. */
  is_published: z.boolean().nullable(),
  /** The published version of the agent, which calls use. Null if it equals `version`. */
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
   * The agent's action if an answering machine picks up. static_text: a fixed message. prompt: a message in its own
   * words. none: machines are not detected. Further values: hangup, bridge_transfer, and newer values of the provider.
   */
  voicemail_action: z.string().nullable(),
  response_engine: z.record(z.string(), z.unknown()).nullable(),
  /** Destination of the provider's webhooks for the agent version that calls use. */
  events_to: z.enum(agentEventDestinations),
  /** The host of the agent's own webhook URL. Null if the agent has no such URL. */
  webhook_host: z.string().nullable(),
  /** The agent's own webhook URL. Null if the user is no admin, because the URL may contain a secret. */
  webhook_url: z.string().nullable(),
  /** When the agent was last changed, in ms since 1970. */
  last_modification_timestamp: z.number().nullable(),
});
export type Agent = z.infer<typeof agentSchema>;

/** An agent assigned to a phone number. `agent_version` is a number, a tag such as 'latest_published', or null. */
export const numberBoundAgentSchema = z.object({
  agent_id: z.string(),
  agent_version: z.union([z.string(), z.number()]).nullable(),
});
export type NumberBoundAgent = z.infer<typeof numberBoundAgentSchema>;

export const phoneNumberSchema = z.object({
  phone_number_id: z.string(),
  phone_number: z.string(),
  phone_number_shown: phoneNumberDisplaySchema,
  nickname: z.string().nullable(),
  /** The outbound agent with the largest weight. */
  outbound_agent_id: z.string().nullable(),
  /** Agents, with versions, that may handle the phone number's outbound calls. Agents with weight 0 are left out. */
  outbound_agents: z.array(numberBoundAgentSchema),
});
export type PhoneNumber = z.infer<typeof phoneNumberSchema>;

/** Webhook data of an agent that an admin sees before changing where the provider sends the agent's events. */
const agentWebhook = z.object({
  agent_id: z.string(),
  agent_name: z.string(),
  events_to: z.enum(agentEventDestinations),
  webhook_host: z.string().nullable(),
  webhook_url: z.string().nullable(),
  /**
   * Phone numbers to which a fixed version of the agent is assigned. Their calls keep using the webhook URL of that
   * version.
   */
  fixed_at: z.array(
    z.object({ phone_number: z.string(), phone_number_shown: phoneNumberDisplaySchema, version: z.string() }),
  ),
  /**
   * Former destination of the agent's webhooks. Null if the agent was never connected to this console. `host` is null
   * if the destination was the provider account's URL.
   */
  previous: z.object({ host: z.string().nullable() }).nullable(),
});
export type AgentEventDestinationInfo = z.infer<typeof agentWebhook>;

const agentId = z.string().min(1).max(200);
const results = z.object({
  results: z.array(z.object({ agent_id: z.string(), outcome: z.enum(agentWebhookConnectOutcomes) })),
});

const admin = { role: 'admin', workspace: 'current' } as const;
const operator = { role: 'operator', workspace: 'current' } as const;

export const agentsEndpoints = {
  /** Lists the agents in the cache. The header `X-Fetched-At` is the time when the provider reported them. */
  listProviderAgents: defineEndpoint('listProviderAgents', { access: operator, response: z.array(agentSchema) }),
  listPhoneNumbers: defineEndpoint('listPhoneNumbers', { access: operator, response: z.array(phoneNumberSchema) }),
  listAgents: defineEndpoint('listAgents', {
    access: operator,
    response: z.array(z.object({ agent_id: z.string(), agent_name: z.string() })),
  }),
  /**
   * Lists the agents' webhooks. `unreachable` is true if this server's URL is not public. The provider then can't send
   * events to it.
   */
  listAgentWebhooks: defineEndpoint('listAgentWebhooks', {
    access: admin,
    tokens: false,
    response: z.object({ unreachable: z.boolean(), agents: z.array(agentWebhook) }),
  }),
  /**
   * Redirects the given agents' events to this workspace's webhook URL. `from` is the destination that the admin saw.
   * Returns an outcome for each agent. Repeating changes nothing. 404 if no agent is known, 409 `conflict` if the
   * provider can't reach this server.
   */
  connectAgents: defineEndpoint('connectAgents', {
    access: admin,
    tokens: false,
    body: z.object({
      agents: z
        .array(z.object({ agentId, from: z.string().max(2_000).nullable() }))
        .min(1)
        .max(maxAgentsPerWebhookConnectRequest),
    }),
    response: results,
  }),
  /** Makes the provider send the given agents' events to their earlier URL again. Returns an outcome for each agent. */
  putBackAgents: defineEndpoint('putBackAgents', {
    access: admin,
    tokens: false,
    body: z.object({ agentIds: z.array(agentId).min(1).max(maxAgentsPerWebhookConnectRequest) }),
    response: results,
  }),
};
