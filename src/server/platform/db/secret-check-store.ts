/** Checks at the server's start that SECRET_KEY is still the key with which the database's secrets were encrypted. */
import type { Kysely } from 'kysely';
import { hmac } from '../crypto.ts';
import { StartupError } from '../startup-error.ts';
import type { DatabaseSchema } from './schema.ts';

/** Returns the fingerprint of SECRET_KEY, which is stored as `secret_check` in the table `installation`. */
export function computeSecretKeyFingerprint(secretKey: string): string {
  return hmac(secretKey, 'installation', 'secret-check');
}

/**
 * Stores the fingerprint of SECRET_KEY at the server's first start, and compares it at every later start.
 * @throws {StartupError} if SECRET_KEY has changed, because the stored secrets could not be decrypted.
 */
export async function storeOrVerifySecretKeyFingerprint(db: Kysely<DatabaseSchema>, secretKey: string): Promise<void> {
  const value = computeSecretKeyFingerprint(secretKey);
  await db
    .insertInto('installation')
    .values({ key: 'secret_check', value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', 'secret_check')
    .executeTakeFirstOrThrow();
  if (stored.value !== value) {
    throw new StartupError(
      'SECRET_KEY: no es la clave con la que se cifraron los datos de esta base. Usa la misma de siempre.',
    );
  }
}
