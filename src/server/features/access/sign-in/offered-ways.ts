/** The ways of signing in that the first screen offers. */
import type { Kysely } from 'kysely';
import type { AppInfo } from '../../../../contract/access.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { hasAnybodyPasskey } from '../stores/passkey-store.ts';

/** `partyId`: the name that passkeys of this address belong to; null: an address without one. */
export async function readOfferedWays(db: Kysely<Schema>, partyId: string | null): Promise<AppInfo['signIn']> {
  return {
    password: true,
    passkey: partyId !== null && (await hasAnybodyPasskey(db, partyId)),
    oidc: null,
    recovery: false,
  };
}
