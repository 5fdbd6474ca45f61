/**
 * The session: signed-in person, the tab's workspace, and the person's role in it. `useSession` works only inside
 * app/app.tsx's gate, which shows 'Cargando...' or the sign-in screen until there is a session.
 */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { ApiInput } from '../../contract/api.ts';
import type { SecondFactorChallenge, CurrentUser, Workspace } from '../../contract/access.ts';
import type { Role } from '../../contract/endpoint.ts';
import { signOnFragments } from '../../contract/sign-on-fragments.ts';
import { errorMessages } from '../../labels/es.ts';
import { workspaceLabels } from '../../labels/shell-es.ts';
import { ApiError, hasCode, withServiceText } from '../api/api-error.ts';
import { call, whenSessionEnds } from '../api/client.ts';
import { sessionKeys } from '../api/query-keys.ts';
import { announceWorkspaceSwitch, showWorkspace } from '../api/tab-state.ts';
import { addressElsewhere, paths } from '../paths.ts';
import { toast } from '../ui/toast.ts';
import { deleteAllUnfinishedWork, forgetWorkOfOthers } from './kept-work.ts';
import { isAtLeast } from './roles.ts';
import { forgetDrafts } from './tab-drafts.ts';

export interface Session {
  readonly user: CurrentUser;
  /** Workspace of this tab; null if the person is a member of none. */
  readonly workspace: Workspace | null;
  /** All workspaces of the person. */
  readonly workspaces: readonly Workspace[];
  /** Role of the person in the tab's workspace; null without a workspace. */
  readonly role: Role | null;
}

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession works only below SessionProvider');
  return session;
}

/** Hook: time zone of the workspace, in which all days and hours are shown. */
export function useTimeZone(): string {
  return useSession().workspace?.timeZone ?? 'America/Argentina/Buenos_Aires';
}

/** Hook: true if the person has at least this role in the tab's workspace. The server checks rights too. */
export function useHasRole(role: Role): boolean {
  return isAtLeast(useSession().role, role);
}

const fiveMinutes = 5 * 60_000;

async function readCurrentUser(): Promise<CurrentUser | null> {
  // The URL says that this tab must ask for a second factor after a sign-in at the identity provider.
  if (window.location.hash.startsWith(`#${signOnFragments.challenge}=`)) return null;
  try {
    return await call('currentUser');
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

const currentUserQuery = { queryKey: sessionKeys.currentUser, queryFn: readCurrentUser, staleTime: fiveMinutes };

/** The signed-in person; null if nobody is. */
export function useCurrentUser() {
  return useQuery(currentUserQuery);
}

const appInfoQuery = { queryKey: sessionKeys.appInfo, queryFn: () => call('appInfo'), staleTime: fiveMinutes };

export function useAppInfo() {
  return useQuery(appInfoQuery);
}

async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (hasCode(error, 'no_workspace') || (error instanceof ApiError && error.status === 404)) return null;
    throw error;
  }
}

/** Returns the workspace id of a copied link (`?ws=`), and removes it from the URL. */
function takeLinkedWorkspace(): string | null {
  const url = new URL(window.location.href);
  const id = url.searchParams.get('ws');
  if (id === null) return null;
  url.searchParams.delete('ws');
  navigate(`${url.pathname}${url.search}`, { replace: true });
  return id;
}

async function readCurrentWorkspace(): Promise<Workspace | null> {
  let workspace = (await orNull(call('currentWorkspace'))) ?? (await orNull(call('autoAssignWorkspace')));
  const linked = takeLinkedWorkspace();
  if (linked && linked !== workspace?.id) {
    const other = await orNull(call('switchWorkspace', { params: { id: linked } }));
    if (other) workspace = other;
    else toast.bad(errorMessages.not_found);
  }
  showWorkspace(workspace?.id ?? null);
  return workspace;
}

const currentWorkspaceQuery = { queryKey: sessionKeys.currentWorkspace, queryFn: readCurrentWorkspace };

/** Query of the tab's workspace. The server chooses one if none is chosen; null if the person has none. */
export function useCurrentWorkspace() {
  return useQuery(currentWorkspaceQuery);
}

const workspacesQuery = { queryKey: sessionKeys.workspaces, queryFn: () => call('listWorkspaces') };

export function useWorkspaces() {
  return useQuery(workspacesQuery);
}

/** Loads the signed-in user when the app starts. Resolves to true if somebody is signed in. */
export async function prefetchCurrentUser(client: QueryClient): Promise<boolean> {
  await Promise.all([client.prefetchQuery(currentUserQuery), client.prefetchQuery(appInfoQuery)]);
  return Boolean(client.getQueryData(sessionKeys.currentUser));
}

/** Loads the person's workspaces when the app starts, in parallel with the check whether somebody is signed in. */
export async function prefetchWorkspaces(client: QueryClient): Promise<void> {
  await Promise.all([client.prefetchQuery(currentWorkspaceQuery), client.prefetchQuery(workspacesQuery)]);
}

/** Switches this tab to a workspace: drops all data of the other workspace and loads them anew. */
export function enterWorkspace(client: QueryClient, workspace: Workspace): void {
  const { pathname, search } = window.location;
  const address = addressElsewhere(pathname, search);
  if (address !== `${pathname}${search}`) navigate(address, { replace: true });
  showWorkspace(workspace.id);
  client.setQueryData(sessionKeys.currentWorkspace, workspace);
  client.removeQueries({ queryKey: ['workspace'], type: 'inactive' });
  void client.invalidateQueries({ queryKey: sessionKeys.workspaces });
}

/** Drops all data of the previous person, and sets the signed-in person; null for nobody. */
function forgetEverything(client: QueryClient, user: CurrentUser | null): void {
  showWorkspace(null);
  client.setQueryData(sessionKeys.currentUser, user);
  client.removeQueries({
    predicate: (query) => query.queryKey[1] !== 'currentUser' && query.queryKey[1] !== 'appInfo',
  });
}

/** Starts listening: when the server says 'not signed in', the sign-in screen opens with the reason. */
export function watchSessionEnd(client: QueryClient): void {
  whenSessionEnds(() => {
    if (!client.getQueryData(sessionKeys.currentUser)) return;
    forgetEverything(client, null);
    toast.info(errorMessages.not_signed_in);
  });
}

/** Hook: actions to sign in, sign out and switch workspace. Each throws ApiError or ConnectionError. */
export function useSessionActions() {
  const client = useQueryClient();
  function enter(user: CurrentUser): void {
    void forgetWorkOfOthers(user.id);
    forgetDrafts(user.id);
    forgetEverything(client, user);
    // After signing in, the person stays at the URL that they opened, unless it is that of the sign-in page.
    if (window.location.pathname === paths.login()) navigate(paths.dashboard(), { replace: true });
  }
  return {
    /** Signs in by password. Resolves to null, or to a challenge if the account has a second factor. */
    login: async (credentials: ApiInput<'login', 'body'>): Promise<SecondFactorChallenge | null> => {
      const answer = await call('login', { body: credentials });
      if ('challenge' in answer) return answer;
      enter(answer);
      return null;
    },
    /** Opens the console after a correct second factor. */
    enter,
    logout: async (): Promise<void> => {
      await call('logout');
      void deleteAllUnfinishedWork();
      forgetDrafts();
      navigate(paths.login(), { replace: true });
      forgetEverything(client, null);
    },
    /** Switches this tab to another workspace. Realtime informs the session's other tabs. */
    switchWorkspace: async (id: string): Promise<void> => {
      announceWorkspaceSwitch(id);
      try {
        enterWorkspace(
          client,
          await withServiceText(call('switchWorkspace', { params: { id } }), workspaceLabels.switchServiceFailed),
        );
      } finally {
        announceWorkspaceSwitch(null);
      }
    },
    createWorkspace: async (body: ApiInput<'createWorkspace', 'body'>): Promise<Workspace> => {
      const workspace = await call('createWorkspace', { body });
      await Promise.all([
        client.invalidateQueries({ queryKey: sessionKeys.workspaces }),
        client.invalidateQueries({ queryKey: sessionKeys.currentWorkspace }),
      ]);
      return workspace;
    },
  };
}
