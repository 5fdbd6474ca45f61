/** URL fragments by which a sign-in with the identity provider reports its result to the page. Does not import zod. */

/** Reasons why a sign-in by the identity provider gave neither a session nor a linked identity. */
export const singleSignOnFailures = [
  'unreachable',
  'denied',
  'rejected',
  'unknown',
  'closed',
  'taken',
  'expired',
] as const;
export type SingleSignOnFailure = (typeof singleSignOnFailures)[number];

/** URL fragments, which browsers do not send to servers. `emergency` shows the form for a password. */
export const singleSignOnUrlFragments = {
  failure: 'ingreso',
  challenge: 'codigo',
  linked: 'vinculada',
  emergency: 'emergencia',
} as const;
