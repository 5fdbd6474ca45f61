/**
 * Loads the code of each screen in screens.ts. A page module default-exports a component that starts with <Page>, and
 * exports `readAhead`, which prefetches the page's data.
 */
import type { ComponentType } from 'react';
import type { Role } from '../../contract/endpoint.ts';
import { screenLabels } from '../../labels/shell-es.ts';
import type { OpenedAddress, ReadAhead, ReadsAhead } from '../api/read-ahead.ts';
import { screenAt, screenNames, screens, type ListedScreen, type ScreenName } from '../screens.ts';
import { isAtLeast } from '../session/roles.ts';
import { lazyPart, type LazyPart } from '../ui/lazy-part.tsx';
import { nowPart } from './now-slot.tsx';

interface ScreenPage {
  readonly page: LazyPart<object>;
  /** Starts the screen's first reads once its code is loaded. */
  readonly readAhead: (ahead: ReadsAhead, address: OpenedAddress) => Promise<void>;
}

export interface AppRoute extends ScreenPage {
  readonly path: string;
  /** The least role that sees the screen; undefined if everybody does. */
  readonly role: Role | undefined;
  /** Title of the screen, shown above 'Sin permisos' to people without the role. */
  readonly title: string;
}

interface ScreenModule {
  readonly default: ComponentType;
  readonly readAhead?: ReadAhead;
}

function page(load: () => Promise<ScreenModule>): ScreenPage {
  return { page: lazyPart(load), readAhead: async (ahead, address) => (await load()).readAhead?.(ahead, address) };
}

const dashboard = page(() => {
  // Code of other features, shown above the dashboard's cards. Coming later, it would move the cards under the reader.
  nowPart.preload();
  return import('../features/dashboard/dashboard-page.tsx');
});

const pages: Readonly<Record<ScreenName, ScreenPage>> = {
  dashboard,
  // The sign-in address shows the dashboard to a person already signed in.
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

export const appRoutes: readonly AppRoute[] = screenNames.map((name) => ({
  path: screens[name].path,
  role: screens[name].role,
  title: name in screenLabels ? screenLabels[name as ListedScreen] : '',
  ...pages[name],
}));

const routeOf = (path: string): AppRoute | undefined => {
  const name = screenAt(path);
  return name && appRoutes[screenNames.indexOf(name)];
};

/** True if a person of that role may open the screen of a path. */
export function maySee(path: string, role: Role | null): boolean {
  const [address = ''] = path.split('?');
  const least = routeOf(address)?.role;
  return least === undefined || isAtLeast(role, least);
}

/** Loads the chunk of a path's screen, on hover. */
export function preloadPath(path: string): void {
  routeOf(path)?.page.preload();
}

/** Starts the first reads of an address's screen. Never rejects: a failure shows when the screen is opened. */
export async function readScreenAhead(ahead: ReadsAhead, address: OpenedAddress): Promise<void> {
  try {
    await routeOf(address.path)?.readAhead(ahead, address);
  } catch {
    // Opening the screen asks again and shows the failure.
  }
}
