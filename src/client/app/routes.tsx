/**
 * Every screen and its path. To add one: its path in paths.ts, a default export in
 * features/<screen>/<screen>-page.tsx that starts with <Page>, beside it what the screen reads first as `readAhead`, a line
 * here, and its entry in sections.ts.
 */
import type { ComponentType } from 'react';
import type { Role } from '../../contract/endpoint.ts';
import { sidebarLabels } from '../../labels/shell-es.ts';
import type { OpenedAddress, ReadAhead, ReadsAhead } from '../api/read-ahead.ts';
import { routePaths } from '../paths.ts';
import { isAtLeast } from '../session/roles.ts';
import { lazyPart, type LazyPart } from '../ui/lazy-part.tsx';

export interface AppRoute {
  readonly path: string;
  readonly page: LazyPart<object>;
  /** Once its code is there: asks for what the screen reads first. */
  readonly readAhead: (ahead: ReadsAhead, address: OpenedAddress) => Promise<void>;
  /** Who may see it at all, and the title above 'Sin permisos' for the others; everybody unless told. */
  readonly guard?: { readonly role: Role; readonly title: string };
}

interface ScreenModule {
  readonly default: ComponentType;
  readonly readAhead?: ReadAhead;
}

function screen(load: () => Promise<ScreenModule>): Pick<AppRoute, 'page' | 'readAhead'> {
  return { page: lazyPart(load), readAhead: async (ahead, address) => (await load()).readAhead?.(ahead, address) };
}

const dashboard = screen(() => import('../features/dashboard/dashboard-page.tsx'));

export const appRoutes: readonly AppRoute[] = [
  { path: routePaths.dashboard, ...dashboard },
  // Somebody already signed in sees the dashboard there.
  { path: routePaths.login, ...dashboard },
  { path: routePaths.newCampaign, ...screen(() => import('../features/campaign-wizard/campaign-wizard-page.tsx')) },
  { path: routePaths.campaigns, ...screen(() => import('../features/campaigns/campaigns-page.tsx')) },
  { path: routePaths.callHistory, ...screen(() => import('../features/call-history/call-history-page.tsx')) },
  { path: routePaths.call, ...screen(() => import('./call-page.tsx')) },
  { path: routePaths.analytics, ...screen(() => import('../features/analytics/analytics-page.tsx')) },
  { path: routePaths.copc, ...screen(() => import('../features/copc/copc-page.tsx')) },
  { path: routePaths.qualityReview, ...screen(() => import('../features/quality/quality-page.tsx')) },
  { path: routePaths.performance, ...screen(() => import('../features/performance/performance-page.tsx')) },
  { path: routePaths.agents, ...screen(() => import('../features/agents/agents-page.tsx')) },
  {
    path: routePaths.settings,
    ...screen(() => import('../features/settings/settings-page.tsx')),
    guard: { role: 'editor', title: sidebarLabels.settings },
  },
  // Any member may see their workspaces and switch; only the sidebar's link is for editors and admins.
  { path: routePaths.workspaces, ...screen(() => import('../features/workspaces/workspaces-page.tsx')) },
  {
    path: routePaths.users,
    ...screen(() => import('../features/users/users-page.tsx')),
    guard: { role: 'editor', title: sidebarLabels.users },
  },
];

/** Whether the screen of a path opens for somebody with that role. */
export function maySee(path: string, role: Role | null): boolean {
  const [address = ''] = path.split('?');
  const guard = appRoutes.find((route) => matchesPath(route.path, address))?.guard;
  return guard === undefined || isAtLeast(role, guard.role);
}

/** Fetches the chunk of the screen that a path shows, on hover. */
export function preloadPath(path: string): void {
  appRoutes.find((route) => matchesPath(route.path, path))?.page.preload();
}

/** The screen of an address asks for what it reads first. Never rejects: a failure shows when the screen is opened. */
export async function readScreenAhead(ahead: ReadsAhead, address: OpenedAddress): Promise<void> {
  try {
    await appRoutes.find((route) => matchesPath(route.path, address.path))?.readAhead(ahead, address);
  } catch {
    // Opening the screen asks again and shows the failure.
  }
}

function matchesPath(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index]);
}
