/** How the page that a person comes back to from the identity provider learns what happened. Without zod: the first screen reads it. */

/** Why somebody came back without a session, or without a linked identity. */
export const signOnFailures = ['unreachable', 'denied', 'rejected', 'unknown', 'closed', 'taken', 'expired'] as const;
export type SignOnFailure = (typeof signOnFailures)[number];

/** What the address says after `#`; nothing of it travels to a server. `emergency`: the form for the one person of `npm run emergency-admin`. */
export const signOnFragments = {
  failure: 'ingreso',
  challenge: 'codigo',
  linked: 'vinculada',
  emergency: 'emergencia',
} as const;
