/**
 * Every screen of the console, a row each. Router, sidebar, shortcuts, help, the build's files, their limits, the pictures and the
 * tests of all screens derive from it; where one needs more (an import, an icon, a title), a missing row does not compile.
 * Imports types alone, so that anything may import it.
 */
import type { Role } from '../contract/endpoint.ts';

/** The sections of help, in the order of its settings. */
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
  /** As the router matches it. */
  readonly path: string;
  readonly help: HelpSection;
  /** The least role that sees it; everybody unless told. Others read 'Sin permisos'. */
  readonly role?: Role;
  /** Its place in the sidebar, in the order of rows; `g` and then `key` leads there. `role`: the least that sees the entry; the screen's unless told. */
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
  // Led to from the settings' section.
  apiReference: { path: '/referencia-api', help: 'settings' },
  // Any member may see their workspaces and switch; only the sidebar's link is for editors and admins.
  workspaces: { path: '/workspaces', help: 'workspaces', entry: { section: 'admin', key: 'w', role: 'editor' } },
  users: {
    path: '/user-management',
    help: 'users',
    role: 'editor',
    entry: { section: 'admin', key: 'u' },
  },
} as const satisfies Record<string, ScreenRow>;

export type ScreenName = keyof typeof rows;
/** Those that the sidebar lists. */
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

/** The screen of a path without its query; undefined where there is none. */
export function screenAt(path: string): ScreenName | undefined {
  return screenNames.find((name) => matches(screens[name].path, path));
}

interface ScreenFiles {
  /** Its folder below client/features, where `<feature>/<feature>-page.tsx` is its module; null: `app/<page>-page.tsx`, made of two features. */
  readonly feature: string | null;
  /** `<page>-page.tsx`, where it is not the feature's name. */
  readonly page?: string;
  /** Of its JavaScript at first, gzipped, with all that must be there before it can be used; `npm run check:size` weighs it. */
  readonly limitKiB: number;
  /** What it fetches as it opens, besides what it imports, in its folder; without one below src/client. It is seen without them. */
  readonly parts?: readonly string[];
}

/**
 * What the build needs of each; apart, so that no browser fetches it. Where somebody comes first or stays is held to 123 KiB; the others,
 * opened from there, to what they need and a little room.
 */
export const screenFiles: Readonly<Record<ScreenName, ScreenFiles>> = {
  login: { feature: 'login', limitKiB: 100 },
  dashboard: {
    feature: 'dashboard',
    limitKiB: 123,
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
  apiReference: { feature: 'api-reference', limitKiB: 128 },
  workspaces: { feature: 'workspaces', limitKiB: 170 },
  users: { feature: 'users', limitKiB: 145 },
};
