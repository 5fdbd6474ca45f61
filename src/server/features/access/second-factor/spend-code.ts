/**
 * Checks a typed second-factor code and marks it as used. A used code is refused wherever the console asks for a code.
 */
import type { Kysely } from 'kysely';
import { decryptSecret, encryptSecret, hmac } from '../../../platform/crypto.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { findAuthenticatorSecrets, consumeRecoveryCode, consumeTotpStep } from '../stores/second-factor-store.ts';
import { findTotpStep, generateRecoveryCodes, parseSecondFactorCode, type SecondFactorCode } from './codes.ts';

/** Encrypts stored second-factor secrets and hashes recovery codes. Each value is bound to its user. */
export interface SecondFactorVault {
  seal(userId: string, secret: string): string;
  open(userId: string, sealed: string): string;
  hash(userId: string, code: string): string;
}

export function createSecondFactorVault(secretKey: string): SecondFactorVault {
  const context = (userId: string) => `user:${userId}:second-factor`;
  return {
    seal: (userId, secret) => encryptSecret(secretKey, secret, context(userId)),
    open: (userId, sealed) => decryptSecret(secretKey, sealed, context(userId)),
    hash: (userId, code) => hmac(secretKey, 'recovery-code', `${userId} ${code}`),
  };
}

export function generateRecoveryCodesWithHashes(
  vault: SecondFactorVault,
  userId: string,
): { readonly codes: string[]; readonly hashes: string[] } {
  const codes = generateRecoveryCodes();
  return { codes, hashes: codes.map((code) => vault.hash(userId, parseSecondFactorCode(code).code)) };
}

/**
 * Marks a typed second-factor code as used. @returns the kind of the second factor; null if the code is wrong or was
 * used before.
 */
export async function consumeSecondFactorCode(
  db: Kysely<DatabaseSchema>,
  vault: SecondFactorVault,
  spent: { readonly userId: string; readonly typed: string; readonly at: Date },
): Promise<SecondFactorCode['kind'] | null> {
  const { userId, typed, at } = spent;
  const { kind, code } = parseSecondFactorCode(typed);
  if (kind === 'recovery') return (await consumeRecoveryCode(db, userId, vault.hash(userId, code))) ? kind : null;
  const factor = await findAuthenticatorSecrets(db, userId);
  if (!factor?.secret) return null;
  const step = findTotpStep(vault.open(userId, factor.secret), code, at);
  const isSpent = step !== null && (await consumeTotpStep(db, userId, { secret: factor.secret, step }));
  return isSpent ? kind : null;
}
