/** Codes of a second factor: time-based codes of an authenticator app (TOTP, RFC 6238), and recovery codes. */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** Parameters of time-based codes that every authenticator app supports: six digits, SHA-1, 30 seconds. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
/** Number of time steps before and after now whose TOTP codes are accepted, because phones' clocks differ. */
const window = 1;

export function generateTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The otpauth URI that an authenticator app reads from a QR code. `issuer` is this console, `label` the account. */
export function buildOtpauthUri(secret: string, names: { readonly issuer: string; readonly label: string }): string {
  return new TOTP({ ...shape, ...names, secret: Secret.fromBase32(secret) }).toString();
}

/** Returns the TOTP time step to which the code belongs; null if the code is right for no time step near `at`. */
export function findTotpStep(secret: string, code: string, at: Date): number | null {
  const timestamp = at.getTime();
  const delta = TOTP.validate({ ...shape, secret: Secret.fromBase32(secret), token: code, timestamp, window });
  return delta === null ? null : TOTP.counter({ period: shape.period, timestamp }) + delta;
}

export const recoveryCodeCount = 10;
/** Crockford's base32 alphabet, which omits letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Generates ten different recovery codes such as `7k2qd-m8x0v`, with 50 random bits each. */
export function generateRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < recoveryCodeCount) {
    const letters = Array.from(randomBytes(10), (byte) => alphabet[byte % alphabet.length]).join('');
    codes.add(`${letters.slice(0, 5)}-${letters.slice(5)}`);
  }
  return [...codes];
}

/**
 * A normalised second-factor code: six digits from an authenticator app, or a recovery code without its hyphen, with O
 * read as 0 and I and L read as 1.
 */
export type SecondFactorCode = { readonly kind: 'totp' | 'recovery'; readonly code: string };

export function parseSecondFactorCode(typed: string): SecondFactorCode {
  const code = typed.toLowerCase().replaceAll(/[^0-9a-z]/g, '');
  if (/^\d{6}$/.test(code)) return { kind: 'totp', code };
  return { kind: 'recovery', code: code.replaceAll('o', '0').replaceAll(/[il]/g, '1') };
}
