/** Keys of the query cache: ['workspace', workspaceId, route name, input]. Workspaces share no entry. */
import type { QueryKey } from '@tanstack/react-query';
import type { ApiRouteName } from '../../contract/routes.ts';

export const sessionQueryKeys = {
  currentUser: ['session', 'currentUser'],
  appInfo: ['session', 'appInfo'],
  workspaces: ['session', 'listWorkspaces'],
  currentWorkspace: ['session', 'currentWorkspace'],
  invitations: ['session', 'listInvitations'],
  signInFailures: ['session', 'getSignInFailures'],
  ownEmail: ['session', 'getOwnEmail'],
  secondFactor: ['session', 'getSecondFactor'],
  sessions: ['session', 'listSessions'],
  passkeys: ['session', 'listPasskeys'],
  ownIdentity: ['session', 'getOwnIdentity'],
  serviceStatus: ['session', 'serviceStatus'],
} as const;

/**
 * Returns a React Query key for all requests of a workspace, or only those of endpoint `name` with parameters `input`.
 */
export function getWorkspaceQueryKey(workspaceId: string | null, name?: ApiRouteName, input?: unknown): QueryKey {
  return ['workspace', workspaceId, ...(name === undefined ? [] : [name]), ...(input === undefined ? [] : [input])];
}
