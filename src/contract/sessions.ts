/** API endpoints and schema for a user's sessions, which the user can list and end. */
import { z } from 'zod';
import { secondFactorKinds, signInWays, uuidSchema } from './access.ts';
import { defineEndpoint } from './endpoint.ts';

/** The maximum number of listed sessions. */
export const maxListedSessions = 100;

/** A session of a user. `id` gives no access to the session. `lastSeenAt` is rounded to the minute. */
export const listedUserSessionSchema = z.object({
  id: uuidSchema,
  isCurrent: z.boolean(),
  /**
   * Browser and operating system for display, such as 'Chrome' and 'Windows', derived from the user agent. Each is null
   * if it is unknown.
   */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  startedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  way: z.enum(signInWays),
  /** Kind of second factor used to sign in to the session. Null if none was used. */
  secondFactor: z.enum(secondFactorKinds).nullable(),
});
export type ListedUserSession = z.infer<typeof listedUserSessionSchema>;

export const sessionsEndpoints = {
  /**
   * Lists at most `maxListedSessions` sessions of the caller. The current session comes first, then the most recently
   * used.
   */
  listSessions: defineEndpoint('listSessions', { access: 'signedIn', response: z.array(listedUserSessionSchema) }),
  /** Ends a session of the caller and closes its WebSockets. 404 for other users' sessions, 409 for the current one. */
  endSession: defineEndpoint('endSession', {
    access: 'signedIn',
    params: z.object({ id: uuidSchema }),
    response: z.object({ ok: z.literal(true) }),
  }),
};
