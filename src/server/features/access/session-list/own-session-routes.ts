/** The endpoints of a person's own sessions. */
import { sessionsEndpoints } from '../../../../contract/sessions.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import { getRequestActor } from '../actor.ts';
import type { OwnSessionManager } from './own-sessions.ts';

export function registerOwnSessionRoutes(binder: EndpointBinder, sessions: OwnSessionManager): void {
  binder.bind(sessionsEndpoints.listSessions, ({ identity }) => sessions.list(identity.userId, identity.sessionId));
  binder.bind(sessionsEndpoints.endSession, async ({ identity, params, request }) => {
    await sessions.end(getRequestActor(identity, request), identity.sessionId, params.id);
    return { ok: true as const };
  });
}
