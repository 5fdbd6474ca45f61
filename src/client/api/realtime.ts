/**
 * State of this tab: the WebSocket connection, the age of the data on screen, and the offset between server clock and
 * local clock.
 * realtime-socket.ts updates it. That module is a separate chunk, so that it does not delay the first screen.
 */
import { useSyncExternalStore } from 'react';
import type { SocketConnectionState } from './backoff-socket.ts';

export interface RealtimeStatus {
  readonly connection: SocketConnectionState;
  /** Time up to which all data on screen are current, epoch ms by the local clock; null before the first fetch. */
  readonly updatedAt: number | null;
  /** Server clock minus local clock in ms. It corrects the running durations on screen if the local clock is wrong. */
  readonly clockOffsetMs: number;
}

let status: RealtimeStatus = { connection: 'connecting', updatedAt: null, clockOffsetMs: 0 };
let shown = status;
let isHeld = false;
const listeners = new Set<() => void>();

function show(): void {
  shown = status;
  for (const listener of listeners) listener();
}

/** Updates the status of the realtime connection. Only the WebSocket's code calls it. */
export function updateRealtimeStatus(next: Partial<RealtimeStatus>): void {
  const changed = { ...status, ...next };
  if (
    changed.connection === status.connection &&
    changed.updatedAt === status.updatedAt &&
    changed.clockOffsetMs === status.clockOffsetMs
  )
    return;
  status = changed;
  if (!isHeld) show();
}

/**
 * Freezes the connection status that components see while `hold` is true. Otherwise a change of status during React's
 * first concurrent render would make React repeat it synchronously.
 */
export function freezeDisplayedRealtimeStatus(hold: boolean): void {
  isHeld = hold;
  if (!hold && shown !== status) show();
}

/** The server's current time, epoch ms. */
export const getServerTimeMs = (): number => Date.now() + status.clockOffsetMs;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useRealtimeStatus(): RealtimeStatus {
  return useSyncExternalStore(subscribe, () => shown);
}

/** True while the realtime WebSocket is open. The component renders again only when that changes. */
export function useIsRealtimeConnected(): boolean {
  return useSyncExternalStore(subscribe, () => shown.connection === 'live');
}
