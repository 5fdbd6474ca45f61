/** The destinations of agents' events, and the outcomes of changing them. Without zod. */

/**
 * The destination of an agent's events: this workspace's webhook URL, another URL of the agent, or the account's URL,
 * which the provider does not report. `unknown`: the agent's details are missing.
 */
export const eventDestinations = ['here', 'elsewhere', 'account', 'unknown'] as const;
export type EventPlace = (typeof eventDestinations)[number];

/**
 * The result of connecting an agent or putting it back. done: events go to the requested URL, by the newest version.
 * unchanged: they already did. changed: the URL is not the one that the admin confirmed. draft_has_changes: the newest
 * version has other changes too, so nothing is published. nothing_kept: no earlier URL is stored. not_allowed: the key
 * may not change agents. busy: another request is changing the agent. Others: the provider's answer.
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

/** The maximum number of agents in one request. */
export const maxAgentsAtOnce = 20;
