/**
 * Keeps the tab's WebSocket open while a user is signed in. The socket's code is a separate chunk, loaded in parallel
 * with the first requests. Data that were fetched before the socket opened are fetched again.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { freezeDisplayedRealtimeStatus, updateRealtimeStatus } from './realtime.ts';
import type { RealtimeSocket } from './realtime-socket.ts';

const load = () => import('./realtime-socket.ts');
let loaded: ReturnType<typeof load> | null = null;
let tryAgain: () => void = () => {};

/** Loads the WebSocket's code and connects. The returned function disconnects, even before the code has loaded. */
function connect(client: QueryClient): () => void {
  let socket: RealtimeSocket | null = null;
  let isOver = false;
  const fetchAndStart = async (): Promise<void> => {
    updateRealtimeStatus({ connection: 'connecting' });
    try {
      loaded ??= load();
      const { openRealtimeSocket: startRealtime } = await loaded;
      if (isOver || socket) return;
      socket = startRealtime(client);
    } catch {
      // Discard the failed import of the WebSocket's code, so that a click on 'Reconectar' imports the code again.
      loaded = null;
      if (!isOver) updateRealtimeStatus({ connection: 'lost' });
    }
  };
  tryAgain = () => {
    if (socket) socket.retry();
    else void fetchAndStart();
  };
  void fetchAndStart();
  return () => {
    isOver = true;
    tryAgain = () => {};
    socket?.stop();
  };
}

let endAhead: (() => void) | null = null;

/** Opens the WebSocket before the console mounts, so that no change is missed. `useRealtimeConnection` later closes it. */
export function preconnectRealtime(client: QueryClient): void {
  if (endAhead) return;
  freezeDisplayedRealtimeStatus(true);
  endAhead = connect(client);
}

/** Keeps the tab's socket open while mounted. */
export function useRealtimeConnection(): void {
  const client = useQueryClient();
  useEffect(() => {
    const end = endAhead ?? connect(client);
    endAhead = null;
    const timer = setTimeout(freezeDisplayedRealtimeStatus, 0, false);
    return () => {
      clearTimeout(timer);
      freezeDisplayedRealtimeStatus(false);
      end();
    };
  }, [client]);
}

/** Reconnects at once, for the button 'Reconectar'. */
export function reconnectRealtime(): void {
  tryAgain();
}
