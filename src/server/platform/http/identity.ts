/**
 * Who is asking: the port through which the access feature tells the HTTP platform. The platform asks on every
 * request and every socket; it keeps no answer.
 */
import type { Role } from '../../../contract/endpoint.ts';

export interface Identity {
  readonly sessionId: string;
  readonly userId: string;
  readonly username: string;
  readonly email: string | null;
  readonly currentWorkspaceId: string | null;
  /** Theirs in that workspace; null without one, and for a stranger there. */
  readonly currentRole: Role | null;
}

export interface IdentityPort {
  /** The live session behind a cookie's token, renewed; null when there is none, it expired or its user is inactive. */
  findIdentity(sessionToken: string): Promise<Identity | null>;
  /** The user's role in a workspace; null for a stranger. */
  findRole(userId: string, workspaceId: string): Promise<Role | null>;
}
