/** The parts of passkeys, put together. */
import type { ServerConfig } from '../../../platform/config.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import { findCurrentUser } from '../stores/user-store.ts';
import { createWebAuthnCeremonies } from './ceremonies.ts';
import { createPasskeyChecker } from './check-passkey.ts';
import { createOwnPasskeyManager, type OwnPasskeyManagerDeps } from './own-passkeys.ts';
import { registerPasskeyRoutes } from './passkey-routes.ts';
import { createPasskeySignInService, type PasskeySignInDeps } from './passkey-sign-in.ts';

type Made = 'ceremonies' | 'checkPasskey' | 'consoleName';

export interface PasskeysDeps extends Omit<OwnPasskeyManagerDeps, Made>, Omit<PasskeySignInDeps, Made> {
  readonly config: Pick<ServerConfig, 'appName' | 'publicUrl'>;
}

export function registerPasskeyFeature(binder: EndpointBinder, deps: PasskeysDeps): void {
  const { db, config } = deps;
  const ceremonies = createWebAuthnCeremonies(deps);
  const parts = { ...deps, ceremonies, checkPasskey: createPasskeyChecker({ ...deps, ceremonies }) };
  registerPasskeyRoutes(binder, {
    own: createOwnPasskeyManager({ ...parts, consoleName: config.appName }),
    signIn: createPasskeySignInService(parts),
    publicUrl: config.publicUrl,
    findCurrentUser: (userId) => findCurrentUser(db, userId),
  });
}
