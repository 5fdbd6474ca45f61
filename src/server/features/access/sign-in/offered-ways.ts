/** The ways of signing in that the sign-in page offers, and whether passwords and passkeys are switched off. */
import type { Kysely } from 'kysely';
import type { AppInfo, SignInWay } from '../../../../contract/access.ts';
import type { OidcConfig } from '../../../platform/config.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { hasAdminSignedInByOidc } from '../stores/oidc-store.ts';
import { hasAnyUserPasskeyForHost } from '../stores/passkey-store.ts';

/**
 * True if OIDC_ONLY turns local sign-in off. OIDC_ONLY has an effect only after an admin has signed in by OIDC, so that
 * it can't lock everybody out.
 */
async function isLocalSignInOff(db: Kysely<DatabaseSchema>, oidc: OidcConfig | null): Promise<boolean> {
  return oidc?.only === true && (await hasAdminSignedInByOidc(db, oidc.issuer));
}

/** True if the user may sign in by `way`. Under OIDC_ONLY, only the emergency admin may use a password or passkey. */
export async function isSignInWayAllowed(
  db: Kysely<DatabaseSchema>,
  oidc: OidcConfig | null,
  { way, isEmergency }: { readonly way: SignInWay; readonly isEmergency: boolean },
): Promise<boolean> {
  return way === 'oidc' || isEmergency || !(await isLocalSignInOff(db, oidc));
}

/**
 * Throws `conflict` if sign-in by password is switched off, because a link that sets a password would then be useless.
 */
export async function assertPasswordSignInAllowed(db: Kysely<DatabaseSchema>, oidc: OidcConfig | null): Promise<void> {
  if (oidc && (await isLocalSignInOff(db, oidc)))
    throw new AppError('conflict', {
      message: `Aquí se entra con la cuenta de ${oidc.name}, no con una contraseña.`,
    });
}

interface Installation {
  readonly oidc: OidcConfig | null;
  /** Mails with links can be sent. */
  readonly canSendLinks: boolean;
  /** The host name to which passkeys belong; null if the request came to an IP address. */
  readonly partyId: string | null;
}

export async function readOfferedSignInWays(
  db: Kysely<DatabaseSchema>,
  { oidc, canSendLinks, partyId }: Installation,
): Promise<AppInfo['signIn']> {
  const password = !(await isLocalSignInOff(db, oidc));
  return {
    password,
    passkey: password && partyId !== null && (await hasAnyUserPasskeyForHost(db, partyId)),
    oidc: oidc?.name ?? null,
    recovery: password && canSendLinks,
    canMailLinks: canSendLinks,
  };
}
