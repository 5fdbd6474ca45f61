/** Where agents' events go, and what becomes of leading them elsewhere; without zod. */

/**
 * Where an agent's events go: to this workspace's own webhook address, to another that the agent names, or, without an
 * address of its own, to the account's, which the provider does not tell. `unknown`: the agent's details were not told.
 */
export const eventPlaces = ['here', 'elsewhere', 'account', 'unknown'] as const;
export type EventPlace = (typeof eventPlaces)[number];

/**
 * done: its events go where they were led, for every call by its newest version. unchanged: they did already. changed: they go
 * elsewhere than was confirmed. draft_has_changes: the newest version differs from the one that calls use in more than the address,
 * and nothing is published. nothing_kept: there is nothing to put back. not_allowed: the key may not change agents. key_rejected,
 * rate_limited, gone, refused, unavailable: as the provider answered. busy: somebody is at it.
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

/** Agents in one request. */
export const maxAgentsAtOnce = 20;
