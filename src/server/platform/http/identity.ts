/**
 * Who is asking: the port through which the access feature tells the HTTP platform. The platform asks on every
 * request and every socket; it keeps no answer.
 */
import type { Role } from '../../../contract/endpoint.ts';

export interface Identity {
  /** Of a token: its own id, which no session has. */
  readonly sessionId: string;
  /** The API token that stands in the request instead of a session. */
  readonly tokenId: string | null;
  readonly userId: string;
  /** Of a token: its maker's and its name, so that whatever names who did something names the token. */
  readonly username: string;
  readonly email: string | null;
  readonly currentWorkspaceId: string | null;
  /** Theirs in that workspace; null without one, for a stranger there, and as `findRole` has it. */
  readonly currentRole: Role | null;
}

export interface IdentityPort {
  /** The live session behind a cookie's token, renewed; null when there is none, it expired or its user is inactive. */
  findIdentity(sessionToken: string): Promise<Identity | null>;
  /** Whoever made an API token, in its workspace; null when there is none, it expired or may not be used from this address. */
  findTokenIdentity(token: string, address: string): Promise<Identity | null>;
  /** The user's role in a workspace; null for a stranger, and for somebody without the second factor that it requires by now. */
  findRole(userId: string, workspaceId: string): Promise<Role | null>;
  /** Whether a member has no role there for want of a second factor. */
  lacksSecondFactor(userId: string, workspaceId: string): Promise<boolean>;
}
