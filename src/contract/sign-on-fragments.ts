/** How the page that a person comes back to from the identity provider learns what happened. Without zod: the first screen reads it. */

/** Why somebody came back without a session, or without a linked identity. */
export const signOnFailures = ['unreachable', 'denied', 'rejected', 'unknown', 'closed', 'taken', 'expired'] as const;
export type SignOnFailure = (typeof signOnFailures)[number];

/** Names in the address after `#`, which no server sees. `emergency` shows the password form to the person of `npm run emergency-admin`. */
export const signOnFragments = {
  failure: 'ingreso',
  challenge: 'codigo',
  linked: 'vinculada',
  emergency: 'emergencia',
} as const;
