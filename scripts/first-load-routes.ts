/** What each route fetches at first, by the client's own modules: the build groups by it (vite.config.ts), the budget weighs by it. */
import { screenFiles, screenNames, screens, type ScreenName } from '../src/client/screens.ts';

/** The frame around every screen of somebody signed in. */
export const consoleModule = 'app/signed-in.tsx';
/** What it fetches as it opens, besides what it imports. */
export const consoleParts: readonly string[] = ['api/realtime-socket.ts'];
/** The name of its chunk. */
export const consoleName = 'console';
const moduleOf = (name: ScreenName): string => {
  const { feature, page = feature } = screenFiles[name];
  return feature === null ? `app/${page}-page.tsx` : `features/${feature}/${page}-page.tsx`;
};
export const loginModule = moduleOf('login');
export const dashboardModule = moduleOf('dashboard');

export interface FirstLoad {
  readonly route: string;
  /** The module of its screen, below src/client. */
  readonly page: string;
  /** What the screen fetches as it opens, besides what it imports: it is seen without them, so they weigh nothing here. */
  readonly parts: readonly string[];
  /** Of its JavaScript, gzipped, with all that must be there before it can be used. */
  readonly limitKiB: number;
}

export const firstLoads: readonly FirstLoad[] = screenNames.map((name) => {
  const { feature, limitKiB, parts = [] } = screenFiles[name];
  return {
    route: screens[name].path,
    page: moduleOf(name),
    parts: parts.map((part) => `${feature === null ? '' : `features/${feature}/`}${part}.tsx`),
    limitKiB,
  };
});
