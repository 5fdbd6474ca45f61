/** An authenticator app for tests, and a second factor that is set up outside the browser. */
import { Secret, TOTP } from 'otpauth';
import type { HttpClient } from '../src/server/testing/http-client.ts';

/** The code so many time steps from now. A used code is not valid again, but the next step's is. */
export const codeOf = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });

/** Sets up a second factor for a session's person; this uses the present step's code. */
export async function setUpFactor(client: HttpClient): Promise<{ secret: string; codes: readonly string[] }> {
  const { secret } = await client.post<{ secret: string }>('/api/auth/second-factor/begin', {});
  const order = { code: codeOf(secret) };
  const { recoveryCodes } = await client.post<{ recoveryCodes: string[] }>('/api/auth/second-factor/confirm', order);
  return { secret, codes: recoveryCodes };
}
