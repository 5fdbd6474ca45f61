/** Notices a SECRET_KEY that is not the one with which the database's secrets were encrypted. */
import type { Kysely } from 'kysely';
import { hmac } from '../crypto.ts';
import { StartupError } from '../startup-error.ts';
import type { Schema } from './schema.ts';

/** What a database remembers of the key that its secrets were encrypted with, as `secret_check` of `installation`. */
export function fingerprintOf(secretKey: string): string {
  return hmac(secretKey, 'installation', 'secret-check');
}

/**
 * Remembers the key's fingerprint at the first start and compares at every other.
 * @throws {StartupError} when the key is another one: nothing stored could be read with it.
 */
export async function assertSecretKey(db: Kysely<Schema>, secretKey: string): Promise<void> {
  const value = fingerprintOf(secretKey);
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
