/** URL fragments by which a sign-in with the identity provider reports its result to the page. Does not import zod. */

/** Reasons why a sign-in by the identity provider gave neither a session nor a linked identity. */
export const signOnFailures = ['unreachable', 'denied', 'rejected', 'unknown', 'closed', 'taken', 'expired'] as const;
export type SignOnFailure = (typeof signOnFailures)[number];

/** URL fragments, which browsers do not send to servers. `emergency` shows the form for a password. */
export const signOnFragments = {
  failure: 'ingreso',
  challenge: 'codigo',
  linked: 'vinculada',
  emergency: 'emergencia',
} as const;
