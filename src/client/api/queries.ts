/**
 * React hooks that fetch a workspace's data. They wait until the tab's workspace is known, and keep the old data while
 * new data load. An endpoint used here must be added to `invalidatedBy` in realtime-effects.ts, which refetches it. Add
 * a hook here if several features use it or if it polls. Other hooks call `useApiQuery` in their feature.
 */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ApiRequestPart, ApiResponse } from '../../contract/api.ts';
import type { ApiRouteName } from '../../contract/routes.ts';
import { callApi, callApiForListPage, type ApiRequestInput, type ApiListPage } from './client.ts';
import { getWorkspaceQueryKey } from './query-keys.ts';
import { useIsRealtimeConnected } from './realtime.ts';
import { useTabWorkspaceState } from './tab-state.ts';

interface ReadOptions {
  readonly enabled?: boolean;
  /** Polling interval of a query in ms while the tab is visible. By default only WebSocket messages cause a refetch. */
  readonly refetchInterval?: number;
  /** Age in ms above which data are refetched when a screen opens. By default age causes no refetch. */
  readonly staleTime?: number;
  /** True if the query is never refetched automatically, not even while the WebSocket is closed. */
  readonly once?: true;
  /**
   * True if this query does not affect the displayed age of the screen's data, because it is not the screen's main
   * content.
   */
  readonly isAside?: true;
  readonly retry?: number;
}

const halfMinute = 30_000;

/**
 * Polling interval of a query in ms; false for no polling. While the WebSocket is closed, queries are polled, because
 * no WebSocket message can then report changes.
 */
function intervalOf({ once, refetchInterval }: ReadOptions, isLive: boolean): number | false {
  if (once) return false;
  return isLive ? (refetchInterval ?? false) : Math.min(refetchInterval ?? halfMinute, halfMinute);
}

/** TanStack Query options for an API endpoint of a workspace: the query key and the function that fetches. */
export function buildWorkspaceQueryOptions<T>(
  workspaceId: string | null,
  name: ApiRouteName,
  input: unknown,
  read: (signal: AbortSignal) => Promise<T>,
) {
  return {
    queryKey: getWorkspaceQueryKey(workspaceId, name, input),
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<T> => {
      // Start each fetch in its own task of the event loop. On a slow phone each start takes 10 ms, so ten starts at
      // once would delay drawing.
      await new Promise((resolve) => setTimeout(resolve));
      return read(signal);
    },
  };
}

/** Like `useApiQuery`, for data that need several requests: `read` sends them; `name` and `input` are the cache key. */
export function useWorkspaceQuery<T>(
  name: ApiRouteName,
  input: unknown,
  read: (signal: AbortSignal) => Promise<T>,
  options: ReadOptions = {},
): UseQueryResult<T> {
  const { workspaceId, mismatched } = useTabWorkspaceState();
  const isLive = useIsRealtimeConnected();
  return useQuery({
    ...buildWorkspaceQueryOptions(workspaceId, name, input, read),
    // If another tab switched the workspace, queries stop until the page reloads, because the server would refuse them.
    enabled: workspaceId !== null && !mismatched && (options.enabled ?? true),
    placeholderData: keepPreviousData,
    refetchInterval: intervalOf(options, isLive),
    staleTime: options.staleTime ?? Number.POSITIVE_INFINITY,
    meta: { freshness: options.once || options.isAside ? 'aside' : options.refetchInterval ? 'asked' : 'told' },
    retry: options.retry ?? false,
  });
}

/** React hook that fetches from any GET endpoint of the workspace: `useApiQuery('getSettings', {})`. */
export function useApiQuery<N extends ApiRouteName>(
  name: N,
  input: ApiRequestInput<N>,
  options?: ReadOptions,
): UseQueryResult<ApiResponse<N>> {
  const send = callApi as (name: N, input: ApiRequestInput<N>) => Promise<ApiResponse<N>>;
  return useWorkspaceQuery(name, input, (signal) => send(name, { ...input, signal }), options);
}

/** React hook that fetches one page of a list, from any GET endpoint that returns pages. */
export function useListPageQuery<N extends ApiRouteName>(
  name: N,
  input: ApiRequestInput<N>,
  options?: ReadOptions,
): UseQueryResult<ApiListPage<ApiResponse<N>>> {
  const send = callApiForListPage as (name: N, input: ApiRequestInput<N>) => Promise<ApiListPage<ApiResponse<N>>>;
  return useWorkspaceQuery(name, input, (signal) => send(name, { ...input, signal }), options);
}

const often = { refetchInterval: halfMinute } as const;

/**
 * React hook: ids and names of the agents in the workspace's calls, for filters and labels. When polled, the server
 * asks the voice provider every five minutes at most, and reports renamed agents to all tabs by WebSocket.
 */
export const useAgentNames = () => useApiQuery('listAgents', {}, { refetchInterval: 60_000, isAside: true });
/** Details of the voice provider's agents, and the time at which the server last fetched them from there. */
export const useProviderAgents = () => useListPageQuery('listProviderAgents', {}, { refetchInterval: 60_000 });
/** React hook that fetches the workspace's newest campaigns and its total number of campaigns. */
export const useCampaigns = () => useListPageQuery('listCampaigns', {}, often);
/** One campaign with its counts. */
export const useCampaign = (id: string) => useApiQuery('getCampaign', { params: { id } }, often);
/** One page of a campaign's recipients with all their call attempts, and the total number of recipients. */
export const useCampaignRecipientPage = (id: string, query: ApiRequestPart<'listCampaignRecipients', 'query'>) =>
  useListPageQuery('listCampaignRecipients', { params: { id }, query }, often);
/** The newest calls in progress, and the total number of calls in progress. */
export const useActiveCalls = (query: ApiRequestPart<'listActiveCalls', 'query'>) =>
  useListPageQuery('listActiveCalls', { query }, often);
export const useDashboardMetrics = (query: ApiRequestPart<'getMetrics', 'query'>) =>
  useApiQuery('getMetrics', { query }, often);
export const useCallVolume = (query: ApiRequestPart<'getCallVolume', 'query'>) =>
  useApiQuery('getCallVolume', { query }, often);
/** Each agent's share of all calls in a date range, largest first. */
export const useAgentCallShares = (query: ApiRequestPart<'getAgentUsage', 'query'>) =>
  useApiQuery('getAgentUsage', { query }, often);
/** Customers' sentiments in the calls of a date range, by agent. */
export const useAgentSentiment = (query: ApiRequestPart<'getAgentSentiment', 'query'>) =>
  useApiQuery('getAgentSentiment', { query }, often);
/** Each agent's performance metrics in a date range, for the dashboard's table. */
export const useAgentPerformance = (query: ApiRequestPart<'getAgentPerformance', 'query'>) =>
  useApiQuery('getAgentPerformance', { query }, often);
/** Each agent's scorecard for a date range, with its trend. */
export const useAgentScorecards = (query: ApiRequestPart<'getAgentScorecards', 'query'>) =>
  useApiQuery('getAgentScorecards', { query }, often);
/**
 * React hook that fetches an agent's report for a range of days. The report contains the comparison period's figures,
 * and figures by agent version.
 */
export const useAgentReport = (id: string, query: ApiRequestPart<'getAgentReport', 'query'>) =>
  useApiQuery('getAgentReport', { params: { id }, query }, often);
/** Figures of the Analytics screen for a date range, and for the range that it is compared with. */
export const useAnalytics = (query: ApiRequestPart<'getAnalytics', 'query'>) =>
  useApiQuery('getAnalytics', { query }, often);
/** React hook that fetches call-quality metrics of a date range and of the range that it is compared with. */
export const useCopcMetrics = (query: ApiRequestPart<'getCopcMetrics', 'query'>) =>
  useApiQuery('getCopcMetrics', { query }, often);
/** One quality metric, agent by agent. */
export const useCopcMetricByAgent = (query: ApiRequestPart<'getCopcAgents', 'query'>) =>
  useApiQuery('getCopcAgents', { query }, often);
/** The verdict whether calls of a date range went better or worse than before it, and the causes of the change. */
export const usePeriodVerdict = (query: ApiRequestPart<'getVerdict', 'query'>) =>
  useApiQuery('getVerdict', { query }, often);
/** Hook that fetches the share of outbound calls that were answered, by hour of the week. */
export const useAnswerRatesByHour = (query: ApiRequestPart<'getDialingHours', 'query'>) =>
  useApiQuery('getDialingHours', { query }, { refetchInterval: 5 * 60_000 });

/** One page of the filtered call history, with the total number of matching calls. */
export const useCallHistoryPage = (query: ApiRequestPart<'listCalls', 'query'>) =>
  useListPageQuery('listCalls', { query }, often);
/** The user's saved views of the call history. */
export const useSavedCallViews = () => useApiQuery('listCallViews', {});
/** One page of the dashboard's call list, filtered by time range and agent. */
export const useDashboardCallPage = (query: ApiRequestPart<'listFilteredCalls', 'query'>) =>
  useListPageQuery('listFilteredCalls', { query }, often);

export const useCallDetail = (id: string, enabled = true) => useApiQuery('getCall', { params: { id } }, { enabled });
/** React hook that fetches a call's event log, earlier calls with the same number, and its agent's usual latency. */
export const useCallContextQuery = (id: string) => useApiQuery('getCallContext', { params: { id } });
/** The form by which people review calls. */
export const useQualityForm = (enabled = true) => useApiQuery('getQualityForm', {}, { enabled });
/** The calls to review next. */
export const useReviewQueue = (enabled = true) => useApiQuery('getReviewQueue', {}, { enabled, ...often });
/** Contacts that must still be emptied at the voice provider, because these people's phone numbers were erased here. */
export const useContactsToEraseAtProvider = () => useApiQuery('listContactsToEmpty', {}, often);
/**
 * React hook that asks the voice provider for a call's recording, with one retry. Enable it only if the call has no
 * recordingUrl.
 */
export const useCallRecording = (id: string, enabled: boolean) =>
  useApiQuery('getRecording', { params: { id } }, { enabled, retry: 1, once: true });

/** The workspace's settings. They are refetched when a realtime message reports that somebody saved them. */
export const useWorkspaceSettings = () => useApiQuery('getSettings', {});

/**
 * React hook that fetches whether the voice provider's webhooks arrive. It polls every half minute by default, every 5
 * minutes in the sidebar and every 5 seconds on the dashboard (spec A 7). If several components poll, the shortest
 * interval applies.
 */
export const useWebhookStatus = (intervalMs = halfMinute) =>
  useApiQuery('webhookStatus', {}, { refetchInterval: intervalMs, isAside: true });
const alertsPerPage = 20;
/** A page of alerts, newest first. It polls to learn of alerts that the user marked as read in other tabs. */
export const useAlertPage = (page: number) =>
  useApiQuery('listAlerts', { query: { page, pageSize: alertsPerPage } }, { refetchInterval: 60_000, isAside: true });
/** The newest alerts that still go on. */
export const useOpenAlerts = () =>
  useApiQuery('listAlerts', { query: { open: 'true' } }, { refetchInterval: 60_000, isAside: true });
/** URL to which the voice provider posts its webhooks. Only editors and admins may read it. */
export const useInboundWebhookUrl = (enabled = true) => useApiQuery('webhookUrl', {}, { enabled });
