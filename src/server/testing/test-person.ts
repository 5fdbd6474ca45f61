/**
 * The people of tests. Their password is hashed once with argon2id's lowest cost. A hash contains its parameters, so
 * signing in uses the product's own code and takes almost no time.
 */
import { hash } from '@node-rs/argon2';
import type { Kysely } from 'kysely';
import { createRandomToken, computeSha256Hex } from '../platform/crypto.ts';
import type { DatabaseSchema } from '../platform/db/schema.ts';
import { sessionCookieName } from '../platform/http/route.ts';

/** The password of every test person. */
export const testPassword = 'una clave de prueba';

export interface TestProfile {
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly homeWorkspaceId?: string;
}

let cheapHash: Promise<string> | undefined;

/** Inserts a user without membership, with the password `testPassword`. @returns the id. */
export async function insertTestPerson(
  db: Kysely<DatabaseSchema>,
  username: string,
  profile: TestProfile = {},
): Promise<string> {
  cheapHash ??= hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const { email, firstName, lastName, homeWorkspaceId } = profile;
  const person = { email, first_name: firstName, last_name: lastName, home_workspace_id: homeWorkspaceId };
  const row = { username, password_hash: await cheapHash, ...person };
  return (await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

const monthMs = 30 * 24 * 3_600_000;

/**
 * Inserts a session as signing in and switching the workspace would, at an eighth of their cost. Both are tested in
 * features/access. Not audited.
 * @returns its cookie as a header.
 */
export async function insertTestSession(
  db: Kysely<DatabaseSchema>,
  userId: string,
  now: Date,
  workspaceId: string | null = null,
): Promise<string> {
  const token = createRandomToken();
  await db
    .insertInto('sessions')
    .values({
      token_hash: computeSha256Hex(token),
      user_id: userId,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + monthMs),
      address: '127.0.0.1',
      user_agent: 'node',
      current_workspace_id: workspaceId,
    })
    .execute();
  return `${sessionCookieName}=${token}`;
}
