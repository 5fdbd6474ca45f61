/**
 * Reads of the workspace's data. Each runs once the tab's workspace is known and keeps the last data while new ones
 * load. Add its route to `invalidatedBy` in realtime-effects.ts, which refreshes it. Hooks here are shared by several
 * parts or read at an interval; a part's own read calls `useApiQuery` in that part.
 */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ApiInput, ApiResponse } from '../../contract/api.ts';
import type { RouteName } from '../../contract/routes.ts';
import { call, callPage, type CallInput, type Page } from './client.ts';
import { workspaceKey } from './query-keys.ts';
import { useIsLive } from './realtime.ts';
import { useTabState } from './tab-state.ts';

interface ReadOptions {
  readonly enabled?: boolean;
  /** Milliseconds between refetches besides realtime, while the tab is shown; no refetches by default. */
  readonly refetchInterval?: number;
  /** Milliseconds after which data are read again when a screen opens; by default only socket messages outdate them. */
  readonly staleTime?: number;
  /** True if the data are never read again automatically, not even while the socket is closed. */
  readonly once?: true;
  /** True if the data are beside the screens and don't count for the age that these show. */
  readonly isAside?: true;
  /** Number of retries of a failed read; none by default. */
  readonly retry?: number;
}

const halfMinute = 30_000;

/** While the socket is closed no message announces changes, so every read of the screen gets an interval. */
function intervalOf({ once, refetchInterval }: ReadOptions, isLive: boolean): number | false {
  if (once) return false;
  return isLive ? (refetchInterval ?? false) : Math.min(refetchInterval ?? halfMinute, halfMinute);
}

/** A read of the workspace as query options: key, function and meta. */
export function workspaceQueryOptions<T>(
  workspaceId: string | null,
  name: RouteName,
  input: unknown,
  read: (signal: AbortSignal) => Promise<T>,
) {
  return {
    queryKey: workspaceKey(workspaceId, name, input),
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<T> => {
      // Each read is a task of its own: a screen starts ten reads as it is drawn, and each takes 10 ms on a slow phone.
      await new Promise((resolve) => setTimeout(resolve));
      return read(signal);
    },
  };
}

/** Reads data of the workspace like `useApiQuery`, by a `read` that does more than call the endpoint. */
export function useWorkspaceRead<T>(
  name: RouteName,
  input: unknown,
  read: (signal: AbortSignal) => Promise<T>,
  options: ReadOptions = {},
): UseQueryResult<T> {
  const { workspaceId, mismatched } = useTabState();
  const isLive = useIsLive();
  return useQuery({
    ...workspaceQueryOptions(workspaceId, name, input, read),
    // The server would refuse a mismatched tab's requests, so the data shown stay until the reload.
    enabled: workspaceId !== null && !mismatched && (options.enabled ?? true),
    placeholderData: keepPreviousData,
    refetchInterval: intervalOf(options, isLive),
    staleTime: options.staleTime ?? Number.POSITIVE_INFINITY,
    meta: { freshness: options.once || options.isAside ? 'aside' : options.refetchInterval ? 'asked' : 'told' },
    retry: options.retry ?? false,
  });
}

/** Reads any GET endpoint of the workspace: `useApiQuery('getSettings', {})`. */
export function useApiQuery<N extends RouteName>(
  name: N,
  input: CallInput<N>,
  options?: ReadOptions,
): UseQueryResult<ApiResponse<N>> {
  // The cast drops only the optionality of the argument, because `input` is always given here.
  const send = call as (name: N, input: CallInput<N>) => Promise<ApiResponse<N>>;
  return useWorkspaceRead(name, input, (signal) => send(name, { ...input, signal }), options);
}

/** Reads any GET endpoint of the workspace that answers one page of a list. */
export function usePageQuery<N extends RouteName>(
  name: N,
  input: CallInput<N>,
  options?: ReadOptions,
): UseQueryResult<Page<ApiResponse<N>>> {
  const send = callPage as (name: N, input: CallInput<N>) => Promise<Page<ApiResponse<N>>>;
  return useWorkspaceRead(name, input, (signal) => send(name, { ...input, signal }), options);
}

const often = { refetchInterval: halfMinute } as const;

/**
 * Agents of the workspace's calls, with id and name, for filters and labels. The interval is for the server, which asks
 * the provider only when somebody reads, every five minutes at most, and announces renamed agents to all tabs.
 */
export const useAgents = () => useApiQuery('listAgents', {}, { refetchInterval: 60_000, isAside: true });
/** The provider's agents with their details, and when the provider was asked. */
export const useProviderAgents = () => usePageQuery('listProviderAgents', {}, { refetchInterval: 60_000 });
/** The newest campaigns, and the number of all. */
export const useCampaigns = () => usePageQuery('listCampaigns', {}, often);
/** One campaign with its counts. */
export const useCampaign = (id: string) => useApiQuery('getCampaign', { params: { id } }, often);
/** One page of a campaign's recipients with every attempt, and the whole count. */
export const useCampaignRecipientPage = (id: string, query: ApiInput<'listCampaignRecipients', 'query'>) =>
  usePageQuery('listCampaignRecipients', { params: { id }, query }, often);
/** The newest calls under way, and the number of all. */
export const useActiveCalls = (query: ApiInput<'listActiveCalls', 'query'>) =>
  usePageQuery('listActiveCalls', { query }, often);
export const useMetrics = (query: ApiInput<'getMetrics', 'query'>) => useApiQuery('getMetrics', { query }, often);
/** The calls of a range, in the buckets of the volume chart. */
export const useCallVolume = (query: ApiInput<'getCallVolume', 'query'>) =>
  useApiQuery('getCallVolume', { query }, often);
/** Each agent's share of the calls of a range, largest first. */
export const useAgentUsage = (query: ApiInput<'getAgentUsage', 'query'>) =>
  useApiQuery('getAgentUsage', { query }, often);
/** The moods of a range's calls, agent by agent. */
export const useAgentSentiment = (query: ApiInput<'getAgentSentiment', 'query'>) =>
  useApiQuery('getAgentSentiment', { query }, often);
/** Each agent's figures of a range, for the dashboard's performance table. */
export const useAgentPerformance = (query: ApiInput<'getAgentPerformance', 'query'>) =>
  useApiQuery('getAgentPerformance', { query }, often);
/** Each agent's scorecard of a range, with its trend. */
export const useAgentScorecards = (query: ApiInput<'getAgentScorecards', 'query'>) =>
  useApiQuery('getAgentScorecards', { query }, often);
/** One agent's report: its earlier periods, and the versions that spoke. */
export const useAgentReport = (id: string, query: ApiInput<'getAgentReport', 'query'>) =>
  useApiQuery('getAgentReport', { params: { id }, query }, often);
/** Analytics' figures of a range, beside those of the compared range. */
export const useAnalytics = (query: ApiInput<'getAnalytics', 'query'>) => useApiQuery('getAnalytics', { query }, often);
/** The quality metrics of a range, beside those of the range before. */
export const useCopcMetrics = (query: ApiInput<'getCopcMetrics', 'query'>) =>
  useApiQuery('getCopcMetrics', { query }, often);
/** One quality metric, agent by agent. */
export const useCopcAgents = (query: ApiInput<'getCopcAgents', 'query'>) =>
  useApiQuery('getCopcAgents', { query }, often);
/** The verdict on a range (better or worse than before), with its causes. */
export const useVerdict = (query: ApiInput<'getVerdict', 'query'>) => useApiQuery('getVerdict', { query }, often);
/** The answer rate by hour of the week. */
export const useDialingHours = (query: ApiInput<'getDialingHours', 'query'>) =>
  useApiQuery('getDialingHours', { query }, { refetchInterval: 5 * 60_000 });

/** One page of the call history by its filters, with the number of all matches. */
export const useCallHistoryPage = (query: ApiInput<'listCalls', 'query'>) =>
  usePageQuery('listCalls', { query }, often);
/** The person's saved views of the call history. */
export const useCallViews = () => useApiQuery('listCallViews', {});
/** One page of the dashboard's call list, by time range and agent. */
export const useFilteredCallPage = (query: ApiInput<'listFilteredCalls', 'query'>) =>
  usePageQuery('listFilteredCalls', { query }, often);

export const useCall = (id: string, enabled = true) => useApiQuery('getCall', { params: { id } }, { enabled });
/** The context of a call: its events, earlier calls with the number, its agent's usual latency. */
export const useCallContext = (id: string) => useApiQuery('getCallContext', { params: { id } });
/** The form by which people review calls. */
export const useQualityForm = (enabled = true) => useApiQuery('getQualityForm', {}, { enabled });
/** The calls to review next. */
export const useReviewQueue = (enabled = true) => useApiQuery('getReviewQueue', {}, { enabled, ...often });
/** Contacts of forgotten numbers that the provider still holds data of. */
export const useContactsToEmpty = () => useApiQuery('listContactsToEmpty', {}, often);
/** Asks the provider for a call's recording, with one retry. Enable it only if the call has no recordingUrl. */
export const useRecording = (id: string, enabled: boolean) =>
  useApiQuery('getRecording', { params: { id } }, { enabled, retry: 1, once: true });

/** The workspace's settings. A realtime message makes them be read again after anybody saves. */
export const useSettings = () => useApiQuery('getSettings', {});

/**
 * The state of the provider's webhooks, read every half minute by default; the sidebar reads every 5 minutes, the
 * dashboard every 5 seconds (spec A 7). Where several read, the shortest interval counts: an answer begins every
 * interval anew.
 */
export const useWebhookStatus = (intervalMs = halfMinute) =>
  useApiQuery('webhookStatus', {}, { refetchInterval: intervalMs, isAside: true });
const alertsPerPage = 20;
/** A page of alerts, newest first. The interval catches up with alerts marked as read in the person's other tabs. */
export const useAlerts = (page: number) =>
  useApiQuery('listAlerts', { query: { page, pageSize: alertsPerPage } }, { refetchInterval: 60_000, isAside: true });
/** The newest alerts that still go on. */
export const useOpenAlerts = () =>
  useApiQuery('listAlerts', { query: { open: 'true' } }, { refetchInterval: 60_000, isAside: true });
/** The address to which the provider posts its webhooks; for editors and admins. */
export const useWebhookUrl = (enabled = true) => useApiQuery('webhookUrl', {}, { enabled });
