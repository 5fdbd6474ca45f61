/** Hashes and verifies passwords by argon2id, which is slow: hold no database connection meanwhile. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

// Cost of argon2id: 19 MiB of memory and two passes, which is OWASP's first recommendation and the library's default.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// A hash for unknown usernames, so that checking them takes as long as for known ones. It consists of random bytes,
// because computing a real hash would delay the start.
const drawn = (bytes: number): string => randomBytes(bytes).toString('base64').replaceAll('=', '');
const nobodysHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${drawn(16)}$${drawn(32)}`;

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Returns the user's password hash, or a substitute of the same cost if there is none. */
export function getPasswordHashOrSubstitute(passwordHash: string | null): string {
  return passwordHash ?? nobodysHash;
}

/** Verifies a password. If the hash is null, returns false after the same computing time. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(getPasswordHashOrSubstitute(passwordHash), password);
  return matches && passwordHash !== null;
}
