/**
 * Identifies the caller of a request. The access feature implements this port for the HTTP platform. It is asked on
 * every request and socket, and the platform caches nothing.
 */
import type { Role } from '../../../contract/endpoint.ts';

export interface Identity {
  /** Id of the caller's session. For an API token it is the token's id, which no session has. */
  readonly sessionId: string;
  /** Id of the API token used instead of a session. Null for a session. */
  readonly tokenId: string | null;
  readonly userId: string;
  /** The caller's username. For an API token, it is the maker's username and the token's name, for the logs. */
  readonly username: string;
  readonly email: string | null;
  readonly currentWorkspaceId: string | null;
  /** The caller's role in the current workspace. Null if `findRole` gives null, or without a current workspace. */
  readonly currentRole: Role | null;
}

export interface IdentityPort {
  /** Finds and renews the session of a cookie's token. Null if it is absent or expired, or its user is inactive. */
  findIdentity(sessionToken: string): Promise<Identity | null>;
  /** Finds the maker of an API token. Null if the token is unknown, expired or not allowed from this address. */
  findTokenIdentity(token: string, address: string): Promise<Identity | null>;
  /** The user's role in a workspace. Null for non-members, and for members who lack the required second factor. */
  findRole(userId: string, workspaceId: string): Promise<Role | null>;
  /** True if a member has no role in a workspace because the required second factor is missing. */
  lacksSecondFactor(userId: string, workspaceId: string): Promise<boolean>;
}
