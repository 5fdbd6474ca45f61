/**
 * The socket at /ws and what follows from its messages: queries that changed are read again, at most twice a second
 * (campaigns once); after a reconnect everything is. One per tab, started by `useRealtime` while somebody is signed in.
 */
import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { socketClose, type RealtimeMessage } from '../../contract/realtime.ts';
import type { RouteName } from '../../contract/routes.ts';
import { endSession } from './client.ts';
import { createBackoffSocket, type BackoffSocket, type ConnectionState } from './backoff-socket.ts';
import { createCoalescedRefetch, type CoalescedRefetch } from './coalesced-refetch.ts';
import { sessionKeys, workspaceKey } from './query-keys.ts';
import { noteSessionWorkspace, tabState } from './tab-state.ts';

export interface RealtimeStatus {
  readonly connection: ConnectionState;
  /** When this tab last got fresh workspace data; epoch ms, null before the first. */
  readonly updatedAt: number | null;
  /** The server's clock less this computer's, in ms, so that running clocks are right on a wrong computer. */
  readonly clockOffsetMs: number;
}

const callLists: readonly RouteName[] = ['listActiveCalls', 'listCalls', 'listFilteredCalls', 'listRecentCalls', 'getMetrics'];

/** What is shown of one campaign. */
const campaignParts: readonly RouteName[] = ['getCampaign', 'listCampaignRecipients', 'listCampaignLog'];

/** What the name, key, settings and members of a workspace appear in; another zone cuts other days. */
const workspaceParts = (workspaceId: string | null): readonly QueryKey[] => [
  sessionKeys.workspaces,
  sessionKeys.currentWorkspace,
  ...(['getSettings', 'listUsers', 'webhookUrl', 'listMembers', 'listDoNotCallLists', 'listCampaigns', ...callLists] as const).map((name) =>
    workspaceKey(workspaceId, name),
  ),
];

/** Which queries a message makes out of date. Add a screen's routes here. */
export function invalidatedBy(message: RealtimeMessage, workspaceId: string | null): readonly QueryKey[] {
  switch (message.type) {
    case 'call_started':
    case 'call_ended':
    case 'call_analyzed':
      if (message.workspaceId !== workspaceId) return [];
      return [
        ...callLists.map((name) => workspaceKey(workspaceId, name)),
        ...message.callIds.map((id) => workspaceKey(workspaceId, 'getCall', { params: { id } })),
      ];
    case 'campaign_update':
      if (message.workspaceId !== workspaceId) return [];
      return [
        workspaceKey(workspaceId, 'listCampaigns'),
        ...message.campaignIds.flatMap((id) => campaignParts.map((name) => workspaceKey(workspaceId, name, { params: { id } }))),
      ];
    case 'alert_update':
      return message.workspaceId === workspaceId ? [workspaceKey(workspaceId, 'listAlerts')] : [];
    case 'workspace_update':
      return message.workspaceId === workspaceId ? workspaceParts(workspaceId) : [];
    case 'refetch':
      return message.workspaceId === workspaceId ? [workspaceKey(workspaceId), sessionKeys.workspaces] : [];
    case 'hello':
    case 'workspace_switched':
    case 'session_ended':
    default:
      // Also a message of a newer server that this tab does not know yet.
      return [];
  }
}

let status: RealtimeStatus = { connection: 'connecting', updatedAt: null, clockOffsetMs: 0 };
let socket: BackoffSocket | null = null;
const listeners = new Set<() => void>();

function update(next: Partial<RealtimeStatus>): void {
  status = { ...status, ...next };
  for (const listener of listeners) listener();
}

/** The server's present moment, epoch ms. */
export const serverNow = (): number => Date.now() + status.clockOffsetMs;

function readMessage(data: unknown): RealtimeMessage | null {
  try {
    return JSON.parse(String(data)) as RealtimeMessage;
  } catch {
    // A frame that is not ours: the next one counts.
    return null;
  }
}

/** A running campaign changes hundreds of times a second; its figures need not be read that often. */
const campaignIntervalMs = 1_000;

function receive(message: RealtimeMessage, refetch: CoalescedRefetch): void {
  if (message.type === 'hello') {
    update({ clockOffsetMs: Date.parse(message.at) - Date.now() });
    if (message.workspaceId) noteSessionWorkspace(message.workspaceId);
  }
  if (message.type === 'workspace_switched') noteSessionWorkspace(message.workspaceId);
  if (message.type === 'session_ended') endSession();
  refetch.changed(invalidatedBy(message, tabState().workspaceId));
}

/** Opens the socket and keeps it; the answer closes it. */
function startRealtime(client: QueryClient): () => void {
  const refetch = createCoalescedRefetch(client);
  const campaignRefetch = createCoalescedRefetch(client, campaignIntervalMs);
  let wasLive = false;
  const current = createBackoffSocket({
    openSocket: () => new WebSocket(`${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/ws`),
    onState(connection) {
      // What happened while it was away is unknown: read everything again.
      if (connection === 'live' && wasLive) refetch.changed([workspaceKey(tabState().workspaceId)]);
      if (connection === 'live') wasLive = true;
      update({ connection });
    },
    onMessage(data) {
      const message = readMessage(data);
      if (message) receive(message, message.type === 'campaign_update' ? campaignRefetch : refetch);
    },
    isFinal(code) {
      if (code === socketClose.sessionEnded) endSession();
      return code === socketClose.sessionEnded;
    },
  });
  socket = current;
  const retry = () => {
    if (document.visibilityState === 'visible') current.retry();
  };
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && event.query.queryKey[0] === 'workspace') {
      update({ updatedAt: Date.now() });
    }
  });
  window.addEventListener('focus', retry);
  window.addEventListener('online', retry);
  document.addEventListener('visibilitychange', retry);
  current.start();
  return () => {
    window.removeEventListener('focus', retry);
    window.removeEventListener('online', retry);
    document.removeEventListener('visibilitychange', retry);
    unsubscribe();
    refetch.stop();
    campaignRefetch.stop();
    current.stop();
    socket = null;
  };
}

/** Keeps the tab connected while mounted. */
export function useRealtime(): void {
  const client = useQueryClient();
  useEffect(() => startRealtime(client), [client]);
}

/** 'Reconectar': tries again at once. */
export function reconnect(): void {
  socket?.retry();
}

export function useRealtimeStatus(): RealtimeStatus {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => status,
  );
}
