/** What the gate opens to: the sign-in screen or the console, each in a chunk of its own. */
import { routePaths } from '../paths.ts';
import { preloadPath } from './routes.tsx';

export const loadLogin = () => import('../features/login/login-page.tsx');
export const loadSignedIn = () => import('./signed-in.tsx');

/** At start: fetches what the address will most likely show, while the server says who is there. A failure shows later. */
export function preloadStart(path: string): void {
  const load = path === routePaths.login ? loadLogin() : loadSignedIn();
  load.catch(() => undefined);
  if (path !== routePaths.login) preloadPath(path);
}
