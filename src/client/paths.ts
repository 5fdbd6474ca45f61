/** Every URL of the console. */
import type { FigureList } from '../contract/figure-lists.ts';
import { screenAt, screens } from './screens.ts';

/** `?a=b` of what is set; empty and undefined values are left out, so that default filters leave a clean address. */
function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value || value === 0) search.set(key, String(value));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** Filters of the call history that other screens link to; of the calls that a figure counts, from contract/figure-lists.ts. */
export interface CallHistoryLink extends FigureList {
  /** Campaign id and its name, which the screen shows as a banner. */
  readonly campaign?: string;
  readonly name?: string;
  readonly agent?: string;
  /** Days that move on with the calendar, as the history names them. */
  readonly days?: string;
  /** Calendar days in the workspace's zone, both included: 'YYYY-MM-DD'. */
  readonly fromDate?: string;
  readonly toDate?: string;
  /** Words to search for. */
  readonly q?: string;
}

/** The range of figures as an address holds it: screens lead to each other with it. */
export function rangeOf(search: URLSearchParams): Readonly<Record<string, string>> {
  const parts = ['period', 'from', 'to', 'compare'].map((name) => [name, search.get(name) ?? ''] as const);
  return Object.fromEntries(parts);
}

/** What in an address names something of one workspace. */
const workspaceParameters = ['campaign', 'name', 'agent', 'agente', 'page', 'campana'] as const;

/** Where somebody stands after a change of workspace: the same screen without what belonged to the last one. */
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
  /** `filters` as the screen keeps them in its address. */
  liveRoom: (filters: { readonly agent?: string | undefined } = {}) => withQuery(screens.liveRoom.path, filters),
  wall: () => `${screens.dashboard.path}?mural=1`,
  login: () => screens.login.path,
  newCampaign: () => screens.newCampaign.path,
  /** The wizard filled from another campaign: all of its recipients, or those who were not contacted. */
  newCampaignFrom: (id: string, only: 'all' | 'uncontacted' = 'all') =>
    withQuery(screens.newCampaign.path, { desde: id, solo: only === 'uncontacted' ? 'no-contactados' : undefined }),
  campaigns: () => screens.campaigns.path,
  /** The campaign's own page. */
  campaign: (id: string) => `/campana/${encodeURIComponent(id)}`,
  addRecipients: (id: string) => `/campana/${encodeURIComponent(id)}/agregar`,
  callHistory: (link: CallHistoryLink = {}) => withQuery(screens.callHistory.path, { ...link }),
  /** The history as a view or a call's `lista` holds it; '' is the whole. */
  callList: (search: string) => (search ? `${screens.callHistory.path}?${search}` : screens.callHistory.path),
  analytics: (range: Readonly<Record<string, string>> = {}) => withQuery(screens.analytics.path, range),
  /** `agent`: one agent's metrics. */
  copc: (agent?: string, range: Readonly<Record<string, string>> = {}) =>
    withQuery(screens.copc.path, { ...range, agent }),
  qualityReview: () => screens.qualityReview.path,
  /** `details`: the agent of the window that is open. */
  agents: (details?: string) => withQuery(screens.agents.path, { agente: details }),
  numbers: () => screens.numbers.path,
  performance: (range: Readonly<Record<string, string>> = {}) => withQuery(screens.performance.path, range),
  /** One agent's page, with a range of figures (`rangeOf`). */
  agent: (id: string, range: Readonly<Record<string, string>> = {}) =>
    withQuery(`/agente/${encodeURIComponent(id)}`, range),
  /**
   * `list`: the search of the history from which it is opened, so that the call knows what comes before and after it; ''
   * is the whole history. `tab` of the page that is open. `scoring`: somebody is to score it.
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
  /** `section` by its name in the address, see features/settings/form/settings-sections.ts; the first unless told. */
  settings: (section?: string) => withQuery(screens.settings.path, { seccion: section }),
  /** `dialog` of those that the screen keeps in its address. */
  workspaces: (dialog?: 'invitar') => withQuery(screens.workspaces.path, { dialog }),
  users: (dialog?: 'nuevo') => withQuery(screens.users.path, { dialog }),
};
