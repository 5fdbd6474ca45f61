import type { FastifyRequest } from 'fastify';
import type { RequestIdentity } from '../../platform/http/identity.ts';

/** The person who performs an action, as the audit log records them. */
export interface Actor {
  readonly userId: string;
  readonly username: string;
  /** The person's IP address; null if the system itself acts. */
  readonly address: string | null;
}

/** A user who changes their own account, with their current session. The change does not end this session. */
export interface SelfServiceActor extends Actor {
  readonly address: string;
  readonly sessionId: string;
  readonly deviceCookie: string | undefined;
}

/** The person who sent the request. */
export function getRequestActor(
  { userId, username }: Pick<RequestIdentity, 'userId' | 'username'>,
  request: FastifyRequest,
): Actor & { readonly address: string } {
  return { userId, username, address: request.ip };
}
