/**
 * What follows from a message of the socket: which queries are out of date, how soon they are read again (a flood of
 * messages costs few requests), and the one answer that comes along and is written without asking: today's metrics.
 */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { RealtimeMessage } from '../../contract/realtime.ts';
import type { RouteName } from '../../contract/routes.ts';
import { createCoalescedRefetch, type CoalescedRefetch, type CoalescedRefetchOptions } from './coalesced-refetch.ts';
import { sessionKeys, workspaceKey } from './query-keys.ts';

/** Least time between two reads of a query, by what makes it out of date. Each has an instance, so that none delays another's first. */
const paces = {
  soon: { intervalMs: 500 },
  /** A running campaign changes hundreds of times a second. */
  campaigns: { intervalMs: 1_000 },
  activeCalls: { intervalMs: 1_000 },
  /** A hit of an attention rule is shown within two seconds. */
  attention: { intervalMs: 500 },
  callLists: { intervalMs: 1_000 },
  /** Dear to count, and every page of the workspace hears of them at the same moment. */
  figures: { intervalMs: 5_000, spreadMs: 1_000 },
  everything: { intervalMs: 5_000, spreadMs: 1_000 },
  opening: { intervalMs: 500 },
  /** Whoever looks elsewhere is whom a browser's notification is for. */
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
/** Weeks of half hours, which a few calls hardly move: read again by the interval alone. */
const slowFigures: readonly RouteName[] = ['getDialingHours'];

/** What is shown of one call. */
const callParts: readonly RouteName[] = ['getCall', 'getCallContext', 'getCallReview', 'getCallback'];

/** What people score: the calls to come are chosen anew no more often than figures. */
const reviewLists: readonly RouteName[] = ['getReviewQueue'];

/** What is shown of one campaign. */
const campaignParts: readonly RouteName[] = [
  'getCampaign',
  'listCampaignRecipients',
  'listCampaignLog',
  'countUncontacted',
];

/** The provider's agents and numbers: the server says `workspace_update` when an agent's name changes, or the key. */
const providerParts: readonly RouteName[] = ['listAgents', 'listProviderAgents', 'listPhoneNumbers'];

/** What the name, key, settings and members of a workspace appear in; another zone cuts other days. */
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

/** Which queries a message of the tab's workspace makes out of date. Add a screen's routes here. */
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
    // Kept by live-calls.ts.
    case 'live_lines':
    case 'live_tails':
    case 'session_ended':
    default:
      // Also a message of a newer server that this tab does not know yet.
      return [];
  }
}

/** What asks for the metrics of today and all agents: the queries that a metrics_update answers. */
const todaysInputs = [{ query: { period: 'today' } }, { query: {} }];
const todaysTexts = new Set(todaysInputs.map((input) => JSON.stringify(input)));
const isTodaysMetrics = ({ queryKey: [, , name, input] }: Query): boolean =>
  name === 'getMetrics' && todaysTexts.has(JSON.stringify(input));

/**
 * The provider is asked for a recording once, and when somebody wants it: no message knows of it. The calls before and
 * after one stay as they were when it was opened.
 */
const isAskedOnce = ({ queryKey: [, , name] }: Query): boolean =>
  name === 'getRecording' || name === 'getCallNeighbours';

/** What a failed read shows stays until somebody asks again, and does not go under their hand. */
const isFailed = ({ state }: Query): boolean => state.status === 'error';

export interface RealtimeEffects {
  /** `workspaceId` is the tab's; what belongs to another one is left alone. */
  receive: (message: RealtimeMessage, workspaceId: string | null) => void;
  /**
   * What happened while nobody could tell is unknown: all that was read of the workspace is read again, what failed too
   * unless the line opens for the first time.
   */
  readAgain: (workspaceId: string | null, isFirstOpening: boolean) => void;
  stop: () => void;
}

/** `random` answers 0 to 1; it spreads what all pages would ask at once. */
export function createRealtimeEffects(client: QueryClient, random: () => number): RealtimeEffects {
  const refetchers = new Map<Pace, CoalescedRefetch>();
  for (const [pace, options] of Object.entries(paces) as [Pace, (typeof paces)[Pace]][]) {
    // Days that are over are asked for once. Today's metrics come along by themselves; after a gap and with another zone they are read like everything else.
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
      // What is under way may be older than what came.
      void client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, metrics);
      // It was to be read anew for a reason that the message may not know yet.
      if (isInvalidated) refetchers.get('everything')?.changed([queryKey]);
    }
  }

  return {
    receive(message, workspaceId) {
      if (message.type === 'session_update') {
        // A tab that shows a workspace stays there: only one without any asks whether there is one now.
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
