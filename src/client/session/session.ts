/**
 * The session: signed-in person, the tab's workspace, and the person's role in it. `useSession` works only inside
 * app/app.tsx's gate, which shows 'Cargando...' or the sign-in screen until there is a session.
 */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { ApiRequestPart } from '../../contract/api.ts';
import type { SecondFactorChallenge, CurrentUser, Workspace } from '../../contract/access.ts';
import type { Role } from '../../contract/endpoint.ts';
import { singleSignOnUrlFragments } from '../../contract/sign-on-fragments.ts';
import { apiErrorMessages } from '../../labels/es.ts';
import { workspaceSelectorLabels } from '../../labels/shell-es.ts';
import { ApiError, isApiErrorWithCode, awaitWithApiErrorMessage } from '../api/api-error.ts';
import { callApi, setSessionEndListener } from '../api/client.ts';
import { sessionQueryKeys } from '../api/query-keys.ts';
import { setExpectedTabWorkspace, setTabWorkspace } from '../api/tab-state.ts';
import { getPathAfterWorkspaceSwitch, screenPaths } from '../paths.ts';
import { toast } from '../ui/toast.ts';
import { deleteAllStoredDrafts, deleteStoredDraftsOfOtherUsers } from './kept-work.ts';
import { isRoleAtLeast } from './roles.ts';
import { deleteAllTabDrafts } from './tab-drafts.ts';

export interface ClientSession {
  readonly user: CurrentUser;
  /** Workspace of this tab; null if the person is a member of none. */
  readonly workspace: Workspace | null;
  /** All workspaces of the person. */
  readonly workspaces: readonly Workspace[];
  /** Role of the person in the tab's workspace; null without a workspace. */
  readonly role: Role | null;
}

const SessionContext = createContext<ClientSession | null>(null);
export const SessionProvider = SessionContext.Provider;

export function useSession(): ClientSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession works only below SessionProvider');
  return session;
}

/** Hook: time zone of the workspace, in which all days and hours are shown. */
export function useWorkspaceTimeZone(): string {
  return useSession().workspace?.timeZone ?? 'America/Argentina/Buenos_Aires';
}

/** Hook: true if the person has at least this role in the tab's workspace. The server checks rights too. */
export function useHasRole(role: Role): boolean {
  return isRoleAtLeast(useSession().role, role);
}

const fiveMinutes = 5 * 60_000;

async function readCurrentUser(): Promise<CurrentUser | null> {
  // Return null (nobody is signed in) while the URL says that a single sign-on still needs its second factor.
  if (window.location.hash.startsWith(`#${singleSignOnUrlFragments.challenge}=`)) return null;
  try {
    return await callApi('currentUser');
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

const currentUserQuery = { queryKey: sessionQueryKeys.currentUser, queryFn: readCurrentUser, staleTime: fiveMinutes };

/** The signed-in person; null if nobody is. */
export function useCurrentUser() {
  return useQuery(currentUserQuery);
}

const appInfoQuery = { queryKey: sessionQueryKeys.appInfo, queryFn: () => callApi('appInfo'), staleTime: fiveMinutes };

export function useAppInfo() {
  return useQuery(appInfoQuery);
}

async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (isApiErrorWithCode(error, 'no_workspace') || (error instanceof ApiError && error.status === 404)) return null;
    throw error;
  }
}

/**
 * Returns the workspace id in the URL's parameter `ws`, which links copied from the console contain. Removes the
 * parameter from the URL. Null without it.
 */
function takeLinkedWorkspace(): string | null {
  const url = new URL(window.location.href);
  const id = url.searchParams.get('ws');
  if (id === null) return null;
  url.searchParams.delete('ws');
  navigate(`${url.pathname}${url.search}`, { replace: true });
  return id;
}

async function readCurrentWorkspace(): Promise<Workspace | null> {
  let workspace = (await orNull(callApi('currentWorkspace'))) ?? (await orNull(callApi('autoAssignWorkspace')));
  const linked = takeLinkedWorkspace();
  if (linked && linked !== workspace?.id) {
    const other = await orNull(callApi('switchWorkspace', { params: { id: linked } }));
    if (other) workspace = other;
    else toast.bad(apiErrorMessages.not_found);
  }
  setTabWorkspace(workspace?.id ?? null);
  return workspace;
}

const currentWorkspaceQuery = { queryKey: sessionQueryKeys.currentWorkspace, queryFn: readCurrentWorkspace };

/**
 * React hook: query of this tab's workspace. If none is chosen, the server chooses one. The data are null if the person
 * has no workspace.
 */
export function useCurrentWorkspace() {
  return useQuery(currentWorkspaceQuery);
}

const workspacesQuery = { queryKey: sessionQueryKeys.workspaces, queryFn: () => callApi('listWorkspaces') };

export function useWorkspaces() {
  return useQuery(workspacesQuery);
}

/** Loads the signed-in user when the app starts. Resolves to true if somebody is signed in. */
export async function prefetchCurrentUser(client: QueryClient): Promise<boolean> {
  await Promise.all([client.prefetchQuery(currentUserQuery), client.prefetchQuery(appInfoQuery)]);
  return Boolean(client.getQueryData(sessionQueryKeys.currentUser));
}

/** Loads the person's workspaces when the app starts, in parallel with the check whether somebody is signed in. */
export async function prefetchWorkspaces(client: QueryClient): Promise<void> {
  await Promise.all([client.prefetchQuery(currentWorkspaceQuery), client.prefetchQuery(workspacesQuery)]);
}

/** Switches this tab to a workspace: drops all data of the other workspace and loads them anew. */
export function switchTabToWorkspace(client: QueryClient, workspace: Workspace): void {
  const { pathname, search } = window.location;
  const address = getPathAfterWorkspaceSwitch(pathname, search);
  if (address !== `${pathname}${search}`) navigate(address, { replace: true });
  setTabWorkspace(workspace.id);
  client.setQueryData(sessionQueryKeys.currentWorkspace, workspace);
  client.removeQueries({ queryKey: ['workspace'], type: 'inactive' });
  void client.invalidateQueries({ queryKey: sessionQueryKeys.workspaces });
}

/** Drops all data of the previous person, and sets the signed-in person; null for nobody. */
function forgetEverything(client: QueryClient, user: CurrentUser | null): void {
  setTabWorkspace(null);
  client.setQueryData(sessionQueryKeys.currentUser, user);
  client.removeQueries({
    predicate: (query) => query.queryKey[1] !== 'currentUser' && query.queryKey[1] !== 'appInfo',
  });
}

/** From now on, if the server reports that the user is not signed in, opens the sign-in screen and shows a toast. */
export function startSessionEndWatch(client: QueryClient): void {
  setSessionEndListener(() => {
    if (!client.getQueryData(sessionQueryKeys.currentUser)) return;
    forgetEverything(client, null);
    toast.info(apiErrorMessages.not_signed_in);
  });
}

/** Hook: actions to sign in, sign out and switch workspace. Each throws ApiError or ConnectionError. */
export function useSessionActions() {
  const client = useQueryClient();
  function enter(user: CurrentUser): void {
    void deleteStoredDraftsOfOtherUsers(user.id);
    deleteAllTabDrafts(user.id);
    forgetEverything(client, user);
    // After signing in, the person stays on the screen that they opened. From the sign-in page, they go to the
    // dashboard.
    if (window.location.pathname === screenPaths.login()) navigate(screenPaths.dashboard(), { replace: true });
  }
  return {
    /** Signs in by password. Resolves to null, or to a challenge if the account has a second factor. */
    login: async (credentials: ApiRequestPart<'login', 'body'>): Promise<SecondFactorChallenge | null> => {
      const answer = await callApi('login', { body: credentials });
      if ('challenge' in answer) return answer;
      enter(answer);
      return null;
    },
    /** Opens the console after a correct second factor. */
    enter,
    logout: async (): Promise<void> => {
      await callApi('logout');
      void deleteAllStoredDrafts();
      deleteAllTabDrafts();
      navigate(screenPaths.login(), { replace: true });
      forgetEverything(client, null);
    },
    /** Switches this tab to another workspace. Realtime informs the session's other tabs. */
    switchWorkspace: async (id: string): Promise<void> => {
      setExpectedTabWorkspace(id);
      try {
        switchTabToWorkspace(
          client,
          await awaitWithApiErrorMessage(
            callApi('switchWorkspace', { params: { id } }),
            workspaceSelectorLabels.switchServiceFailed,
          ),
        );
      } finally {
        setExpectedTabWorkspace(null);
      }
    },
    createWorkspace: async (body: ApiRequestPart<'createWorkspace', 'body'>): Promise<Workspace> => {
      const workspace = await callApi('createWorkspace', { body });
      await Promise.all([
        client.invalidateQueries({ queryKey: sessionQueryKeys.workspaces }),
        client.invalidateQueries({ queryKey: sessionQueryKeys.currentWorkspace }),
      ]);
      return workspace;
    },
  };
}
