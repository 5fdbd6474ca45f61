/** What the gate opens to: the sign-in screen or the console, each in a chunk of its own. */
import { routePaths } from '../paths.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { preloadPath } from './routes.tsx';

export const login = lazyPart(() => import('../features/login/login-page.tsx'));
export const signedIn = lazyPart(() => import('./signed-in.tsx'));

/** At start: fetches what the address will most likely show, while the server says who is there. A failure shows later. */
export function preloadStart(path: string): void {
  if (path === routePaths.login) {
    login.preload();
    return;
  }
  signedIn.preload();
  preloadPath(path);
}
