/** Every URL of the console. */
import type { FigureCallFilters } from '../contract/figure-lists.ts';
import { screenAt, screens } from './screens.ts';

/** The query `?a=b`; empty and undefined values are left out, so that default filters leave a clean address. */
function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value || value === 0) search.set(key, String(value));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** Filters of the call history that other screens link to, including those of contract/figure-lists.ts. */
export interface CallHistoryLink extends FigureCallFilters {
  /** Campaign id and name, shown as a banner. */
  readonly campaign?: string;
  readonly name?: string;
  readonly agent?: string;
  /** Named range of days, by the history's name. */
  readonly days?: string;
  /** Calendar days in the workspace's zone, both included: 'YYYY-MM-DD'. */
  readonly fromDate?: string;
  readonly toDate?: string;
  /** Words to search for. */
  readonly q?: string;
}

/** The parameters of a range of figures, for links between screens. */
export function rangeOf(search: URLSearchParams): Readonly<Record<string, string>> {
  const parts = ['period', 'from', 'to', 'compare'].map((name) => [name, search.get(name) ?? ''] as const);
  return Object.fromEntries(parts);
}

/** Parameters that belong to one workspace. */
const workspaceParameters = ['campaign', 'name', 'agent', 'agente', 'page', 'campana'] as const;

/** The address after a change of workspace: the same screen without parameters of the last workspace. */
export function addressElsewhere(path: string, search: string): string {
  if (screenAt(path) === 'call') return screens.dashboard.path;
  if (screenAt(path) === 'campaign' || screenAt(path) === 'addRecipients') return screens.campaigns.path;
  if (screenAt(path) === 'agent') return screens.performance.path;
  if (path === screens.newCampaign.path) return path;
  const parameters = new URLSearchParams(search);
  for (const name of workspaceParameters) parameters.delete(name);
  return withQuery(path, Object.fromEntries(parameters));
}

export const paths = {
  dashboard: () => screens.dashboard.path,
  /** The live room. `filters` are those of its address. */
  liveRoom: (filters: { readonly agent?: string | undefined } = {}) => withQuery(screens.liveRoom.path, filters),
  wall: () => `${screens.dashboard.path}?mural=1`,
  login: () => screens.login.path,
  newCampaign: () => screens.newCampaign.path,
  /** The wizard filled from another campaign: all of its recipients, or those who were not contacted. */
  newCampaignFrom: (id: string, only: 'all' | 'uncontacted' = 'all') =>
    withQuery(screens.newCampaign.path, { desde: id, solo: only === 'uncontacted' ? 'no-contactados' : undefined }),
  campaigns: () => screens.campaigns.path,
  /** A campaign's own page. */
  campaign: (id: string) => `/campana/${encodeURIComponent(id)}`,
  addRecipients: (id: string) => `/campana/${encodeURIComponent(id)}/agregar`,
  callHistory: (link: CallHistoryLink = {}) => withQuery(screens.callHistory.path, { ...link }),
  /** The history with the query of a view or of a call's `lista`; '' for all calls. */
  callList: (search: string) => (search ? `${screens.callHistory.path}?${search}` : screens.callHistory.path),
  analytics: (range: Readonly<Record<string, string>> = {}) => withQuery(screens.analytics.path, range),
  /** Path of the quality metrics. `agent` is the id of the agent to show. */
  copc: (agent?: string, range: Readonly<Record<string, string>> = {}) =>
    withQuery(screens.copc.path, { ...range, agent }),
  qualityReview: () => screens.qualityReview.path,
  /** Path of the agents screen. `details` is the id of the agent whose window is open. */
  agents: (details?: string) => withQuery(screens.agents.path, { agente: details }),
  numbers: () => screens.numbers.path,
  performance: (range: Readonly<Record<string, string>> = {}) => withQuery(screens.performance.path, range),
  /** One agent's page, with a range of figures (`rangeOf`). */
  agent: (id: string, range: Readonly<Record<string, string>> = {}) =>
    withQuery(`/agente/${encodeURIComponent(id)}`, range),
  /**
   * A call's page. `list`: query of the history from which it is opened, for its neighbours; '' for the whole history.
   * `tab`: the open tab. `scoring`: opens the review.
   */
  call: (
    id: string,
    {
      list,
      tab,
      scoring,
    }: { readonly list?: string; readonly tab?: string | undefined; readonly scoring?: boolean } = {},
  ) => {
    const parts = {
      ...(list === undefined ? {} : { lista: list }),
      ...(tab ? { tab } : {}),
      ...(scoring ? { evaluar: '1' } : {}),
    };
    const search = new URLSearchParams(parts).toString();
    return `/call/${encodeURIComponent(id)}${search ? `?${search}` : ''}`;
  },
  apiReference: () => screens.apiReference.path,
  /** The settings. `section`: its name in features/settings/form/settings-sections.ts; by default the first. */
  settings: (section?: string) => withQuery(screens.settings.path, { seccion: section }),
  /** The workspaces. `dialog`: one that the screen keeps in its address. */
  workspaces: (dialog?: 'invitar') => withQuery(screens.workspaces.path, { dialog }),
  users: (dialog?: 'nuevo') => withQuery(screens.users.path, { dialog }),
};
