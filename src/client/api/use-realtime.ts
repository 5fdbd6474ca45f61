/**
 * Keeps the tab's socket open while somebody is signed in. The socket's code is a chunk of its own, loaded beside the
 * first requests, so that nothing waits for it. The few data that were read before the socket opened are read again.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { freezeShownStatus, updateRealtimeStatus } from './realtime.ts';
import type { RealtimeSocket } from './realtime-socket.ts';

const load = () => import('./realtime-socket.ts');
let loaded: ReturnType<typeof load> | null = null;
let tryAgain: () => void = () => {};

/** Loads the socket's code and starts it. The returned function stops it, even before the code has loaded. */
function connect(client: QueryClient): () => void {
  let socket: RealtimeSocket | null = null;
  let isOver = false;
  const fetchAndStart = async (): Promise<void> => {
    updateRealtimeStatus({ connection: 'connecting' });
    try {
      loaded ??= load();
      const { startRealtime } = await loaded;
      if (isOver || socket) return;
      socket = startRealtime(client);
    } catch {
      // A click on 'Reconectar' loads the socket's code again.
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

/** Connects before the console is mounted, so that changes during its first reads are heard. useRealtime takes over. */
export function connectAhead(client: QueryClient): void {
  if (endAhead) return;
  freezeShownStatus(true);
  endAhead = connect(client);
}

/** Keeps the tab's socket open while mounted. */
export function useRealtime(): void {
  const client = useQueryClient();
  useEffect(() => {
    const end = endAhead ?? connect(client);
    endAhead = null;
    // The status is released in a task of its own, after the console's first render.
    const timer = setTimeout(freezeShownStatus, 0, false);
    return () => {
      clearTimeout(timer);
      freezeShownStatus(false);
      end();
    };
  }, [client]);
}

/** Reconnects at once, for the button 'Reconectar'. */
export function reconnect(): void {
  tryAgain();
}
