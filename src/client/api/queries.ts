/**
 * Reads of the workspace. Each runs once the tab's workspace is known, keeps the last good data while new data loads, and is
 * refreshed by realtime-effects.ts: add its route to `invalidatedBy` there. Here are the hooks of what several parts read, or
 * read at an interval; what one part reads is `useApiQuery` there.
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
  /** Milliseconds between refetches besides realtime, while the tab is shown; none unless told. */
  readonly refetchInterval?: number;
  /** Milliseconds after which it is read anew when it is opened; without, the messages of the socket alone make it old. */
  readonly staleTime?: number;
  /** It is never read again by itself, not even while the socket is away. */
  readonly once?: true;
  /** It stands beside the screens, which show no age of it. */
  readonly isAside?: true;
  /** How often a failed read is tried again; never unless told. */
  readonly retry?: number;
}

const halfMinute = 30_000;

/** While the socket is away nobody tells of changes: all that the screen shows is asked for. */
function intervalOf({ once, refetchInterval }: ReadOptions, isLive: boolean): number | false {
  if (once) return false;
  return isLive ? (refetchInterval ?? false) : Math.min(refetchInterval ?? halfMinute, halfMinute);
}

/** A read of the workspace as the query cache knows it. */
export function queryOf<T>(
  workspaceId: string | null,
  name: RouteName,
  input: unknown,
  read: (signal: AbortSignal) => Promise<T>,
) {
  return {
    queryKey: workspaceKey(workspaceId, name, input),
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<T> => {
      // In a task of its own: a screen asks for ten things as it is drawn, each of them 10 ms of a slow phone.
      await new Promise((resolve) => setTimeout(resolve));
      return read(signal);
    },
  };
}

/** As `useApiQuery`, for a `read` that does more than call the endpoint. */
export function useWorkspaceRead<T>(
  name: RouteName,
  input: unknown,
  read: (signal: AbortSignal) => Promise<T>,
  options: ReadOptions = {},
): UseQueryResult<T> {
  const { workspaceId, mismatched } = useTabState();
  const isLive = useIsLive();
  return useQuery({
    ...queryOf(workspaceId, name, input, read),
    // A mismatched tab would only be refused: what it shows stays until the reload.
    enabled: workspaceId !== null && !mismatched && (options.enabled ?? true),
    placeholderData: keepPreviousData,
    refetchInterval: intervalOf(options, isLive),
    staleTime: options.staleTime ?? Number.POSITIVE_INFINITY,
    meta: { freshness: options.once || options.isAside ? 'aside' : options.refetchInterval ? 'asked' : 'told' },
    retry: options.retry ?? false,
  });
}

/** Any GET endpoint of the workspace: `useApiQuery('getSettings', {})`. */
export function useApiQuery<N extends RouteName>(
  name: N,
  input: CallInput<N>,
  options?: ReadOptions,
): UseQueryResult<ApiResponse<N>> {
  // The cast only drops the optionality of the argument list: `input` is always given here.
  const send = call as (name: N, input: CallInput<N>) => Promise<ApiResponse<N>>;
  return useWorkspaceRead(name, input, (signal) => send(name, { ...input, signal }), options);
}

/** Any GET endpoint of the workspace that answers pages. */
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
 * Agents that calls name: id and name, for filters and labels. The interval is for the server: it asks the provider only when
 * somebody reads, every five minutes at most, and tells all tabs when a name has changed. Else a tab that stays open on one
 * screen would never hear of a new agent. It costs few rows of the server's own cache.
 */
export const useAgents = () => useApiQuery('listAgents', {}, { refetchInterval: 60_000, isAside: true });
/** The provider's agents with their details, and when it told. */
export const useProviderAgents = () => usePageQuery('listProviderAgents', {}, { refetchInterval: 60_000 });
/** The newest campaigns, and how many there are. */
export const useCampaigns = () => usePageQuery('listCampaigns', {}, often);
/** One campaign with its counts. */
export const useCampaign = (id: string) => useApiQuery('getCampaign', { params: { id } }, often);
/** One page of a campaign's recipients with every attempt, and the whole count. */
export const useCampaignRecipientPage = (id: string, query: ApiInput<'listCampaignRecipients', 'query'>) =>
  usePageQuery('listCampaignRecipients', { params: { id }, query }, often);
/** The newest calls under way, and how many there are. */
export const useActiveCalls = (query: ApiInput<'listActiveCalls', 'query'>) =>
  usePageQuery('listActiveCalls', { query }, often);
export const useMetrics = (query: ApiInput<'getMetrics', 'query'>) => useApiQuery('getMetrics', { query }, often);
/** Calls of a range in the buckets of its chart. */
export const useCallVolume = (query: ApiInput<'getCallVolume', 'query'>) =>
  useApiQuery('getCallVolume', { query }, often);
/** Each agent's part of a range's calls, most first. */
export const useAgentUsage = (query: ApiInput<'getAgentUsage', 'query'>) =>
  useApiQuery('getAgentUsage', { query }, often);
/** The moods of a range's calls, agent by agent. */
export const useAgentSentiment = (query: ApiInput<'getAgentSentiment', 'query'>) =>
  useApiQuery('getAgentSentiment', { query }, often);
/** How well each agent does in a range. */
export const useAgentPerformance = (query: ApiInput<'getAgentPerformance', 'query'>) =>
  useApiQuery('getAgentPerformance', { query }, often);
/** How each agent does in a range, with its trend. */
export const useAgentScorecards = (query: ApiInput<'getAgentScorecards', 'query'>) =>
  useApiQuery('getAgentScorecards', { query }, often);
/** How one agent did before, and which of its versions spoke. */
export const useAgentReport = (id: string, query: ApiInput<'getAgentReport', 'query'>) =>
  useApiQuery('getAgentReport', { params: { id }, query }, often);
/** What a range's calls come to, beside the range before. */
export const useAnalytics = (query: ApiInput<'getAnalytics', 'query'>) => useApiQuery('getAnalytics', { query }, often);
/** The quality metrics of a range, against the range before. */
export const useCopcMetrics = (query: ApiInput<'getCopcMetrics', 'query'>) =>
  useApiQuery('getCopcMetrics', { query }, often);
/** A quality metric of each agent. */
export const useCopcAgents = (query: ApiInput<'getCopcAgents', 'query'>) =>
  useApiQuery('getCopcAgents', { query }, often);
/** Better or worse than before, and what moved it. */
export const useVerdict = (query: ApiInput<'getVerdict', 'query'>) => useApiQuery('getVerdict', { query }, often);
/** How often people picked up, by hour of the week. */
export const useDialingHours = (query: ApiInput<'getDialingHours', 'query'>) =>
  useApiQuery('getDialingHours', { query }, { refetchInterval: 5 * 60_000 });

/** One page of the history by its filters, with the whole count. */
export const useCallPage = (query: ApiInput<'listCalls', 'query'>) => usePageQuery('listCalls', { query }, often);
/** What the person keeps of the history, by name. */
export const useCallViews = () => useApiQuery('listCallViews', {});
/** One page of the dashboard's list, by its time range and agent. */
export const useFilteredCallPage = (query: ApiInput<'listFilteredCalls', 'query'>) =>
  usePageQuery('listFilteredCalls', { query }, often);

export const useCall = (id: string, enabled = true) => useApiQuery('getCall', { params: { id } }, { enabled });
/** What stands around a call: its events, earlier calls with the number, its agent's usual latency. */
export const useCallContext = (id: string) => useApiQuery('getCallContext', { params: { id } });
/** By what calls are scored. */
export const useQualityForm = (enabled = true) => useApiQuery('getQualityForm', {}, { enabled });
/** Which calls to score next. */
export const useReviewQueue = (enabled = true) => useApiQuery('getReviewQueue', {}, { enabled, ...often });
/** Contacts of forgotten numbers that the provider has not emptied yet. */
export const useContactsToEmpty = () => useApiQuery('listContactsToEmpty', {}, often);
/** Asks the provider for a recording, with one retry; enable it only where the call has no recordingUrl. */
export const useRecording = (id: string, enabled: boolean) =>
  useApiQuery('getRecording', { params: { id } }, { enabled, retry: 1, once: true });

/** What the workspace sets for itself. Realtime reads it again when anybody saves. */
export const useSettings = () => useApiQuery('getSettings', {});

/**
 * Whether the provider's events arrive; asked every half minute unless told: every 5 minutes by the sidebar, every 5 seconds by the
 * dashboard (spec A 7). Where several ask, the shortest holds: an answer begins everybody's interval anew.
 */
export const useWebhookStatus = (intervalMs = halfMinute) =>
  useApiQuery('webhookStatus', {}, { refetchInterval: intervalMs, isAside: true });
const alertsPerPage = 20;
/** Newest first. The interval catches up with what other tabs of the person have marked as read. */
export const useAlerts = (page: number) =>
  useApiQuery('listAlerts', { query: { page, pageSize: alertsPerPage } }, { refetchInterval: 60_000, isAside: true });
/** The newest that go on. */
export const useOpenAlerts = () =>
  useApiQuery('listAlerts', { query: { open: 'true' } }, { refetchInterval: 60_000, isAside: true });
/** Where the provider posts its events; for editors and admins. */
export const useWebhookUrl = (enabled = true) => useApiQuery('webhookUrl', {}, { enabled });
