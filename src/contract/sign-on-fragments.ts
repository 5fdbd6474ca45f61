/** URL fragments that report the result of an identity provider's sign-in to the page. Does not import zod. */

/** Reasons why a person returned from the identity provider without a session or a linked identity. */
export const signOnFailures = ['unreachable', 'denied', 'rejected', 'unknown', 'closed', 'taken', 'expired'] as const;
export type SignOnFailure = (typeof signOnFailures)[number];

/** URL fragments, which servers never see. `emergency` shows the password form (`npm run emergency-admin`). */
export const signOnFragments = {
  failure: 'ingreso',
  challenge: 'codigo',
  linked: 'vinculada',
  emergency: 'emergencia',
} as const;
