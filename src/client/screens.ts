/**
 * List of every screen of the console. Router, sidebar, shortcuts, help, chunks, size limits, screenshots and tests use
 * it. If a screen lacks its import, icon or title elsewhere, the code does not compile. This file imports only types,
 * so that any code may import it.
 */
import type { Role } from '../contract/endpoint.ts';

/** Groups of help texts, in the order in which the help settings list them. */
export const helpSectionIds = [
  'dashboard',
  'workspaces',
  'campaigns',
  'analytics',
  'users',
  'settings',
  'calls',
  'agents',
] as const;
export type HelpSectionId = (typeof helpSectionIds)[number];

export const sidebarSectionNames = ['campaigns', 'analysis', 'management', 'admin'] as const;
type SidebarSection = (typeof sidebarSectionNames)[number];

export interface ScreenDefinition {
  /** The screen's path, as the router matches it. */
  readonly path: string;
  readonly help: HelpSectionId;
  /** The lowest role that may see the screen; by default every role may. Other users read 'Sin permisos'. */
  readonly role?: Role;
  /**
   * Sidebar link of the screen. `key`: key that opens the screen when pressed after `g`. `role`: lowest role that sees
   * the link, by default the lowest role that may see the screen.
   */
  readonly entry?: { readonly section: SidebarSection; readonly key: string; readonly role?: Role };
}

const rows = {
  login: { path: '/login', help: 'dashboard' },
  dashboard: { path: '/', help: 'dashboard', entry: { section: 'campaigns', key: 'd' } },
  liveRoom: { path: '/en-vivo', help: 'calls', entry: { section: 'campaigns', key: 'v' } },
  newCampaign: { path: '/nueva-campana', help: 'campaigns', entry: { section: 'campaigns', key: 'n', role: 'editor' } },
  campaigns: { path: '/historico-campanas', help: 'campaigns', entry: { section: 'campaigns', key: 'h' } },
  campaign: { path: '/campana/:id', help: 'campaigns' },
  addRecipients: { path: '/campana/:id/agregar', help: 'campaigns' },
  callHistory: { path: '/historial-llamadas', help: 'calls', entry: { section: 'campaigns', key: 'l' } },
  call: { path: '/call/:id', help: 'calls' },
  analytics: { path: '/analytics', help: 'analytics', entry: { section: 'analysis', key: 'y' } },
  copc: { path: '/copc-metrics', help: 'analytics', entry: { section: 'analysis', key: 'c' } },
  qualityReview: { path: '/revision-calidad', help: 'analytics', entry: { section: 'analysis', key: 'q' } },
  agent: { path: '/agente/:id', help: 'analytics' },
  agents: { path: '/agentes', help: 'agents', entry: { section: 'management', key: 'a' } },
  performance: { path: '/rendimiento-agentes', help: 'analytics', entry: { section: 'management', key: 'r' } },
  numbers: {
    path: '/numeros',
    help: 'settings',
    role: 'editor',
    entry: { section: 'management', key: 'o' },
  },
  settings: {
    path: '/settings',
    help: 'settings',
    role: 'editor',
    entry: { section: 'admin', key: 's' },
  },
  // Linked from the settings.
  apiReference: { path: '/referencia-api', help: 'settings' },
  // Any member may open the workspaces screen to switch, but only editors and admins see its sidebar link.
  workspaces: { path: '/workspaces', help: 'workspaces', entry: { section: 'admin', key: 'w', role: 'editor' } },
  users: {
    path: '/user-management',
    help: 'users',
    role: 'editor',
    entry: { section: 'admin', key: 'u' },
  },
} as const satisfies Record<string, ScreenDefinition>;

export type ScreenName = keyof typeof rows;
/** Screens that have a sidebar entry. */
export type SidebarScreenName = {
  [N in ScreenName]: (typeof rows)[N] extends { readonly entry: object } ? N : never;
}[ScreenName];

export const screenDefinitions: Readonly<Record<ScreenName, ScreenDefinition>> = rows;
export const screenNames = Object.keys(rows) as readonly ScreenName[];

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index]);
}

/** Name of the screen at a path without query string; undefined if no screen has this path. */
export function getScreenNameOfPath(path: string): ScreenName | undefined {
  return screenNames.find((name) => matches(screenDefinitions[name].path, path));
}

interface ScreenFiles {
  /** Folder in client/features that contains the screen's module; null if it is `app/<page>-page.tsx`. */
  readonly feature: string | null;
  /**
   * File name of the screen's module without the ending `-page.tsx`. By default, it is the name of the module's folder.
   */
  readonly page?: string;
  /** Limit in KiB, gzipped, for the JavaScript needed to use the screen. `npm run check:size` checks it. */
  readonly limitKiB: number;
  /** Paths of chunks that load after the screen is shown, relative to the screen's folder or to src/client. */
  readonly parts?: readonly string[];
}

/**
 * Source folder and download size limit of each screen, used only by the build and its size check. Screens that people
 * open first or keep open have a limit of at most 125 KiB. The limits of other screens are slightly above their present
 * size.
 */
export const screenBuildData: Readonly<Record<ScreenName, ScreenFiles>> = {
  login: { feature: 'login', limitKiB: 100 },
  dashboard: {
    feature: 'dashboard',
    limitKiB: 125,
    parts: ['volume-card', 'recent-calls-card', 'agent-cards', 'first-run-guide'],
  },
  liveRoom: { feature: 'live-room', limitKiB: 122, parts: ['room'] },
  newCampaign: { feature: 'campaign-wizard', limitKiB: 165 },
  campaigns: { feature: 'campaigns', limitKiB: 175 },
  campaign: { feature: 'campaigns', page: 'campaign', limitKiB: 180 },
  addRecipients: { feature: 'campaign-wizard', page: 'add-recipients', limitKiB: 151 },
  callHistory: { feature: 'call-history', limitKiB: 141 },
  call: { feature: null, page: 'call', limitKiB: 180 },
  analytics: {
    feature: null,
    page: 'analytics',
    limitKiB: 137,
    parts: ['reasons-card', 'agents-card', 'daily-card', 'hours-map'].map((part) => `features/analytics/${part}`),
  },
  copc: { feature: 'copc', limitKiB: 160, parts: ['metric-dialog'] },
  qualityReview: { feature: 'quality', limitKiB: 155 },
  agent: { feature: null, page: 'agent', limitKiB: 143 },
  agents: { feature: 'agents', limitKiB: 150 },
  numbers: { feature: 'numbers', limitKiB: 130 },
  performance: { feature: 'performance', limitKiB: 149 },
  settings: { feature: 'settings', limitKiB: 217 },
  apiReference: { feature: 'api-reference', limitKiB: 127 },
  workspaces: { feature: 'workspaces', limitKiB: 170 },
  users: { feature: 'users', limitKiB: 145 },
};
