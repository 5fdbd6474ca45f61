/**
 * Queries of the tables `passkeys` and `passkey_challenges`. Using a challenge deletes its row, so that it works once.
 */
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Passkey } from '../../../../contract/passkeys.ts';
import type { PasskeyChallengePurpose, DatabaseSchema } from '../../../platform/db/schema.ts';

/** A passkey with the fields that verification needs. `credentialId` is base64url. */
export interface StoredPasskey {
  readonly id: string;
  readonly userId: string;
  readonly credentialId: string;
  readonly rpId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

const needed = ['id', 'user_id', 'credential_id', 'rp_id', 'public_key', 'counter', 'transports'] as const;

function toStored(row: Pick<Selectable<DatabaseSchema['passkeys']>, (typeof needed)[number]>): StoredPasskey {
  return {
    id: row.id,
    userId: row.user_id,
    credentialId: row.credential_id,
    rpId: row.rp_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: row.transports,
  };
}

export async function findPasskey(db: Kysely<DatabaseSchema>, credentialId: string): Promise<StoredPasskey | null> {
  const row = await db
    .selectFrom('passkeys')
    .select(needed)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row ? toStored(row) : null;
}

/** Lists all passkeys of the person in the order in which they were added. */
export async function listPasskeys(db: Kysely<DatabaseSchema>, userId: string): Promise<StoredPasskey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(needed)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map(toStored);
}

const shown = ['id', 'name', 'created_at', 'last_used_at', 'backed_up', 'rp_id'] as const;

function toShown(row: Pick<Selectable<DatabaseSchema['passkeys']>, (typeof shown)[number]>): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    isSynced: row.backed_up,
    host: row.rp_id,
  };
}

/** Lists passkeys as the person sees them. */
export async function listPasskeysForDisplay(db: Kysely<DatabaseSchema>, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(shown)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map(toShown);
}

export interface NewPasskey extends Omit<StoredPasskey, 'id'> {
  readonly isBackedUp: boolean;
  readonly name: string;
  readonly at: Date;
}

/** Stores a passkey. Returns null if a passkey with that credential id exists already. */
export async function insertPasskey(tx: Transaction<DatabaseSchema>, passkey: NewPasskey): Promise<Passkey | null> {
  const row = await tx
    .insertInto('passkeys')
    .values({
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      rp_id: passkey.rpId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: [...passkey.transports],
      backed_up: passkey.isBackedUp,
      name: passkey.name,
      created_at: passkey.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(shown)
    .executeTakeFirst();
  return row ? toShown(row) : null;
}

/** Data of a passkey's latest signature. `counter` is zero if the passkey does not count its uses. */
export interface PasskeyUse {
  readonly id: string;
  readonly counter: number;
  readonly isBackedUp: boolean;
  readonly at: Date;
}

/** Records the use of a passkey. Returns false if it was deleted, or if its use counter did not increase. */
export async function recordPasskeyUse(
  db: Kysely<DatabaseSchema>,
  { id, counter, isBackedUp, at }: PasskeyUse,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, backed_up: isBackedUp, last_used_at: at })
    .where('id', '=', id)
    .where((is) => is.or([is('counter', '<', counter), ...(counter === 0 ? [is('counter', '=', 0)] : [])]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Renames a passkey. Returns null if the user has no such passkey. */
export async function renamePasskey(
  tx: Transaction<DatabaseSchema>,
  userId: string,
  id: string,
  name: string,
): Promise<Passkey | null> {
  const row = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(shown)
    .executeTakeFirst();
  return row ? toShown(row) : null;
}

/** Deletes a passkey. @returns its name; null if the user has no such passkey. */
export async function deletePasskey(
  tx: Transaction<DatabaseSchema>,
  userId: string,
  id: string,
): Promise<string | null> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

export async function hasAnyUserPasskeyForHost(db: Kysely<DatabaseSchema>, rpId: string): Promise<boolean> {
  const row = await db
    .selectFrom('passkeys as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select('p.id')
    .where('p.rp_id', '=', rpId)
    .where('u.is_active', '=', true)
    .where('u.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A passkey challenge. `userId` is null while the user is not known yet. */
export interface PasskeyChallenge {
  readonly hash: string;
  readonly userId: string | null;
  readonly purpose: PasskeyChallengePurpose;
}

/**
 * Inserts a passkey challenge, and deletes expired ones, which would otherwise pile up because anybody may request
 * challenges.
 */
export async function insertPasskeyChallenge(
  db: Kysely<DatabaseSchema>,
  { hash, userId, purpose }: PasskeyChallenge,
  { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
  await db
    .insertInto('passkey_challenges')
    .values({ challenge_hash: hash, user_id: userId, purpose, expires_at: expiresAt })
    .execute();
}

/** Uses up a passkey challenge. Returns false if the user has no valid challenge for that purpose. */
export async function consumePasskeyChallenge(
  db: Kysely<DatabaseSchema>,
  { hash, userId, purpose }: PasskeyChallenge,
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hash)
    .where('user_id', 'is not distinct from', userId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
