/** The administration of users, and one's own password. */
import type { FastifyRequest } from 'fastify';
import { accessEndpoints } from '../../../../contract/access.ts';
import type { Identity } from '../../../platform/http/identity.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import { deviceCookie, keepDeviceCookie } from '../sign-in/cookies.ts';
import type { ManagedUsers } from './manage-users.ts';
import type { OwnPasswordChange } from '../sign-in/own-password.ts';

export interface UserRoutesDeps {
  readonly users: ManagedUsers;
  readonly changeOwnPassword: OwnPasswordChange;
}

export function registerUserRoutes(binder: EndpointBinder, { users, changeOwnPassword }: UserRoutesDeps): void {
  binder.bind(accessEndpoints.listUsers, ({ identity }) => users.list(identity.userId));
  binder.bind(accessEndpoints.createUser, ({ identity, workspaceId, body, request }) =>
    users.create(actorOf(identity, request), workspaceId, body),
  );
  binder.bind(accessEndpoints.updateUser, ({ identity, params, body, request }) =>
    users.update(actorOf(identity, request), params.id, body),
  );
  binder.bind(accessEndpoints.deleteUser, async ({ identity, params, request }) => {
    await users.remove(actorOf(identity, request), params.id);
    return { ok: true as const };
  });
  binder.bind(accessEndpoints.changeOwnPassword, async ({ identity, body, request, reply }) => {
    const by = {
      ...actorOf(identity, request),
      sessionId: identity.sessionId,
      deviceCookie: request.cookies[deviceCookie],
    };
    keepDeviceCookie(request, reply, await changeOwnPassword(by, body));
    return { ok: true as const };
  });
}

function actorOf({ userId, username }: Identity, request: FastifyRequest) {
  return { userId, username, address: request.ip };
}
