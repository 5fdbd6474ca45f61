/**
 * The people of tests. Their password is hashed once, at the least cost that argon2id knows: a hash carries its own
 * parameters, so that signing them in takes the product's own way and next to no time.
 */
import { hash } from '@node-rs/argon2';
import type { Kysely } from 'kysely';
import type { Schema } from '../platform/db/schema.ts';

/** The password of everyone whom the tests sign in. */
export const testPassword = 'una clave de prueba';

let cheapHash: Promise<string> | undefined;

/** A user without a home or workspace, whose password is `testPassword`. @returns the id. */
export async function insertTestPerson(db: Kysely<Schema>, username: string): Promise<string> {
  cheapHash ??= hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const row = { username, password_hash: await cheapHash };
  return (await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id;
}
