/** HTTP routes of passkeys. The host name to which a passkey belongs is determined for each request. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CurrentUser } from '../../../../contract/access.ts';
import { passkeysEndpoints } from '../../../../contract/passkeys.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import { readSignInBrowser, setSessionAndDeviceCookies } from '../access-routes.ts';
import { readSelfServiceActor } from '../people/user-routes.ts';
import type { StartedSession } from '../sign-in/open-session.ts';
import type { OwnPasskeyManager } from './own-passkeys.ts';
import type { PasskeySignInService } from './passkey-sign-in.ts';
import { getRelyingPartyId, getRelyingParty } from './relying-party.ts';

export interface PasskeyRoutesDeps {
  readonly own: OwnPasskeyManager;
  readonly signIn: PasskeySignInService;
  /** PUBLIC_URL. */
  readonly publicUrl: string | null;
  readonly findCurrentUser: (userId: string) => Promise<CurrentUser>;
}

export function registerPasskeyRoutes(binder: EndpointBinder, deps: PasskeyRoutesDeps): void {
  const { own, publicUrl } = deps;
  const partyOf = (request: FastifyRequest) => getRelyingParty(request, publicUrl);
  binder.bind(passkeysEndpoints.listPasskeys, ({ identity, request }) =>
    own.read(identity.userId, getRelyingPartyId(request, publicUrl)),
  );
  binder.bind(passkeysEndpoints.beginPasskey, ({ identity, body, request }) =>
    own.begin(readSelfServiceActor(identity, request), partyOf(request), body.proof),
  );
  binder.bind(passkeysEndpoints.addPasskey, ({ identity, body, request }) =>
    own.add(readSelfServiceActor(identity, request), partyOf(request), body),
  );
  binder.bind(passkeysEndpoints.confirmByPasskey, ({ identity, request }) =>
    own.beginProof(identity.userId, partyOf(request)),
  );
  binder.bind(passkeysEndpoints.renamePasskey, ({ identity, params, body, request }) =>
    own.rename(readSelfServiceActor(identity, request), params.id, body.name),
  );
  binder.bind(passkeysEndpoints.removePasskey, async ({ identity, params, body, request }) => {
    // Read the WebAuthn relying party only for a passkey, because a console opened by IP address has none.
    const party = 'passkey' in body.proof ? partyOf(request) : null;
    await own.remove(readSelfServiceActor(identity, request), party, params.id, body.proof);
    return { ok: true as const };
  });
  registerSignInRoutes(binder, deps, partyOf);
}

function registerSignInRoutes(
  binder: EndpointBinder,
  { signIn, findCurrentUser }: PasskeyRoutesDeps,
  partyOf: (request: FastifyRequest) => ReturnType<typeof getRelyingParty>,
): void {
  async function enter(signedIn: StartedSession, request: FastifyRequest, reply: FastifyReply): Promise<CurrentUser> {
    setSessionAndDeviceCookies(signedIn, request, reply);
    return findCurrentUser(signedIn.userId);
  }
  const given = (request: FastifyRequest) => ({ ...readSignInBrowser(request), party: partyOf(request) });
  binder.bind(passkeysEndpoints.beginPasskeySignIn, ({ request }) => signIn.begin(partyOf(request)));
  binder.bind(passkeysEndpoints.signInByPasskey, async ({ body, request, reply }) =>
    enter(await signIn.alone({ ...body, ...given(request) }), request, reply),
  );
  binder.bind(passkeysEndpoints.beginPasskeyStep, ({ body, request }) =>
    signIn.beginStep(partyOf(request), body.challenge),
  );
  binder.bind(passkeysEndpoints.loginByPasskey, async ({ body, request, reply }) =>
    enter(await signIn.asSecond({ ...body, ...given(request) }), request, reply),
  );
}
