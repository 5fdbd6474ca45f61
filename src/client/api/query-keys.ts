/** Keys of the query cache: ['workspace', workspaceId, route name, input]. Workspaces share no entry. */
import type { QueryKey } from '@tanstack/react-query';
import type { RouteName } from '../../contract/routes.ts';

export const sessionKeys = {
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

/** Key of all queries of a workspace. With `name`, of an endpoint's queries; with `input` too, of a single query. */
export function workspaceKey(workspaceId: string | null, name?: RouteName, input?: unknown): QueryKey {
  return ['workspace', workspaceId, ...(name === undefined ? [] : [name]), ...(input === undefined ? [] : [input])];
}
