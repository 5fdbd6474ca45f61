/**
 * The socket at /ws, its state, and the server's clock; what its messages change stands in realtime-effects.ts. What
 * was read before it opened is read again. One per tab, started by `useRealtime` while somebody is signed in.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { socketClose, type RealtimeMessage } from '../../contract/realtime.ts';
import { endSession } from './client.ts';
import { createBackoffSocket, type BackoffSocket, type ConnectionState } from './backoff-socket.ts';
import { createRealtimeEffects, type RealtimeEffects } from './realtime-effects.ts';
import { noteSessionWorkspace, tabState } from './tab-state.ts';

export interface RealtimeStatus {
  readonly connection: ConnectionState;
  /** When this tab last got fresh workspace data; epoch ms, null before the first. */
  readonly updatedAt: number | null;
  /** The server's clock less this computer's, in ms, so that running clocks are right on a wrong computer. */
  readonly clockOffsetMs: number;
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

function receive(message: RealtimeMessage, effects: RealtimeEffects): void {
  if (message.type === 'hello') {
    update({ clockOffsetMs: Date.parse(message.at) - Date.now() });
    if (message.workspaceId) noteSessionWorkspace(message.workspaceId);
  }
  if (message.type === 'workspace_switched') noteSessionWorkspace(message.workspaceId);
  if (message.type === 'session_ended') endSession();
  effects.receive(message, tabState().workspaceId);
}

/** 0 to 1, other in every tab. */
const random = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;

/** Opens the socket and keeps it; the answer closes it. */
function startRealtime(client: QueryClient): () => void {
  const effects = createRealtimeEffects(client, random);
  let hasBeenLive = false;
  const current = createBackoffSocket({
    openSocket: () => new WebSocket(`${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/ws`),
    onState(connection) {
      // What happened while it was away is unknown, as is what did between the page's first reads and its first opening.
      if (connection === 'live') {
        effects.readAgain(tabState().workspaceId, !hasBeenLive);
        hasBeenLive = true;
      }
      update({ connection });
    },
    onMessage(data) {
      const message = readMessage(data);
      if (message) receive(message, effects);
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
    effects.stop();
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useRealtimeStatus(): RealtimeStatus {
  return useSyncExternalStore(subscribe, () => status);
}

/** Whether the socket is open; renders anew only when that changes. */
export function useIsLive(): boolean {
  return useSyncExternalStore(subscribe, () => status.connection === 'live');
}
