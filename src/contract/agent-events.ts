/** Destinations of agents' webhook events, and results of changing them. Does not import zod. */

/**
 * The destination of an agent's events: this workspace's webhook URL, another URL of the agent, or the account's URL,
 * which the provider does not report. `unknown`: the agent's details are missing.
 */
export const eventDestinations = ['here', 'elsewhere', 'account', 'unknown'] as const;
export type EventDestination = (typeof eventDestinations)[number];

/**
 * The result of connecting an agent to our webhook, or of restoring its earlier URL. done: events go to the requested
 * URL, by the newest version. unchanged: they already did. changed: the URL is not the one that the admin confirmed.
 * draft_has_changes: the newest version has other changes, so nothing is published. nothing_kept: no earlier URL is
 * stored. not_allowed: the key may not change agents. busy: another request changes it. Others: the provider's answer.
 */
export const connectOutcomes = [
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
export type ConnectOutcome = (typeof connectOutcomes)[number];

/** Maximum number of agents that one request may connect or restore. */
export const maxAgentsAtOnce = 20;
