/** First load of each route, as modules of the client: the build's groups and the size budget follow it. */
import { screenBuildData, screenNames, screenDefinitions, type ScreenName } from '../src/client/screens.ts';

/** Module of the frame around every screen of a signed-in person. */
export const consoleModule = 'app/signed-in.tsx';
/** Chunks that the console loads as it opens, besides its imports. */
export const consoleParts: readonly string[] = ['api/realtime-socket.ts'];
const moduleOf = (name: ScreenName): string => {
  const { feature, page = feature } = screenBuildData[name];
  return feature === null ? `app/${page}-page.tsx` : `features/${feature}/${page}-page.tsx`;
};
export const loginModule = moduleOf('login');
export const dashboardModule = moduleOf('dashboard');

export interface FirstLoad {
  readonly route: string;
  /** Module of the route's screen, below src/client. */
  readonly page: string;
  /** Chunks that the screen loads as it opens. It is visible without them, so they don't count for its limit. */
  readonly parts: readonly string[];
  /** Limit in KiB, gzipped, of the JavaScript needed before the screen can be used. */
  readonly limitKiB: number;
}

export const firstLoads: readonly FirstLoad[] = screenNames.map((name) => {
  const { feature, limitKiB, parts = [] } = screenBuildData[name];
  return {
    route: screenDefinitions[name].path,
    page: moduleOf(name),
    parts: parts.map((part) => `${feature === null ? '' : `features/${feature}/`}${part}.tsx`),
    limitKiB,
  };
});
