/** What the gate opens to: the sign-in screen or the console, each in a chunk of its own, and what both begin with. */
import type { QueryClient } from '@tanstack/react-query';
import { routePaths } from '../paths.ts';
import { connectAhead } from '../api/use-realtime.ts';
import { readSessionAhead } from '../session/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { preloadPath } from './routes.tsx';

export const login = lazyPart(() => import('../features/login/login-page.tsx'));
export const signedIn = lazyPart(() => import('./signed-in.tsx'));

async function startSession(client: QueryClient, withWorkspaces: boolean): Promise<void> {
  if (await readSessionAhead(client, withWorkspaces)) connectAhead(client);
}

/** At start: asks for the session and fetches what the address will most likely show, all at once. A failure shows later. */
export function preloadStart(client: QueryClient, path: string): void {
  const isSignIn = path === routePaths.login;
  void startSession(client, !isSignIn);
  if (isSignIn) {
    login.preload();
    return;
  }
  signedIn.preload();
  preloadPath(path);
}
