/** Routes for the administration of users and for a person's own password. */
import type { FastifyRequest } from 'fastify';
import { accessEndpoints } from '../../../../contract/access.ts';
import type { RequestIdentity } from '../../../platform/http/identity.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import { deviceCookieName, setDeviceCookie } from '../sign-in/cookies.ts';
import type { UserManager } from './manage-users.ts';
import { getRequestActor, type SelfServiceActor } from '../actor.ts';
import type { OwnSecondFactorManager } from '../second-factor/own-second-factor.ts';
import type { OwnPasswordChanger } from '../sign-in/own-password.ts';

export interface UserRoutesDeps {
  readonly users: UserManager;
  readonly changeOwnPassword: OwnPasswordChanger;
  readonly secondFactor: OwnSecondFactorManager;
  /** Hides the user's notice that their second factor was removed. */
  readonly forgetReset: (userId: string) => Promise<void>;
}

export function registerUserRoutes(binder: EndpointBinder, deps: UserRoutesDeps): void {
  const { users, changeOwnPassword } = deps;
  binder.bind(accessEndpoints.listUsers, ({ identity }) => users.list(identity.userId));
  binder.bind(accessEndpoints.createUser, ({ identity, workspaceId, body, request }) =>
    users.create(getRequestActor(identity, request), workspaceId, body),
  );
  binder.bind(accessEndpoints.updateUser, ({ identity, params, body, request }) =>
    users.update(getRequestActor(identity, request), params.id, body),
  );
  binder.bind(accessEndpoints.deleteUser, async ({ identity, params, request }) => {
    await users.remove(getRequestActor(identity, request), params.id);
    return { ok: true as const };
  });
  binder.bind(accessEndpoints.changeOwnPassword, async ({ identity, body, request, reply }) => {
    setDeviceCookie(request, reply, await changeOwnPassword(readSelfServiceActor(identity, request), body));
    return { ok: true as const };
  });
  binder.bind(accessEndpoints.resetSecondFactor, ({ identity, params, request }) =>
    users.resetSecondFactor(getRequestActor(identity, request), params.id),
  );
  registerSecondFactorRoutes(binder, deps);
}

function registerSecondFactorRoutes(binder: EndpointBinder, { secondFactor, forgetReset }: UserRoutesDeps): void {
  binder.bind(accessEndpoints.getSecondFactor, ({ identity }) => secondFactor.read(identity.userId));
  binder.bind(accessEndpoints.beginSecondFactor, ({ identity, body, request }) =>
    secondFactor.begin(readSelfServiceActor(identity, request), body.code),
  );
  binder.bind(accessEndpoints.confirmSecondFactor, async ({ identity, body, request }) => ({
    recoveryCodes: await secondFactor.confirm(readSelfServiceActor(identity, request), body.code),
  }));
  binder.bind(accessEndpoints.renewRecoveryCodes, async ({ identity, body, request }) => ({
    recoveryCodes: await secondFactor.renewCodes(readSelfServiceActor(identity, request), body.code),
  }));
  binder.bind(accessEndpoints.endSecondFactor, async ({ identity, body, request }) => {
    await secondFactor.end(readSelfServiceActor(identity, request), body.code);
    return { ok: true as const };
  });
  binder.bind(accessEndpoints.markSecondFactorResetSeen, async ({ identity }) => {
    await forgetReset(identity.userId);
    return { ok: true as const };
  });
}

export function readSelfServiceActor(identity: RequestIdentity, request: FastifyRequest): SelfServiceActor {
  return {
    ...getRequestActor(identity, request),
    sessionId: identity.sessionId,
    deviceCookie: request.cookies[deviceCookieName],
  };
}
