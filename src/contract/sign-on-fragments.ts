/** URL fragments that report an identity provider's sign-in to the page. Without zod, for the first screen. */

/** Reasons why a person returned without a session or a linked identity. */
export const signOnFailures = ['unreachable', 'denied', 'rejected', 'unknown', 'closed', 'taken', 'expired'] as const;
export type SignOnFailure = (typeof signOnFailures)[number];

/** Names after `#` in the URL, unseen by servers. `emergency` shows the password form (`npm run emergency-admin`). */
export const signOnFragments = {
  failure: 'ingreso',
  challenge: 'codigo',
  linked: 'vinculada',
  emergency: 'emergencia',
} as const;
