/** Every URL of the console. */
import type { FigureCallFilters } from '../contract/figure-lists.ts';
import { getScreenNameOfPath, screenDefinitions } from './screens.ts';

/**
 * Appends query parameters to a path as `?name=value&…`. Empty and undefined values are left out, so that the URL stays
 * short.
 */
function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value || value === 0) search.set(key, String(value));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** Filters of a link to the call history, including those for the calls behind a figure (contract/figure-lists.ts). */
export interface CallHistoryLinkFilters extends FigureCallFilters {
  /** Id and name of the campaign whose calls are listed. The name is shown in a banner. */
  readonly campaign?: string;
  readonly name?: string;
  readonly agent?: string;
  /** Id of a named date range, such as the last 7 days. */
  readonly days?: string;
  /** First and last calendar day in the workspace's time zone, both included: 'YYYY-MM-DD'. */
  readonly fromDate?: string;
  readonly toDate?: string;
  /** Words to search for. */
  readonly q?: string;
}

/** Copies the date range's parameters of a statistics screen from a URL's query, for links to other such screens. */
export function pickPeriodParameters(search: URLSearchParams): Readonly<Record<string, string>> {
  const parts = ['period', 'from', 'to', 'compare'].map((name) => [name, search.get(name) ?? ''] as const);
  return Object.fromEntries(parts);
}

/** Query parameters whose values exist in one workspace only. */
const workspaceParameters = ['campaign', 'name', 'agent', 'agente', 'page', 'campana'] as const;

/**
 * Returns the path to open after a switch of workspace. It is the current screen, without parameters that name data of
 * the old workspace. If the screen shows one call, campaign or agent, it is the path of a general screen.
 */
export function getPathAfterWorkspaceSwitch(path: string, search: string): string {
  if (getScreenNameOfPath(path) === 'call') return screenDefinitions.dashboard.path;
  if (getScreenNameOfPath(path) === 'campaign' || getScreenNameOfPath(path) === 'addRecipients')
    return screenDefinitions.campaigns.path;
  if (getScreenNameOfPath(path) === 'agent') return screenDefinitions.performance.path;
  if (path === screenDefinitions.newCampaign.path) return path;
  const parameters = new URLSearchParams(search);
  for (const name of workspaceParameters) parameters.delete(name);
  return withQuery(path, Object.fromEntries(parameters));
}

export const screenPaths = {
  dashboard: () => screenDefinitions.dashboard.path,
  /** Path of the screen of live calls. `filters` are its query parameters. */
  liveRoom: (filters: { readonly agent?: string | undefined } = {}) =>
    withQuery(screenDefinitions.liveRoom.path, filters),
  wall: () => `${screenDefinitions.dashboard.path}?mural=1`,
  login: () => screenDefinitions.login.path,
  newCampaign: () => screenDefinitions.newCampaign.path,
  /** Path of the campaign wizard, prefilled from campaign `id` with all of its recipients or those not contacted. */
  newCampaignFrom: (id: string, only: 'all' | 'uncontacted' = 'all') =>
    withQuery(screenDefinitions.newCampaign.path, {
      desde: id,
      solo: only === 'uncontacted' ? 'no-contactados' : undefined,
    }),
  campaigns: () => screenDefinitions.campaigns.path,
  /** A campaign's own page. */
  campaign: (id: string) => `/campana/${encodeURIComponent(id)}`,
  addRecipients: (id: string) => `/campana/${encodeURIComponent(id)}/agregar`,
  callHistory: (link: CallHistoryLinkFilters = {}) => withQuery(screenDefinitions.callHistory.path, { ...link }),
  /** Path of the call history. `search`: query string of its filters, such as a saved view's; '' for all calls. */
  callList: (search: string) =>
    search ? `${screenDefinitions.callHistory.path}?${search}` : screenDefinitions.callHistory.path,
  analytics: (range: Readonly<Record<string, string>> = {}) => withQuery(screenDefinitions.analytics.path, range),
  /** Path of the quality metrics. `agent` is the id of the agent to show; `range` is the date range's parameters. */
  copc: (agent?: string, range: Readonly<Record<string, string>> = {}) =>
    withQuery(screenDefinitions.copc.path, { ...range, agent }),
  qualityReview: () => screenDefinitions.qualityReview.path,
  /** Path of the agents screen. `details` is the id of the agent whose dialog is open. */
  agents: (details?: string) => withQuery(screenDefinitions.agents.path, { agente: details }),
  numbers: () => screenDefinitions.numbers.path,
  performance: (range: Readonly<Record<string, string>> = {}) => withQuery(screenDefinitions.performance.path, range),
  /** Path of one agent's page. `range`: the date range's parameters. */
  agent: (id: string, range: Readonly<Record<string, string>> = {}) =>
    withQuery(`/agente/${encodeURIComponent(id)}`, range),
  /**
   * Path of a call's page. `list`: query string of the call history from which the call is opened, for the previous and
   * next call; '' for all calls. `tab`: the open tab. `scoring`: opens the form to review the call.
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
  apiReference: () => screenDefinitions.apiReference.path,
  /** Path of the settings. `section`: id of a section of settings-sections.ts; the first one by default. */
  settings: (section?: string) => withQuery(screenDefinitions.settings.path, { seccion: section }),
  /** Path of the workspaces screen. `dialog`: the dialog that is open. */
  workspaces: (dialog?: 'invitar') => withQuery(screenDefinitions.workspaces.path, { dialog }),
  users: (dialog?: 'nuevo') => withQuery(screenDefinitions.users.path, { dialog }),
};
