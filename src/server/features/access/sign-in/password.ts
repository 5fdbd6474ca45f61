/** Passwords: argon2id only, and never a connection of the database held while it works. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

// OWASP's first recommendation for argon2id, which is also the library's default algorithm: 19 MiB, two passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// What an unknown user's password is checked against, so that the answer takes as long as for a known one. Drawn, not hashed: the work is
// in the check, and a start need not wait for another.
const drawn = (bytes: number): string => randomBytes(bytes).toString('base64').replaceAll('=', '');
const nobodysHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${drawn(16)}$${drawn(32)}`;

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** The hash that a password is checked against, a stand-in of the same cost where there is none. */
export function hashToCheck(passwordHash: string | null): string {
  return passwordHash ?? nobodysHash;
}

/** False for a null hash too, after the same work. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(hashToCheck(passwordHash), password);
  return matches && passwordHash !== null;
}
