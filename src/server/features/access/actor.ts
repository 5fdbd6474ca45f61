import type { FastifyRequest } from 'fastify';
import type { Identity } from '../../platform/http/identity.ts';

/** Who does something, as the audit log writes it down. */
export interface Actor {
  readonly userId: string;
  readonly username: string;
  /** Where the request came from; null for the system itself. */
  readonly address: string | null;
}

/** A person who changes what is their own, and the session that stays. */
export interface OwnSession extends Actor {
  readonly address: string;
  readonly sessionId: string;
  /** The cookie as the browser carries it; undefined without one. */
  readonly deviceCookie: string | undefined;
}

/** The person whose request it is. */
export function actorOf(
  { userId, username }: Pick<Identity, 'userId' | 'username'>,
  request: FastifyRequest,
): Actor & { readonly address: string } {
  return { userId, username, address: request.ip };
}
