/** A person's open sessions, as their owner sees and ends them. */
import { z } from 'zod';
import { secondFactorKinds, signInWays, uuid } from './access.ts';
import { endpoint } from './endpoint.ts';

/** The list ends there. */
export const mostListedSessions = 100;

/** `id` names the session and opens nothing. `lastSeenAt`: to the minute. */
export const openSession = z.object({
  id: uuid,
  /** The session that asks. */
  isCurrent: z.boolean(),
  /** Names of both, such as 'Chrome' and 'Windows'; null: the user agent names none that we know. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  startedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  way: z.enum(signInWays),
  /** The second step of its sign-in; null: there was none. */
  secondFactor: z.enum(secondFactorKinds).nullable(),
});
export type OpenSession = z.infer<typeof openSession>;

export const sessionsEndpoints = {
  /** The caller's own: the session that asks, then the one seen last; at most `mostListedSessions`. */
  listSessions: endpoint('listSessions', { access: 'signedIn', response: z.array(openSession) }),
  /** Ends another session of the caller, with its sockets. 404 for a session of somebody else, 409 for the session that asks. */
  endSession: endpoint('endSession', {
    access: 'signedIn',
    params: z.object({ id: uuid }),
    response: z.object({ ok: z.literal(true) }),
  }),
};
