/**
 * Keeps the tab connected while somebody is signed in. The socket's code comes in a chunk of its own, beside the first
 * questions to the server: nobody waits for it, and what was read before the socket opened is little (it is read again).
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { holdRealtimeStatus, updateRealtimeStatus } from './realtime.ts';
import type { RealtimeSocket } from './realtime-socket.ts';

const load = () => import('./realtime-socket.ts');
let loaded: ReturnType<typeof load> | null = null;
let tryAgain: () => void = () => {};

/** Fetches the socket's code and starts it; the answer stops it, also before it has come. */
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
      // 'Reconectar' asks again.
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

/** For whoever is found signed in before the console stands, which takes the socket over: it hears then of what changes while its first reads are under way. */
export function connectAhead(client: QueryClient): void {
  if (endAhead) return;
  holdRealtimeStatus(true);
  endAhead = connect(client);
}

/** Keeps the tab connected while mounted. */
export function useRealtime(): void {
  const client = useQueryClient();
  useEffect(() => {
    const end = endAhead ?? connect(client);
    endAhead = null;
    // In a task of its own: the console has just been drawn for the first time.
    const timer = setTimeout(holdRealtimeStatus, 0, false);
    return () => {
      clearTimeout(timer);
      holdRealtimeStatus(false);
      end();
    };
  }, [client]);
}

/** 'Reconectar': tries again at once. */
export function reconnect(): void {
  tryAgain();
}
