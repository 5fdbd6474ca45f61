/**
 * The tab's WebSocket to /ws, started by use-realtime.ts while a user is signed in. realtime-effects.ts handles its
 * messages. Data that were fetched before the socket opened are fetched again.
 */
import type { QueryClient } from '@tanstack/react-query';
import { socketHeartbeatMs, socketCloseCodes, type RealtimeMessage } from '../../contract/realtime.ts';
import { createBackoffSocket } from './backoff-socket.ts';
import { notifySessionEnded } from './client.ts';
import { updateRealtimeStatus } from './realtime.ts';
import { createRealtimeMessageHandler, type RealtimeMessageHandler } from './realtime-effects.ts';
import { getOldestDisplayedDataTime } from './screen-freshness.ts';
import { setSocketSender, dispatchMessageFromServer } from './socket-line.ts';
import { notifyIfSessionWorkspaceDiffers, getTabWorkspaceState } from './tab-state.ts';

export interface RealtimeSocket {
  /** Reconnects the WebSocket at once, unless it is open. */
  readonly retry: () => void;
  readonly stop: () => void;
}

function readMessage(data: unknown): RealtimeMessage | null {
  try {
    return JSON.parse(String(data)) as RealtimeMessage;
  } catch {
    // Skip a message that is not JSON. Don't log it or its error, because both may contain people's names.
    console.warn('A realtime message could not be read.');
    return null;
  }
}

function receive(message: RealtimeMessage, effects: RealtimeMessageHandler): void {
  if (message.type === 'hello') {
    updateRealtimeStatus({ clockOffsetMs: Date.parse(message.at) - Date.now() });
    if (message.workspaceId) notifyIfSessionWorkspaceDiffers(message.workspaceId);
  }
  if (message.type === 'workspace_switched') notifyIfSessionWorkspaceDiffers(message.workspaceId);
  if (message.type === 'session_ended') notifySessionEnded();
  effects.receive(message, getTabWorkspaceState().workspaceId);
  dispatchMessageFromServer(message);
}

/**
 * Maximum silence, in ms, of a WebSocket that still counts as working. One heartbeat may be lost, and the next one may
 * be late.
 */
const longestSilenceMs = 2 * socketHeartbeatMs + 10_000;

/** Random number from 0 to 1 that delays a tab's refetches, so that open tabs don't send requests all at once. */
const random = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;

/** Opens the tab's WebSocket and reconnects it until it is stopped. */
export function openRealtimeSocket(client: QueryClient): RealtimeSocket {
  const effects = createRealtimeMessageHandler(client, random);
  let hasBeenLive = false;
  let isLive = false;
  let toldUntil = 0;
  const noteFreshness = () =>
    updateRealtimeStatus({ updatedAt: getOldestDisplayedDataTime(client, isLive ? Date.now() : toldUntil) });
  const current = createBackoffSocket({
    silenceMs: longestSilenceMs,
    openSocket: () =>
      new WebSocket(`${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/ws`),
    onState(connection) {
      // When the WebSocket opens, all data are refetched, because changes while it was closed have been missed.
      if (connection === 'live') {
        effects.readAgain(getTabWorkspaceState().workspaceId, !hasBeenLive);
        hasBeenLive = true;
      }
      if (isLive && connection !== 'live') toldUntil = Date.now();
      isLive = connection === 'live';
      updateRealtimeStatus({ connection });
      noteFreshness();
    },
    onMessage(data) {
      const message = readMessage(data);
      if (message) receive(message, effects);
    },
    isFinal(code) {
      if (code === socketCloseCodes.sessionEnded) notifySessionEnded();
      return code === socketCloseCodes.sessionEnded;
    },
    isRefusal: (code) => code === socketCloseCodes.tooMany,
  });
  const retry = () => {
    if (document.visibilityState === 'visible') current.retry();
  };
  const unsubscribe = client.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated' || type === 'observerAdded' || type === 'observerRemoved') noteFreshness();
  });
  window.addEventListener('focus', retry);
  window.addEventListener('online', retry);
  document.addEventListener('visibilitychange', retry);
  setSocketSender((text) => current.send(text));
  current.start();
  const stop = () => {
    window.removeEventListener('focus', retry);
    window.removeEventListener('online', retry);
    document.removeEventListener('visibilitychange', retry);
    unsubscribe();
    effects.stop();
    setSocketSender(null);
    current.stop();
  };
  return { retry: () => current.retry(), stop };
}
