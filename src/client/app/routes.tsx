/**
 * Every screen and its path. To add one: its path in paths.ts, a default export in
 * features/<screen>/<screen>-page.tsx that starts with <Page>, a line here, and its entry in sections.ts.
 */
import type { Role } from '../../contract/endpoint.ts';
import { sidebarLabels } from '../../labels/shell-es.ts';
import { routePaths } from '../paths.ts';
import { isAtLeast } from '../session/roles.ts';
import { lazyPart, type LazyPart } from '../ui/lazy-part.tsx';

export interface AppRoute {
  readonly path: string;
  readonly page: LazyPart<object>;
  /** Who may see it at all, and the title above 'Sin permisos' for the others; everybody unless told. */
  readonly guard?: { readonly role: Role; readonly title: string };
}

const dashboard = lazyPart(() => import('../features/dashboard/dashboard-page.tsx'));

export const appRoutes: readonly AppRoute[] = [
  { path: routePaths.dashboard, page: dashboard },
  // Somebody already signed in sees the dashboard there.
  { path: routePaths.login, page: dashboard },
  { path: routePaths.newCampaign, page: lazyPart(() => import('../features/campaign-wizard/campaign-wizard-page.tsx')) },
  { path: routePaths.campaigns, page: lazyPart(() => import('../features/campaigns/campaigns-page.tsx')) },
  { path: routePaths.callHistory, page: lazyPart(() => import('../features/call-history/call-history-page.tsx')) },
  { path: routePaths.call, page: lazyPart(() => import('./call-page.tsx')) },
  { path: routePaths.analytics, page: lazyPart(() => import('../features/analytics/analytics-page.tsx')) },
  { path: routePaths.copc, page: lazyPart(() => import('../features/copc/copc-page.tsx')) },
  { path: routePaths.qualityReview, page: lazyPart(() => import('../features/quality/quality-page.tsx')) },
  { path: routePaths.performance, page: lazyPart(() => import('../features/performance/performance-page.tsx')) },
  { path: routePaths.agents, page: lazyPart(() => import('../features/agents/agents-page.tsx')) },
  {
    path: routePaths.settings,
    page: lazyPart(() => import('../features/settings/settings-page.tsx')),
    guard: { role: 'editor', title: sidebarLabels.settings },
  },
  // Any member may see their workspaces and switch; only the sidebar's link is for editors and admins.
  { path: routePaths.workspaces, page: lazyPart(() => import('../features/workspaces/workspaces-page.tsx')) },
  {
    path: routePaths.users,
    page: lazyPart(() => import('../features/users/users-page.tsx')),
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

function matchesPath(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index]);
}
