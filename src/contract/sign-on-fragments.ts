/**
 * URL fragments by which a sign-in with the identity provider reports its result to the page. This module does not
 * import zod, so that the page need not load it.
 */

/** Reasons why a single sign-on led neither to a session nor to a linked identity. */
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

/** URL fragments of the sign-in page, which browsers do not send to servers. `emergency` shows the password form. */
export const singleSignOnUrlFragments = {
  failure: 'ingreso',
  challenge: 'codigo',
  linked: 'vinculada',
  emergency: 'emergencia',
} as const;
