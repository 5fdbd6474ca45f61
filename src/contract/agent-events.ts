/**
 * Possible destinations of agents' webhook events, and outcomes of changing them. Does not import zod, so that the
 * browser's code stays small.
 */

/**
 * Where the provider sends an agent's events. here: to this workspace's webhook URL. elsewhere: to another URL of the
 * agent. account: to the account's URL, which the provider does not report. unknown: the agent's details are missing.
 */
export const agentEventDestinations = ['here', 'elsewhere', 'account', 'unknown'] as const;
export type AgentEventDestination = (typeof agentEventDestinations)[number];

/**
 * The outcome of connecting an agent to our webhook, or of restoring the agent's earlier webhook URL.
 * done: the agent's newest version now sends events to the requested URL.
 * unchanged: it already did.
 * changed: the agent's URL is no longer the one that the admin saw.
 * draft_has_changes: nothing is done, because publishing would publish other changes too.
 * nothing_kept: no earlier URL is stored.
 * not_allowed: the API key may not change agents.
 * busy: another request is changing the agent.
 * The rest are errors.
 */
export const agentWebhookConnectOutcomes = [
  'done',
  'unchanged',
  'changed',
  'draft_has_changes',
  'nothing_kept',
  'not_allowed',
  'key_rejected',
  'rate_limited',
  'gone',
  'refused',
  'unavailable',
  'busy',
] as const;
export type AgentWebhookConnectOutcome = (typeof agentWebhookConnectOutcomes)[number];

/** Maximum number of agents whose webhook one request may connect or restore. */
export const maxAgentsPerWebhookConnectRequest = 20;
