/** The ways of signing in that the first screen offers, and whether local ones are switched off. */
import type { Kysely } from 'kysely';
import type { AppInfo } from '../../../../contract/access.ts';
import type { OidcConfig } from '../../../platform/config.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { hasProviderAdmin } from '../stores/oidc-store.ts';
import { hasAnybodyPasskey } from '../stores/passkey-store.ts';

/** The provider whose sign-ins count for OIDC_ONLY; null: the variable is not set. */
export const findOnlyIssuer = (oidc: OidcConfig | null): string | null => (oidc?.only ? oidc.issuer : null);

/** OIDC_ONLY works once an admin has signed in by the identity provider: nobody locks the installation by a wrong variable. */
export async function isLocalSignInOff(db: Kysely<Schema>, onlyIssuer: string | null): Promise<boolean> {
  return onlyIssuer !== null && (await hasProviderAdmin(db, onlyIssuer));
}

interface Installation {
  readonly oidc: OidcConfig | null;
  /** Mails with links can be sent, so that a forgotten password can be recovered. */
  readonly canSendLinks: boolean;
  /** The name that passkeys of the asked address belong to; null: an address without one. */
  readonly partyId: string | null;
}

export async function readOfferedWays(
  db: Kysely<Schema>,
  { oidc, canSendLinks, partyId }: Installation,
): Promise<AppInfo['signIn']> {
  const password = !(await isLocalSignInOff(db, findOnlyIssuer(oidc)));
  return {
    password,
    passkey: password && partyId !== null && (await hasAnybodyPasskey(db, partyId)),
    oidc: oidc?.name ?? null,
    recovery: password && canSendLinks,
  };
}
