/** JavaScript chunks of the sign-in screen and of the console, and the data that both prefetch. */
import type { QueryClient } from '@tanstack/react-query';
import { createReadsAhead } from '../api/read-ahead.ts';
import { sessionKeys } from '../api/query-keys.ts';
import { connectRealtimeEarly } from '../api/use-realtime.ts';
import { isPublicPage } from '../../contract/mail-link-paths.ts';
import type { Workspace } from '../../contract/access.ts';
import { screens } from '../screens.ts';
import { prefetchCurrentUser, prefetchWorkspaces } from '../session/session.ts';
import { lazyPart, whenPreloaded } from '../ui/lazy-part.tsx';
import { preloadPath, prefetchScreenData } from './routes.tsx';

export const signInScreenChunk = lazyPart(() => import('../features/login/login-page.tsx'));
export const consoleChunk = lazyPart(() => import('./signed-in.tsx'));

/**
 * Fetches the session and loads the chunks that the page's URL most likely needs, all in parallel. Resolves when the
 * first screen can be drawn, or when loading it has failed.
 */
export async function preloadStart(client: QueryClient, path: string, search: string): Promise<void> {
  const isSignIn = path === screens.login.path || isPublicPage(path);
  const user = prefetchCurrentUser(client);
  const workspaces = isSignIn ? null : prefetchWorkspaces(client);
  if (isSignIn) signInScreenChunk.preload();
  else {
    consoleChunk.preload();
    preloadPath(path);
  }
  if (await user) connectRealtimeEarly(client);
  else if (!isSignIn) {
    // If no user is signed in, show the sign-in screen without waiting for the console's data.
    signInScreenChunk.preload();
    return;
  }
  await workspaces;
  const workspace = client.getQueryData<Workspace | null>(sessionKeys.currentWorkspace);
  if (workspace)
    void prefetchScreenData(createReadsAhead(client, workspace.id), {
      path,
      search: new URLSearchParams(search),
      workspace,
    });
  await whenPreloaded();
}
