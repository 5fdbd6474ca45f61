/** The parts of passkeys, put together. */
import type { ServerConfig } from '../../../platform/config.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import { findCurrentUser } from '../stores/user-store.ts';
import { createWebAuthnCeremonies } from './ceremonies.ts';
import { createPasskeyCheck } from './check-passkey.ts';
import { createOwnPasskeys, type OwnPasskeysDeps } from './own-passkeys.ts';
import { registerPasskeyRoutes } from './passkey-routes.ts';
import { createPasskeySignIn, type PasskeySignInDeps } from './passkey-sign-in.ts';

type Made = 'ceremonies' | 'checkPasskey' | 'consoleName';

export interface PasskeysDeps extends Omit<OwnPasskeysDeps, Made>, Omit<PasskeySignInDeps, Made> {
  readonly config: Pick<ServerConfig, 'appName' | 'publicUrl'>;
}

export function registerPasskeyFeature(binder: EndpointBinder, deps: PasskeysDeps): void {
  const { db, config } = deps;
  const ceremonies = createWebAuthnCeremonies(deps);
  const parts = { ...deps, ceremonies, checkPasskey: createPasskeyCheck({ ...deps, ceremonies }) };
  registerPasskeyRoutes(binder, {
    own: createOwnPasskeys({ ...parts, consoleName: config.appName }),
    signIn: createPasskeySignIn(parts),
    publicUrl: config.publicUrl,
    findCurrentUser: (userId) => findCurrentUser(db, userId),
  });
}
