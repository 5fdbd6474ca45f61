/**
 * Every screen of the console, one row each. Router, sidebar, shortcuts, help, chunks, size limits, pictures and tests
 * derive from it. A screen without its import, icon or title elsewhere does not compile. This file imports only types,
 * so that anything may import it.
 */
import type { Role } from '../contract/endpoint.ts';

/** The sections of help, in the order of the help settings. */
export const helpSections = [
  'dashboard',
  'workspaces',
  'campaigns',
  'analytics',
  'users',
  'settings',
  'calls',
  'agents',
] as const;
export type HelpSection = (typeof helpSections)[number];

export const sidebarSections = ['campaigns', 'analysis', 'management', 'admin'] as const;
type SidebarSection = (typeof sidebarSections)[number];

export interface ScreenRow {
  /** The screen's path, as the router matches it. */
  readonly path: string;
  readonly help: HelpSection;
  /** The least role that sees the screen; everybody by default. Others read 'Sin permisos'. */
  readonly role?: Role;
  /** The screen's sidebar entry, in row order; `g` and `key` open it. `role`: the least for it, if not the screen's. */
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
  // Any member may see their workspaces and switch; the sidebar's link is only for editors and admins.
  workspaces: { path: '/workspaces', help: 'workspaces', entry: { section: 'admin', key: 'w', role: 'editor' } },
  users: {
    path: '/user-management',
    help: 'users',
    role: 'editor',
    entry: { section: 'admin', key: 'u' },
  },
} as const satisfies Record<string, ScreenRow>;

export type ScreenName = keyof typeof rows;
/** Screens that have a sidebar entry. */
export type ListedScreen = {
  [N in ScreenName]: (typeof rows)[N] extends { readonly entry: object } ? N : never;
}[ScreenName];

export const screens: Readonly<Record<ScreenName, ScreenRow>> = rows;
export const screenNames = Object.keys(rows) as readonly ScreenName[];

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index]);
}

/** The screen of a path without its query; undefined if there is none. */
export function screenAt(path: string): ScreenName | undefined {
  return screenNames.find((name) => matches(screens[name].path, path));
}

interface ScreenFiles {
  /** Folder below client/features with the screen's module; null for `app/<page>-page.tsx`, made of several. */
  readonly feature: string | null;
  /** Name of the module `<page>-page.tsx`, if it is not the feature's. */
  readonly page?: string;
  /** Limit in KiB, gzipped, of the JavaScript needed before the screen can be used; `npm run check:size` checks it. */
  readonly limitKiB: number;
  /** Chunks loaded right after the screen opens, as paths in its folder or below src/client. Seeing it needs none. */
  readonly parts?: readonly string[];
}

/**
 * Build data of each screen, in an object that no browser loads. Screens where people arrive or stay have a limit of
 * 125 KiB, the others what they need and a little more.
 */
export const screenFiles: Readonly<Record<ScreenName, ScreenFiles>> = {
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
