/**
 * Interface by which the HTTP platform identifies the caller of a request; the access feature implements it. The
 * platform caches no identity, so it checks every request and every new WebSocket.
 */
import type { Role } from '../../../contract/endpoint.ts';

export interface RequestIdentity {
  /** Id of the caller's session. For an API token it is the token's id. */
  readonly sessionId: string;
  /** Id of the API token with which the caller is identified. Null for a session. */
  readonly tokenId: string | null;
  readonly userId: string;
  /**
   * Username for the logs. For an API token, it consists of the username of the token's creator and the token's name.
   */
  readonly username: string;
  readonly email: string | null;
  readonly currentWorkspaceId: string | null;
  /** The caller's role in `currentWorkspaceId`. Null if no workspace is current or the caller has no role in it. */
  readonly currentRole: Role | null;
}

export interface RequestIdentityPort {
  /**
   * Finds the session that belongs to a cookie's token, and extends it. Null if the token is unknown, the session has
   * expired, or the user is inactive.
   */
  findIdentity(sessionToken: string): Promise<RequestIdentity | null>;
  /**
   * Finds the user who created an API token. Null if the token is unknown, expired or not allowed from this IP address.
   */
  findTokenIdentity(token: string, address: string): Promise<RequestIdentity | null>;
  /** Returns the user's role in a workspace. Null for others, and for members without a required second factor. */
  findRole(userId: string, workspaceId: string): Promise<Role | null>;
  /** True if the user is a member of a workspace but has no role there for lack of a required second factor. */
  lacksSecondFactor(userId: string, workspaceId: string): Promise<boolean>;
}
