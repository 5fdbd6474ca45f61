/** Possible destinations of agents' webhook events, and outcomes of changing them. Does not import zod. */

/**
 * Where the provider sends an agent's events. here: to this workspace's webhook URL. elsewhere: to another URL of the
 * agent. account: to the account's URL, which the provider does not report. unknown: the agent's details are missing.
 */
export const agentEventDestinations = ['here', 'elsewhere', 'account', 'unknown'] as const;
export type AgentEventDestination = (typeof agentEventDestinations)[number];

/**
 * The outcome of connecting an agent to our webhook, or of restoring its earlier webhook URL. done: its newest version
 * sends events to the requested URL. unchanged: it already did. changed: its URL is no longer the one that the admin
 * saw. draft_has_changes: publishing would publish other changes too, so nothing is done. nothing_kept: no earlier URL
 * is stored. not_allowed: the API key may not change agents. busy: another request changes the agent. Others: errors.
 */
export const agentConnectOutcomes = [
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
export type AgentConnectOutcome = (typeof agentConnectOutcomes)[number];

/** Maximum number of agents whose webhook one request may connect or restore. */
export const maxAgentsPerConnectRequest = 20;
