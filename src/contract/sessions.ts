/** A user's open sessions, which the user can list and end. */
import { z } from 'zod';
import { secondFactorKinds, signInWays, uuid } from './access.ts';
import { endpoint } from './endpoint.ts';

/** The maximum number of listed sessions. */
export const mostListedSessions = 100;

/** A signed-in session of a user. `id` identifies it without giving access. `lastSeenAt` is rounded to the minute. */
export const openSession = z.object({
  id: uuid,
  /** True for the session that sent this request. */
  isCurrent: z.boolean(),
  /** Names such as 'Chrome' and 'Windows', read from the user agent. Null if it is unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  startedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  way: z.enum(signInWays),
  /** Second step of the session's sign-in. Null if there was none. */
  secondFactor: z.enum(secondFactorKinds).nullable(),
});
export type OpenSession = z.infer<typeof openSession>;

export const sessionsEndpoints = {
  /** Lists the caller's own sessions: the current one first, then by last use; at most `mostListedSessions`. */
  listSessions: endpoint('listSessions', { access: 'signedIn', response: z.array(openSession) }),
  /** Ends another session of the caller and its sockets. 404 for another person's session, 409 for the current one. */
  endSession: endpoint('endSession', {
    access: 'signedIn',
    params: z.object({ id: uuid }),
    response: z.object({ ok: z.literal(true) }),
  }),
};
