/**
 * Effects of the socket's messages on the query cache: which queries become outdated, and how soon they are read again.
 * A flood of messages costs few requests. Today's metrics come within a message and are written without a request.
 */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { RealtimeMessage } from '../../contract/realtime.ts';
import type { RouteName } from '../../contract/routes.ts';
import { createCoalescedRefetch, type CoalescedRefetch, type CoalescedRefetchOptions } from './coalesced-refetch.ts';
import { sessionKeys, workspaceKey } from './query-keys.ts';

/** Least time between two reads of a query, by the cause that outdates it. No cause delays another's first read. */
const paces = {
  soon: { intervalMs: 500 },
  /** A running campaign changes hundreds of times a second. */
  campaigns: { intervalMs: 1_000 },
  activeCalls: { intervalMs: 1_000 },
  /** A hit of an attention rule is shown within two seconds. */
  attention: { intervalMs: 500 },
  callLists: { intervalMs: 1_000 },
  /** Figures are costly to count, and every page of the workspace gets the message at the same moment. */
  figures: { intervalMs: 5_000, spreadMs: 1_000 },
  everything: { intervalMs: 5_000, spreadMs: 1_000 },
  opening: { intervalMs: 500 },
  /** A browser notification is for a person who looks elsewhere, so hidden tabs read alerts too. */
  alerts: { intervalMs: 500, alsoHidden: true },
} as const satisfies Record<string, Partial<CoalescedRefetchOptions>>;
type Pace = keyof typeof paces;

interface Outdated {
  readonly pace: Pace;
  readonly keys: readonly QueryKey[];
}

const callLists: readonly RouteName[] = ['listCalls', 'listFilteredCalls', 'listRecentCalls'];
const agentFigures: readonly RouteName[] = [
  'getAgentUsage',
  'getAgentSentiment',
  'getAgentPerformance',
  'getAgentScorecards',
  'getAgentReport',
];
const figures: readonly RouteName[] = [
  'getMetrics',
  'getCallVolume',
  ...agentFigures,
  'getAnalytics',
  'getCopcMetrics',
  'getCopcAgents',
  'getVerdict',
];
/** Figures over weeks of half hours, which a few calls hardly change: only the interval reads them again. */
const slowFigures: readonly RouteName[] = ['getDialingHours'];

/** Endpoints that show one call. */
const callParts: readonly RouteName[] = ['getCall', 'getCallContext', 'getCallReview', 'getCallback'];

/** Review endpoints: the queue is chosen anew no more often than figures are read. */
const reviewLists: readonly RouteName[] = ['getReviewQueue'];

/** Endpoints that show one campaign. */
const campaignParts: readonly RouteName[] = [
  'getCampaign',
  'listCampaignRecipients',
  'listCampaignLog',
  'countUncontacted',
];

/** The provider's agents and numbers. A `workspace_update` message announces a changed agent name or API key. */
const providerParts: readonly RouteName[] = ['listAgents', 'listProviderAgents', 'listPhoneNumbers'];

/** Endpoints that depend on a workspace's name, key, settings or members; another zone also cuts days differently. */
const workspaceParts: readonly RouteName[] = [
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

/** The queries that a message outdates, in the tab's workspace. Add a screen's routes here. */
function invalidatedBy(message: RealtimeMessage, workspaceId: string): readonly Outdated[] {
  const keysOf = (names: readonly RouteName[]) => names.map((name) => workspaceKey(workspaceId, name));
  switch (message.type) {
    case 'call_started':
    case 'call_ended':
    case 'call_analyzed':
      return [
        {
          pace: 'soon',
          keys: message.callIds.flatMap((id) =>
            callParts.map((name) => workspaceKey(workspaceId, name, { params: { id } })),
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
            ...message.callIds.map((id) => workspaceKey(workspaceId, 'getCallContext', { params: { id } })),
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
        campaignParts.map((name) => workspaceKey(workspaceId, name, { params: { id } })),
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
        { pace: 'soon', keys: [sessionKeys.workspaces, sessionKeys.currentWorkspace, ...keysOf(workspaceParts)] },
      ];
    case 'refetch':
      return [{ pace: 'everything', keys: [workspaceKey(workspaceId), sessionKeys.workspaces] }];
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
      // A message of a newer server, whose type this tab does not know.
      return [];
  }
}

/** Inputs of the queries that a metrics_update answers: the metrics of today and all agents. */
const todaysInputs = [{ query: { period: 'today' } }, { query: {} }];
const todaysTexts = new Set(todaysInputs.map((input) => JSON.stringify(input)));
const isTodaysMetrics = ({ queryKey: [, , name, input] }: Query): boolean =>
  name === 'getMetrics' && todaysTexts.has(JSON.stringify(input));

/**
 * Reads that no message outdates. The provider is asked for a recording once, on demand. A call's neighbours stay as
 * they were when it was opened.
 */
const isAskedOnce = ({ queryKey: [, , name] }: Query): boolean =>
  name === 'getRecording' || name === 'getCallNeighbours';

/** A failed query keeps its error on screen until a person retries, so that nothing moves under their hand. */
const isFailed = ({ state }: Query): boolean => state.status === 'error';

export interface RealtimeEffects {
  /** Handles a message. `workspaceId` is the tab's; other workspaces' queries stay untouched. */
  receive: (message: RealtimeMessage, workspaceId: string | null) => void;
  /**
   * Marks all queries of the workspace as outdated, because messages were missed while the socket was closed. Failed
   * queries are included, unless the socket opens for the first time.
   */
  readAgain: (workspaceId: string | null, isFirstOpening: boolean) => void;
  stop: () => void;
}

/** Creates the handler of socket messages. `random` returns 0 to 1; it spreads the refetches of all open pages. */
export function createRealtimeEffects(client: QueryClient, random: () => number): RealtimeEffects {
  const refetchers = new Map<Pace, CoalescedRefetch>();
  for (const [pace, options] of Object.entries(paces) as [Pace, (typeof paces)[Pace]][]) {
    // Past days are read once. Today's metrics come in messages, and are read only after a gap or a change of zone.
    const except =
      pace === 'figures'
        ? (query: Query) => isTodaysMetrics(query) || query.meta?.freshness === 'aside'
        : (query: Query) => isAskedOnce(query) || (pace === 'opening' && isFailed(query));
    refetchers.set(pace, createCoalescedRefetch(client, { ...options, except, random }));
  }

  function writeMetrics({ workspaceId, metrics }: Extract<RealtimeMessage, { type: 'metrics_update' }>): void {
    for (const input of todaysInputs) {
      const queryKey = workspaceKey(workspaceId, 'getMetrics', input);
      const query = client.getQueryCache().find({ queryKey, exact: true });
      if (!query) continue;
      const { isInvalidated } = query.state;
      // A running read may have begun before this message, so it is cancelled.
      void client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, metrics);
      // The query was outdated for a reason that this message may not include yet, so it is read all the same.
      if (isInvalidated) refetchers.get('everything')?.changed([queryKey]);
    }
  }

  return {
    receive(message, workspaceId) {
      if (message.type === 'session_update') {
        // A tab keeps the workspace that it shows. Only a tab without one asks whether the person has one now.
        const current = workspaceId === null ? [sessionKeys.currentWorkspace] : [];
        refetchers.get('soon')?.changed([sessionKeys.invitations, sessionKeys.workspaces, ...current]);
        return;
      }
      if (workspaceId === null || !('workspaceId' in message) || message.workspaceId !== workspaceId) return;
      if (message.type === 'metrics_update') writeMetrics(message);
      for (const { pace, keys } of invalidatedBy(message, workspaceId)) refetchers.get(pace)?.changed(keys);
    },
    readAgain(workspaceId, isFirstOpening) {
      refetchers.get(isFirstOpening ? 'opening' : 'soon')?.changed([workspaceKey(workspaceId)]);
    },
    stop() {
      for (const refetcher of refetchers.values()) refetcher.stop();
    },
  };
}
