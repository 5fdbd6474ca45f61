/**
 * Identifies the caller: the port from the access feature to the HTTP platform. The platform asks on every request and
 * socket, and caches nothing.
 */
import type { Role } from '../../../contract/endpoint.ts';

export interface Identity {
  /** The session's id. For an API token it is the token's id, which no session has. */
  readonly sessionId: string;
  /** The API token used instead of a session. Null for a session. */
  readonly tokenId: string | null;
  readonly userId: string;
  /** The username. For an API token it is the maker's username and the token's name, so that logs name the token. */
  readonly username: string;
  readonly email: string | null;
  readonly currentWorkspaceId: string | null;
  /** The role in the current workspace. Null if `findRole` would give null, or if there is no current workspace. */
  readonly currentRole: Role | null;
}

export interface IdentityPort {
  /** The live session of a cookie's token, renewed. Null if it is absent or expired, or its user is inactive. */
  findIdentity(sessionToken: string): Promise<Identity | null>;
  /** The maker of an API token. Null if it is unknown, expired or not allowed from this address. */
  findTokenIdentity(token: string, address: string): Promise<Identity | null>;
  /** The user's role in a workspace. Null for non-members, and for members who lack the required second factor. */
  findRole(userId: string, workspaceId: string): Promise<Role | null>;
  /** True if a member has no role there because the required second factor is missing. */
  lacksSecondFactor(userId: string, workspaceId: string): Promise<boolean>;
}
