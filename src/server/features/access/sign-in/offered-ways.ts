/** The ways of signing in that the first screen offers. */
import type { AppInfo } from '../../../../contract/access.ts';

export async function readOfferedWays({ recovery }: { readonly recovery: boolean }): Promise<AppInfo['signIn']> {
  return { password: true, passkey: false, oidc: null, recovery };
}
