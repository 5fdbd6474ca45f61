/** JavaScript chunks of the sign-in screen and of the console, and the data that both prefetch. */
import type { QueryClient } from '@tanstack/react-query';
import { createReadsAhead } from '../api/read-ahead.ts';
import { sessionKeys } from '../api/query-keys.ts';
import { connectAhead } from '../api/use-realtime.ts';
import { isPublicPage } from '../../contract/mail-link-paths.ts';
import type { Workspace } from '../../contract/access.ts';
import { screens } from '../screens.ts';
import { readUserAhead, readWorkspacesAhead } from '../session/session.ts';
import { lazyPart, whenPreloaded } from '../ui/lazy-part.tsx';
import { preloadPath, readScreenAhead } from './routes.tsx';

export const login = lazyPart(() => import('../features/login/login-page.tsx'));
export const signedIn = lazyPart(() => import('./signed-in.tsx'));

/**
 * Starts the page: fetches the session and loads the chunks that the URL most likely needs, all in parallel. Resolves
 * when the first screen can be drawn, or when loading it has failed.
 */
export async function preloadStart(client: QueryClient, path: string, search: string): Promise<void> {
  const isSignIn = path === screens.login.path || isPublicPage(path);
  const user = readUserAhead(client);
  const workspaces = isSignIn ? null : readWorkspacesAhead(client);
  if (isSignIn) login.preload();
  else {
    signedIn.preload();
    preloadPath(path);
  }
  if (await user) connectAhead(client);
  else if (!isSignIn) {
    // If no user is signed in, show the sign-in screen without waiting for the console's prefetches.
    login.preload();
    return;
  }
  await workspaces;
  const workspace = client.getQueryData<Workspace | null>(sessionKeys.currentWorkspace);
  if (workspace)
    void readScreenAhead(createReadsAhead(client, workspace.id), {
      path,
      search: new URLSearchParams(search),
      workspace,
    });
  await whenPreloaded();
}
