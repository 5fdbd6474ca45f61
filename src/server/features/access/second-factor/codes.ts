/** The codes of a second factor: those that an app shows by the time (TOTP, RFC 6238), and recovery codes for when the app is lost. */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** The codes that every authenticator app supports: six digits, SHA-1, a new code every 30 seconds. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
/** Steps before and after now whose codes are good, because clocks of phones are off. */
const window = 1;

/** A new secret in base32, as a person types it into an app. */
export function generateSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The address that an app reads from a QR code. `issuer` names this console, `label` the account. */
export function otpauthUri(secret: string, names: { readonly issuer: string; readonly label: string }): string {
  return new TOTP({ ...shape, ...names, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step that the code belongs to; null when no step near `at` has that code. */
export function findStep(secret: string, code: string, at: Date): number | null {
  const timestamp = at.getTime();
  const delta = TOTP.validate({ ...shape, secret: Secret.fromBase32(secret), token: code, timestamp, window });
  return delta === null ? null : TOTP.counter({ period: shape.period, timestamp }) + delta;
}

export const recoveryCodeCount = 10;
/** Crockford's base32: without letters that read like a digit. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten different codes such as `7k2qd-m8x0v`, 50 bits each. */
export function generateRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < recoveryCodeCount) {
    const letters = Array.from(randomBytes(10), (byte) => alphabet[byte % alphabet.length]).join('');
    codes.add(`${letters.slice(0, 5)}-${letters.slice(5)}`);
  }
  return [...codes];
}

/** A typed code, read: digits of an app, or a recovery code without its hyphen and with 0 for O and 1 for I and L. */
export type TypedCode = { readonly kind: 'totp' | 'recovery'; readonly code: string };

export function readCode(typed: string): TypedCode {
  const code = typed.toLowerCase().replaceAll(/[^0-9a-z]/g, '');
  if (/^\d{6}$/.test(code)) return { kind: 'totp', code };
  return { kind: 'recovery', code: code.replaceAll('o', '0').replaceAll(/[il]/g, '1') };
}
