/** An authenticator app for tests, and a second factor that is set up outside the browser. */
import { Secret, TOTP } from 'otpauth';
import type { HttpClient } from '../src/server/testing/http-client.ts';

/** The code of so many steps from now: one that was used is not good again, the next one is. */
export const codeOf = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });

/** Sets one up for the person of a session; it spends the code of this step. */
export async function setUpFactor(client: HttpClient): Promise<{ secret: string; codes: readonly string[] }> {
  const { secret } = await client.post<{ secret: string }>('/api/auth/second-factor/begin', {});
  const order = { code: codeOf(secret) };
  const { recoveryCodes } = await client.post<{ recoveryCodes: string[] }>('/api/auth/second-factor/confirm', order);
  return { secret, codes: recoveryCodes };
}
