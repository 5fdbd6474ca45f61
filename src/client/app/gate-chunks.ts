/** JavaScript chunks of the sign-in screen and of the console, and the data that both prefetch. */
import type { QueryClient } from '@tanstack/react-query';
import { createScreenDataPrefetcher } from '../api/read-ahead.ts';
import { sessionQueryKeys } from '../api/query-keys.ts';
import { preconnectRealtime } from '../api/use-realtime.ts';
import { isPublicPagePath } from '../../contract/mail-link-paths.ts';
import type { Workspace } from '../../contract/access.ts';
import { screenDefinitions } from '../screens.ts';
import { prefetchCurrentUser, prefetchWorkspaces } from '../session/session.ts';
import { createLazyComponent, waitForPreloads } from '../ui/lazy-part.tsx';
import { preloadScreenOfPath, prefetchScreenData } from './routes.tsx';

export const lazySignInScreen = createLazyComponent(() => import('../features/login/login-page.tsx'));
export const lazySignedInConsole = createLazyComponent(() => import('./signed-in.tsx'));

/**
 * Fetches the session and loads the chunks that the page's URL most likely needs, all in parallel. Resolves when the
 * first screen can be drawn, or when loading it has failed.
 */
export async function preloadFirstScreen(client: QueryClient, path: string, search: string): Promise<void> {
  const isSignIn = path === screenDefinitions.login.path || isPublicPagePath(path);
  const user = prefetchCurrentUser(client);
  const workspaces = isSignIn ? null : prefetchWorkspaces(client);
  if (isSignIn) lazySignInScreen.preload();
  else {
    lazySignedInConsole.preload();
    preloadScreenOfPath(path);
  }
  if (await user) preconnectRealtime(client);
  else if (!isSignIn) {
    // If no user is signed in, show the sign-in screen without waiting for the console's data.
    lazySignInScreen.preload();
    return;
  }
  await workspaces;
  const workspace = client.getQueryData<Workspace | null>(sessionQueryKeys.currentWorkspace);
  if (workspace)
    void prefetchScreenData(createScreenDataPrefetcher(client, workspace.id), {
      path,
      search: new URLSearchParams(search),
      workspace,
    });
  await waitForPreloads();
}
