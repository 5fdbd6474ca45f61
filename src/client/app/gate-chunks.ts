/** What the gate opens to: the sign-in screen or the console, each in a chunk of its own, and what both begin with. */
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
 * At start: asks for the session and fetches what the address will most likely show, all at once. Resolves when what is to
 * be shown first can be drawn, or it is known why not.
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
    // What was begun is of no use: nothing waits for it.
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
