/**
 * Effects of WebSocket messages on the query cache: which queries become stale, and how soon they are refetched. Many
 * messages are combined into few requests.
 * Today's metrics are contained in a message and written directly to the cache.
 */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { RealtimeMessage } from '../../contract/realtime.ts';
import type { ApiRouteName } from '../../contract/routes.ts';
import {
  createCoalescedRefetcher,
  type CoalescedRefetcher,
  type CoalescedRefetcherOptions,
} from './coalesced-refetch.ts';
import { sessionQueryKeys, getWorkspaceQueryKey } from './query-keys.ts';

/** Kinds of changes, each with the minimum time in ms between two refetches of the same query. */
const paces = {
  soon: { intervalMs: 500 },
  /** Minimum time between refetches of campaigns, because a running campaign changes hundreds of times a second. */
  campaigns: { intervalMs: 1_000 },
  activeCalls: { intervalMs: 1_000 },
  /** Minimum time between refetches of calls that match an attention rule, which must be shown within two seconds. */
  attention: { intervalMs: 500 },
  callLists: { intervalMs: 1_000 },
  /**
   * Minimum time between refetches of statistics, plus a random delay, so that not all open pages refetch them at the
   * same moment.
   */
  figures: { intervalMs: 5_000, spreadMs: 1_000 },
  everything: { intervalMs: 5_000, spreadMs: 1_000 },
  opening: { intervalMs: 500 },
  /** Shortest interval between refetches of alerts. Hidden tabs refetch them too, to show browser notifications. */
  alerts: { intervalMs: 500, alsoHidden: true },
} as const satisfies Record<string, Partial<CoalescedRefetcherOptions>>;
type Pace = keyof typeof paces;

interface Outdated {
  readonly pace: Pace;
  readonly keys: readonly QueryKey[];
}

const callLists: readonly ApiRouteName[] = ['listCalls', 'listFilteredCalls', 'listRecentCalls'];
const agentFigures: readonly ApiRouteName[] = [
  'getAgentUsage',
  'getAgentSentiment',
  'getAgentPerformance',
  'getAgentScorecards',
  'getAgentReport',
];
const figures: readonly ApiRouteName[] = [
  'getMetrics',
  'getCallVolume',
  ...agentFigures,
  'getAnalytics',
  'getCopcMetrics',
  'getCopcAgents',
  'getVerdict',
];
/**
 * Endpoints of statistics over several weeks. Only polling refetches them, because a few calls hardly change such
 * statistics.
 */
const slowFigures: readonly ApiRouteName[] = ['getDialingHours'];

/** Endpoints that show one call. */
const callParts: readonly ApiRouteName[] = ['getCall', 'getCallContext', 'getCallReview', 'getCallback'];

const reviewLists: readonly ApiRouteName[] = ['getReviewQueue'];

/** Endpoints that show one campaign. */
const campaignParts: readonly ApiRouteName[] = [
  'getCampaign',
  'listCampaignRecipients',
  'listCampaignLog',
  'countUncontacted',
];

/** Endpoints of the provider's agents and phone numbers, refetched after an agent's name or the API key changed. */
const providerParts: readonly ApiRouteName[] = ['listAgents', 'listProviderAgents', 'listPhoneNumbers'];

/** Endpoints that depend on a workspace's name, API key, settings (such as its time zone) or members. */
const workspaceParts: readonly ApiRouteName[] = [
  ...([
    'getSettings',
    'getFirstSteps',
    'listUsers',
    'webhookUrl',
    'webhookStatus',
    'listMembers',
    'listDoNotCall',
    'listDoNotCallLists',
    'listCampaigns',
    'listCalledCampaigns',
    'getCampaign',
    'listActiveCalls',
  ] as const),
  ...providerParts,
  ...callLists,
  ...figures,
  ...slowFigures,
  ...reviewLists,
  'getQualityForm',
];

/**
 * Returns the keys of cached queries that a WebSocket message makes stale. When a screen is added, add its endpoints
 * here.
 */
function invalidatedBy(message: RealtimeMessage, workspaceId: string): readonly Outdated[] {
  const keysOf = (names: readonly ApiRouteName[]) => names.map((name) => getWorkspaceQueryKey(workspaceId, name));
  switch (message.type) {
    case 'call_started':
    case 'call_ended':
    case 'call_analyzed':
      return [
        {
          pace: 'soon',
          keys: message.callIds.flatMap((id) =>
            callParts.map((name) => getWorkspaceQueryKey(workspaceId, name, { params: { id } })),
          ),
        },
      ];
    case 'call_attention':
    case 'call_listeners':
      return [
        {
          pace: 'attention',
          keys: [
            ...keysOf(['listActiveCalls']),
            ...message.callIds.map((id) => getWorkspaceQueryKey(workspaceId, 'getCallContext', { params: { id } })),
          ],
        },
      ];
    case 'active_calls_update':
      return [{ pace: 'activeCalls', keys: keysOf(['listActiveCalls']) }];
    case 'recent_calls_update':
      return [
        { pace: 'callLists', keys: keysOf(callLists) },
        { pace: 'figures', keys: keysOf([...figures, ...reviewLists]) },
      ];
    case 'campaign_update': {
      const parts = message.campaignIds.flatMap((id) =>
        campaignParts.map((name) => getWorkspaceQueryKey(workspaceId, name, { params: { id } })),
      );
      return [
        {
          pace: 'campaigns',
          keys: [...keysOf(['listCampaigns', 'listCalledCampaigns', 'getFirstSteps', 'getCallback']), ...parts],
        },
      ];
    }
    case 'alert_update':
      return [{ pace: 'alerts', keys: keysOf(['listAlerts']) }];
    case 'workspace_update':
      return [
        {
          pace: 'soon',
          keys: [sessionQueryKeys.workspaces, sessionQueryKeys.currentWorkspace, ...keysOf(workspaceParts)],
        },
      ];
    case 'refetch':
      return [{ pace: 'everything', keys: [getWorkspaceQueryKey(workspaceId), sessionQueryKeys.workspaces] }];
    case 'hello':
    case 'alive':
    case 'session_update':
    case 'metrics_update':
    case 'workspace_switched':
    // live-calls.ts handles these messages.
    case 'live_lines':
    case 'live_tails':
    case 'session_ended':
    default:
      // Ignore a message of unknown type, which a newer version of the server may send.
      return [];
  }
}

const todaysInputs = [{ query: { period: 'today' } }, { query: {} }];
const todaysTexts = new Set(todaysInputs.map((input) => JSON.stringify(input)));
const isTodaysMetrics = ({ queryKey: [, , name, input] }: Query): boolean =>
  name === 'getMetrics' && todaysTexts.has(JSON.stringify(input));

/**
 * True for queries that no WebSocket message refetches. Recordings are requested from the provider only on demand. The
 * links to the previous and next call stay as they were when the call was opened.
 */
const isAskedOnce = ({ queryKey: [, , name] }: Query): boolean =>
  name === 'getRecording' || name === 'getCallNeighbours';

/**
 * True if a query has failed. When the WebSocket opens for the first time, such a query is not refetched, so that its
 * error message stays until the user retries.
 */
const isFailed = ({ state }: Query): boolean => state.status === 'error';

export interface RealtimeMessageHandler {
  /** Handles a WebSocket message. `workspaceId` is the tab's workspace; queries of other workspaces stay untouched. */
  receive: (message: RealtimeMessage, workspaceId: string | null) => void;
  /**
   * Marks all queries of the workspace as stale, because messages were missed while the WebSocket was closed. Failed
   * queries are included, unless the WebSocket opens for the first time.
   */
  readAgain: (workspaceId: string | null, isFirstOpening: boolean) => void;
  stop: () => void;
}

/** Creates the handler of WebSocket messages. `random` returns 0 to 1 and spreads the refetches of all open pages. */
export function createRealtimeMessageHandler(client: QueryClient, random: () => number): RealtimeMessageHandler {
  const refetchers = new Map<Pace, CoalescedRefetcher>();
  for (const [pace, options] of Object.entries(paces) as [Pace, (typeof paces)[Pace]][]) {
    // After a change of calls, don't refetch today's metrics, because messages contain them. Don't refetch queries
    // beside the screen's main content either.
    const except =
      pace === 'figures'
        ? (query: Query) => isTodaysMetrics(query) || query.meta?.freshness === 'aside'
        : (query: Query) => isAskedOnce(query) || (pace === 'opening' && isFailed(query));
    refetchers.set(pace, createCoalescedRefetcher(client, { ...options, except, random }));
  }

  function writeMetrics({ workspaceId, metrics }: Extract<RealtimeMessage, { type: 'metrics_update' }>): void {
    for (const input of todaysInputs) {
      const queryKey = getWorkspaceQueryKey(workspaceId, 'getMetrics', input);
      const query = client.getQueryCache().find({ queryKey, exact: true });
      if (!query) continue;
      const { isInvalidated } = query.state;
      // Cancel a running fetch of today's metrics, because it may return older data than the `metrics_update` message.
      void client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, metrics);
      // If today's metrics were marked as stale before this message came, refetch them. The change that made them stale
      // may be newer than the message.
      if (isInvalidated) refetchers.get('everything')?.changed([queryKey]);
    }
  }

  return {
    receive(message, workspaceId) {
      if (message.type === 'session_update') {
        // After a change of the user's rights, a tab stays in its workspace. Only a tab without a workspace refetches
        // the session's current workspace.
        const current = workspaceId === null ? [sessionQueryKeys.currentWorkspace] : [];
        refetchers.get('soon')?.changed([sessionQueryKeys.invitations, sessionQueryKeys.workspaces, ...current]);
        return;
      }
      if (workspaceId === null || !('workspaceId' in message) || message.workspaceId !== workspaceId) return;
      if (message.type === 'metrics_update') writeMetrics(message);
      for (const { pace, keys } of invalidatedBy(message, workspaceId)) refetchers.get(pace)?.changed(keys);
    },
    readAgain(workspaceId, isFirstOpening) {
      refetchers.get(isFirstOpening ? 'opening' : 'soon')?.changed([getWorkspaceQueryKey(workspaceId)]);
    },
    stop() {
      for (const refetcher of refetchers.values()) refetcher.stop();
    },
  };
}
