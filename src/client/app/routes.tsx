/**
 * Loads the code of each screen in screens.ts. A page's module default-exports its component, whose root element is
 * <Page>. Its export `readAhead` prefetches the page's data.
 */
import type { ComponentType } from 'react';
import type { Role } from '../../contract/endpoint.ts';
import { screenLabels } from '../../labels/shell-es.ts';
import type { OpenedScreenAddress, ScreenPrefetchFunction, ScreenDataPrefetcher } from '../api/read-ahead.ts';
import {
  getScreenNameOfPath,
  screenNames,
  screenDefinitions,
  type SidebarScreenName,
  type ScreenName,
} from '../screens.ts';
import { isRoleAtLeast } from '../session/roles.ts';
import { createLazyComponent, type LazyComponent } from '../ui/lazy-part.tsx';
import { dashboardCurrentActivityChunk } from './now-slot.tsx';

interface ScreenPage {
  readonly page: LazyComponent<object>;
  /** Loads a screen's code and then prefetches its data. */
  readonly readAhead: (ahead: ScreenDataPrefetcher, address: OpenedScreenAddress) => Promise<void>;
}

export interface ScreenRoute extends ScreenPage {
  readonly path: string;
  /** The lowest role that may see the screen; undefined if every role may. */
  readonly role: Role | undefined;
  /** Title of the screen, shown above 'Sin permisos' if the user's role may not see it. */
  readonly title: string;
}

interface ScreenModule {
  readonly default: ComponentType;
  readonly readAhead?: ScreenPrefetchFunction;
}

function page(load: () => Promise<ScreenModule>): ScreenPage {
  return {
    page: createLazyComponent(load),
    readAhead: async (ahead, address) => (await load()).readAhead?.(ahead, address),
  };
}

const dashboard = page(() => {
  // Preload the section above the dashboard's cards. If it appeared later, it would push the cards down.
  dashboardCurrentActivityChunk.preload();
  return import('../features/dashboard/dashboard-page.tsx');
});

const pages: Readonly<Record<ScreenName, ScreenPage>> = {
  dashboard,
  // If a signed-in user opens the URL of the sign-in screen, show the dashboard.
  login: dashboard,
  liveRoom: page(() => import('../features/live-room/live-room-page.tsx')),
  newCampaign: page(() => import('../features/campaign-wizard/campaign-wizard-page.tsx')),
  campaigns: page(() => import('../features/campaigns/campaigns-page.tsx')),
  campaign: page(() => import('../features/campaigns/campaign-page.tsx')),
  addRecipients: page(() => import('../features/campaign-wizard/add-recipients-page.tsx')),
  callHistory: page(() => import('../features/call-history/call-history-page.tsx')),
  call: page(() => import('./call-page.tsx')),
  analytics: page(() => import('./analytics-page.tsx')),
  copc: page(() => import('../features/copc/copc-page.tsx')),
  qualityReview: page(() => import('../features/quality/quality-page.tsx')),
  performance: page(() => import('../features/performance/performance-page.tsx')),
  agent: page(() => import('./agent-page.tsx')),
  numbers: page(() => import('../features/numbers/numbers-page.tsx')),
  agents: page(() => import('../features/agents/agents-page.tsx')),
  settings: page(() => import('../features/settings/settings-page.tsx')),
  apiReference: page(() => import('../features/api-reference/api-reference-page.tsx')),
  workspaces: page(() => import('../features/workspaces/workspaces-page.tsx')),
  users: page(() => import('../features/users/users-page.tsx')),
};

export const screenRoutes: readonly ScreenRoute[] = screenNames.map((name) => ({
  path: screenDefinitions[name].path,
  role: screenDefinitions[name].role,
  title: name in screenLabels ? screenLabels[name as SidebarScreenName] : '',
  ...pages[name],
}));

const routeOf = (path: string): ScreenRoute | undefined => {
  const name = getScreenNameOfPath(path);
  return name && screenRoutes[screenNames.indexOf(name)];
};

/** Returns true if a user with this role may open the screen of the given path. */
export function mayOpenScreen(path: string, role: Role | null): boolean {
  const [address = ''] = path.split('?');
  const least = routeOf(address)?.role;
  return least === undefined || isRoleAtLeast(role, least);
}

/** Preloads the code of the screen of a path, for example when a link is hovered. */
export function preloadScreenOfPath(path: string): void {
  routeOf(path)?.page.preload();
}

/** Prefetches the data of the screen at a URL. Never rejects, because opening the screen shows the failure. */
export async function prefetchScreenData(ahead: ScreenDataPrefetcher, address: OpenedScreenAddress): Promise<void> {
  try {
    await routeOf(address.path)?.readAhead(ahead, address);
  } catch {
    // A failed prefetch is ignored: opening the screen fetches again and shows the error.
  }
}
