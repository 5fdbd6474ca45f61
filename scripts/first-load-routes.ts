/** What each route fetches at first, by the client's own modules: the build groups by it (vite.config.ts), the budget weighs by it. */

/** The frame around every screen of somebody signed in. */
export const consoleModule = 'app/signed-in.tsx';
/** What it fetches as it opens, besides what it imports. */
export const consoleParts: readonly string[] = ['api/realtime-socket.ts'];
/** The name of its chunk. */
export const consoleName = 'console';
export const loginModule = 'features/login/login-page.tsx';
export const dashboardModule = 'features/dashboard/dashboard-page.tsx';

export interface FirstLoad {
  readonly route: string;
  /** The module of its screen, below src/client. */
  readonly page: string;
  /** What the screen fetches as it opens, besides what it imports: it is seen without them, so they weigh nothing here. */
  readonly parts?: readonly string[];
  /** Of its JavaScript, gzipped, with all that must be there before it can be used. */
  readonly limitKiB: number;
}

/** Where somebody comes first is held to 120 KiB; the others, opened from there, to what they need and a little room. */
export const firstLoads: readonly FirstLoad[] = [
  { route: '/login', page: loginModule, limitKiB: 100 },
  {
    route: '/',
    page: dashboardModule,
    parts: ['volume-card', 'recent-calls-card', 'agent-cards', 'agent-donut', 'first-run-guide'].map(
      (part) => `features/dashboard/${part}.tsx`,
    ),
    limitKiB: 120,
  },
  {
    route: '/analytics',
    page: 'features/analytics/analytics-page.tsx',
    parts: ['features/analytics/daily-card.tsx', 'features/analytics/hours-map.tsx'],
    limitKiB: 135,
  },
  { route: '/historial-llamadas', page: 'features/call-history/call-history-page.tsx', limitKiB: 135 },
  { route: '/rendimiento-agentes', page: 'features/performance/performance-page.tsx', limitKiB: 145 },
  { route: '/user-management', page: 'features/users/users-page.tsx', limitKiB: 145 },
  { route: '/agentes', page: 'features/agents/agents-page.tsx', limitKiB: 150 },
  { route: '/revision-calidad', page: 'features/quality/quality-page.tsx', limitKiB: 155 },
  { route: '/copc-metrics', page: 'features/copc/copc-page.tsx', limitKiB: 160 },
  { route: '/nueva-campana', page: 'features/campaign-wizard/campaign-wizard-page.tsx', limitKiB: 160 },
  { route: '/workspaces', page: 'features/workspaces/workspaces-page.tsx', limitKiB: 170 },
  { route: '/historico-campanas', page: 'features/campaigns/campaigns-page.tsx', limitKiB: 170 },
  { route: '/call/:id', page: 'app/call-page.tsx', limitKiB: 180 },
  { route: '/settings', page: 'features/settings/settings-page.tsx', limitKiB: 215 },
];
