/** A person's open sessions, which they can list and end. */
import { z } from 'zod';
import { secondFactorKinds, signInWays, uuid } from './access.ts';
import { endpoint } from './endpoint.ts';

/** The maximum number of listed sessions. */
export const mostListedSessions = 100;

/** An open session. `id` identifies it without giving access. `lastSeenAt` is rounded to the minute. */
export const openSession = z.object({
  id: uuid,
  /** True for the session that sends this request. */
  isCurrent: z.boolean(),
  /** Names such as 'Chrome' and 'Windows'. Null if the user agent has no known name. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  startedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  way: z.enum(signInWays),
  /** The second step of the sign-in. Null if there was none. */
  secondFactor: z.enum(secondFactorKinds).nullable(),
});
export type OpenSession = z.infer<typeof openSession>;

export const sessionsEndpoints = {
  /** The caller's own sessions: the current one first, then by last use; at most `mostListedSessions`. */
  listSessions: endpoint('listSessions', { access: 'signedIn', response: z.array(openSession) }),
  /** Ends another session of the caller and its sockets. 404 for another person's session, 409 for the current one. */
  endSession: endpoint('endSession', {
    access: 'signedIn',
    params: z.object({ id: uuid }),
    response: z.object({ ok: z.literal(true) }),
  }),
};
