import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiRoutes, type ApiRouteName } from '../../contract/routes.ts';
import { sessionQueryKeys, getWorkspaceQueryKey } from './query-keys.ts';
import { createRealtimeMessageHandler, type RealtimeMessageHandler } from './realtime-effects.ts';

const workspaceId = 'w1';
const metrics = {
  totalCalls: 7,
  inboundCalls: 4,
  outboundCalls: 3,
  webCalls: 0,
  agentCalls: { agent_a: 7 },
  activeCalls: 2,
  finishedCalls: 5,
  successRate: 50,
  avgDuration: 31,
};
let client: QueryClient;
let effects: RealtimeMessageHandler;
let stops: (() => void)[];
/** Number of reads of each query, by its name in the test. */
let reads: Record<string, number>;
/** Milliseconds that a read takes. */
let readMs = 0;
/** Labels of queries whose reads fail. */
let failing: Set<string>;

function show(label: string, name: ApiRouteName, input: unknown = {}): void {
  reads[label] = 0;
  const queryFn = async () => {
    reads[label] = (reads[label] ?? 0) + 1;
    if (readMs > 0) await new Promise((resolve) => setTimeout(resolve, readMs));
    if (failing.has(label)) throw new Error(`${label} can't be read`);
    return { label, count: reads[label] };
  };
  const queryKey = getWorkspaceQueryKey(workspaceId, name, input);
  stops.push(
    new QueryObserver<unknown>(client, {
      queryKey,
      queryFn,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }).subscribe(() => {}),
  );
}

const shown = (input: unknown) => client.getQueryData(getWorkspaceQueryKey(workspaceId, 'getMetrics', input));

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  effects = createRealtimeMessageHandler(client, () => 0);
  stops = [];
  reads = {};
  failing = new Set();
  readMs = 0;
});
afterEach(() => {
  focusManager.setFocused(undefined);
  effects.stop();
  for (const stop of stops) stop();
  client.clear();
  vi.useRealTimers();
});

describe('metrics_update', () => {
  it('is written into the metrics of today without an agent, however they are asked for, and nowhere else', async () => {
    const others = [
      { query: { period: 'yesterday' } },
      { query: { days: '7' } },
      { query: { period: 'today', agentFilter: 'a' } },
    ];
    for (const input of [{ query: { period: 'today' } }, { query: {} }, ...others])
      show(JSON.stringify(input), 'getMetrics', input);
    await vi.advanceTimersByTimeAsync(0);
    effects.receive({ type: 'metrics_update', workspaceId, metrics }, workspaceId);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([shown({ query: { period: 'today' } }), shown({ query: {} })]).toEqual([metrics, metrics]);
    for (const input of others) expect(shown(input)).toMatchObject({ count: 1 });
    expect(Object.values(reads)).toEqual([1, 1, 1, 1, 1]);
  });

  it('makes up nothing where no screen asked, nor for another workspace', async () => {
    show('today', 'getMetrics', { query: { period: 'today' } });
    await vi.advanceTimersByTimeAsync(0);
    effects.receive({ type: 'metrics_update', workspaceId: 'w2', metrics }, workspaceId);
    expect(shown({ query: { period: 'today' } })).toMatchObject({ label: 'today' });
    expect(client.getQueryCache().findAll()).toHaveLength(1);
  });

  it('wins over a read under way, which may be older', async () => {
    readMs = 300;
    show('today', 'getMetrics', { query: { period: 'today' } });
    await vi.advanceTimersByTimeAsync(100);
    effects.receive({ type: 'metrics_update', workspaceId, metrics }, workspaceId);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(shown({ query: { period: 'today' } })).toEqual(metrics);
    expect(
      client.getQueryState(getWorkspaceQueryKey(workspaceId, 'getMetrics', { query: { period: 'today' } })),
    ).toMatchObject({ status: 'success', fetchStatus: 'idle' });
    expect(reads).toEqual({ today: 1 });
  });

  it('does not replace the read that another change asked for', async () => {
    show('today', 'getMetrics', { query: { period: 'today' } });
    await vi.advanceTimersByTimeAsync(0);
    readMs = 300;
    effects.receive({ type: 'workspace_update', workspaceId }, workspaceId);
    await vi.advanceTimersByTimeAsync(100);
    effects.receive({ type: 'metrics_update', workspaceId, metrics }, workspaceId);
    expect(shown({ query: { period: 'today' } })).toEqual(metrics);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(shown({ query: { period: 'today' } })).toEqual({ label: 'today', count: 3 });
  });
});

describe('a flood of calls', () => {
  it("costs lists a read a second, figures one every five, and today's metrics none", async () => {
    show('active', 'listActiveCalls');
    show('history', 'listFilteredCalls', { query: { period: 'today', page: 1 } });
    show('volume', 'getCallVolume', { query: { timeRange: 'today' } });
    show('usage', 'getAgentUsage');
    show('sentiment', 'getAgentSentiment');
    show('performance', 'getAgentPerformance');
    show('week', 'getMetrics', { query: { days: '7' } });
    show('today', 'getMetrics', { query: { period: 'today' } });
    show('campaigns', 'listCampaigns');
    show('call', 'getCall', { params: { id: 'call_1' } });
    await vi.advanceTimersByTimeAsync(0);
    for (const label of Object.keys(reads)) reads[label] = 0;
    for (let elapsed = 0; elapsed < 20_000; elapsed += 250) {
      effects.receive({ type: 'call_started', workspaceId, callIds: [`call_${elapsed + 2}`] }, workspaceId);
      effects.receive({ type: 'active_calls_update', workspaceId }, workspaceId);
      effects.receive({ type: 'recent_calls_update', workspaceId }, workspaceId);
      effects.receive({ type: 'metrics_update', workspaceId, metrics }, workspaceId);
      await vi.advanceTimersByTimeAsync(250);
    }
    await vi.advanceTimersByTimeAsync(10_000);
    const figures = { volume: 5, usage: 5, sentiment: 5, performance: 5, week: 5 };
    expect(reads).toEqual({ active: 21, history: 21, ...figures, today: 0, campaigns: 0, call: 0 });
  });

  it('is read by the first message at once, whichever list it is about', async () => {
    show('active', 'listActiveCalls');
    show('history', 'listCalls');
    show('call', 'getCall', { params: { id: 'call_1' } });
    await vi.advanceTimersByTimeAsync(0);
    effects.receive({ type: 'call_ended', workspaceId, callIds: ['call_1'] }, workspaceId);
    await vi.advanceTimersByTimeAsync(5);
    effects.receive({ type: 'active_calls_update', workspaceId }, workspaceId);
    await vi.advanceTimersByTimeAsync(5);
    effects.receive({ type: 'recent_calls_update', workspaceId }, workspaceId);
    await vi.advanceTimersByTimeAsync(5);
    expect(reads).toEqual({ active: 2, history: 2, call: 2 });
  });

  it('shows a hit of an attention rule within half a second, however often active calls were read', async () => {
    show('active', 'listActiveCalls');
    show('context', 'getCallContext', { params: { id: 'call_1' } });
    show('other', 'getCallContext', { params: { id: 'call_2' } });
    await vi.advanceTimersByTimeAsync(0);
    effects.receive({ type: 'active_calls_update', workspaceId }, workspaceId);
    await vi.advanceTimersByTimeAsync(5);
    effects.receive({ type: 'call_attention', workspaceId, callIds: ['call_1'] }, workspaceId);
    await vi.advanceTimersByTimeAsync(500);
    expect(reads).toEqual({ active: 3, context: 2, other: 1 });
  });
});

describe('everything else', () => {
  it("reads all of the workspace again after a gap, today's metrics too, but asks nobody for a recording or a call's neighbours", async () => {
    show('today', 'getMetrics', { query: { period: 'today' } });
    show('settings', 'getSettings');
    show('recording', 'getRecording', { params: { id: 'call_1' } });
    show('neighbours', 'getCallNeighbours', { params: { id: 'call_1' }, query: {} });
    await vi.advanceTimersByTimeAsync(0);
    effects.receive({ type: 'refetch', workspaceId: 'w2' }, workspaceId);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reads).toEqual({ today: 1, settings: 1, recording: 1, neighbours: 1 });
    effects.receive({ type: 'refetch', workspaceId }, workspaceId);
    await vi.advanceTimersByTimeAsync(0);
    expect(reads).toEqual({ today: 2, settings: 2, recording: 1, neighbours: 1 });
    effects.readAgain(workspaceId, false);
    await vi.advanceTimersByTimeAsync(0);
    expect(reads).toEqual({ today: 3, settings: 3, recording: 1, neighbours: 1 });
  });

  it('reads alerts in a hidden tab too, for its browser notifies, and nothing else', async () => {
    show('alerts', 'listAlerts');
    show('active', 'listActiveCalls');
    await vi.advanceTimersByTimeAsync(0);
    focusManager.setFocused(false);
    effects.receive({ type: 'alert_update', workspaceId, alertIds: ['a1'] }, workspaceId);
    effects.receive({ type: 'active_calls_update', workspaceId }, workspaceId);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reads).toEqual({ alerts: 2, active: 1 });
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reads).toEqual({ alerts: 2, active: 2 });
  });

  it('leaves what failed alone when the line first opens, and reads it too when it opens again', async () => {
    failing = new Set(['settings', 'slow']);
    show('today', 'getMetrics', { query: { period: 'today' } });
    show('settings', 'getSettings');
    await vi.advanceTimersByTimeAsync(0);
    readMs = 100;
    show('slow', 'listAlerts');
    effects.readAgain(workspaceId, true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reads).toEqual({ today: 2, settings: 1, slow: 1 });
    effects.readAgain(workspaceId, false);
    await vi.advanceTimersByTimeAsync(0);
    expect(reads).toEqual({ today: 3, settings: 2, slow: 2 });
  });

  it("reads the parts of the campaign that changed, and the figures when the workspace's zone may have", async () => {
    show('campaign', 'getCampaign', { params: { id: 'c1' } });
    show('other', 'getCampaign', { params: { id: 'c2' } });
    show('volume', 'getCallVolume', { query: { timeRange: '7d' } });
    await vi.advanceTimersByTimeAsync(0);
    effects.receive({ type: 'campaign_update', workspaceId, campaignIds: ['c1'] }, workspaceId);
    effects.receive({ type: 'workspace_update', workspaceId }, workspaceId);
    await vi.advanceTimersByTimeAsync(0);
    // Every campaign is read again, because its agent may have been renamed.
    expect(reads).toEqual({ campaign: 3, other: 2, volume: 2 });
  });

  it('reads all of a workspace again that its name, key, settings, people or agents may have changed', async () => {
    const names = (Object.keys(apiRoutes) as ApiRouteName[]).filter((name) => apiRoutes[name].method === 'GET');
    for (const name of names) show(name, name);
    await vi.advanceTimersByTimeAsync(0);
    effects.receive({ type: 'workspace_update', workspaceId }, workspaceId);
    await vi.advanceTimersByTimeAsync(0);
    const left = names.filter((name) => reads[name] === 1);
    // A new endpoint must be listed here or in `workspaceParts`.
    const others: readonly ApiRouteName[] = [
      // Endpoints of the session, with keys of their own, and of the server.
      ...([
        'currentUser',
        'listWorkspaces',
        'currentWorkspace',
        'listInvitations',
        'getSignInFailures',
        'getSecondFactor',
        'getOwnEmail',
        'listSessions',
        'listPasskeys',
        'getOwnIdentity',
        'appInfo',
        'serviceStatus',
        'campaignTemplate',
      ] as const),
      // Files, and reads made once.
      ...([
        'showApiKey',
        'startSignOn',
        'finishSignOn',
        'listSignOnRules',
        'exportCalls',
        'getRecording',
        'getRecordingAudio',
        'getCallNeighbours',
        'exportCampaignResults',
        'exportRejectedRows',
      ] as const),
      ...(['getCampaignDraft', 'getCampaignEstimates', 'getCampaignLines'] as const),
      // Endpoints of one call or campaign, and those with a message or screen of their own.
      ...([
        'getCall',
        'getCallContext',
        'getCallReview',
        'getCallback',
        'listCampaignRecipients',
        'listCampaignLog',
        'countOwnTokens',
        'countUncontacted',
      ] as const),
      ...(['listAgentWebhooks', 'listAlerts', 'listCallViews'] as const),
      // Constant as long as this version runs.
      'openApi' as const,
      // Read again at an interval.
      ...([
        'listEventWebhooks',
        'listEventDeliveries',
        'listDialChecks',
        'listNumbers',
        'listAuditLog',
        'listTokens',
        'listContactsToEmpty',
      ] as const),
    ];
    expect(left.toSorted()).toEqual(others.toSorted());
  });

  it('reads the person’s own lists again when theirs changed, and where they are only while they are nowhere', () => {
    const keys = [sessionQueryKeys.invitations, sessionQueryKeys.workspaces, sessionQueryKeys.currentWorkspace];
    const outdated = () => keys.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated);
    for (const shownId of [workspaceId, null]) {
      for (const queryKey of keys) client.setQueryData(queryKey, []);
      effects.receive({ type: 'session_update' }, shownId);
      vi.advanceTimersByTime(500);
      expect(outdated()).toEqual([true, true, shownId === null]);
    }
  });
});
