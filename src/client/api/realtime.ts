/**
 * State of the tab's realtime connection: whether changes arrive, how old the shown data are, and the server's clock.
 * realtime-socket.ts fills it, in a chunk that no first screen waits for.
 */
import { useSyncExternalStore } from 'react';
import type { ConnectionState } from './backoff-socket.ts';

export interface RealtimeStatus {
  readonly connection: ConnectionState;
  /** Epoch ms, by this computer's clock, up to which all shown data are current; null before the first read. */
  readonly updatedAt: number | null;
  /** The server's clock minus this computer's, in ms, so that running durations are right despite a wrong clock. */
  readonly clockOffsetMs: number;
}

let status: RealtimeStatus = { connection: 'connecting', updatedAt: null, clockOffsetMs: 0 };
/** The status that components see; it lags behind `status` while held. */
let shown = status;
let isHeld = false;
const listeners = new Set<() => void>();

function show(): void {
  shown = status;
  for (const listener of listeners) listener();
}

/** Changes the status. Only the socket calls it. */
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
 * Freezes the status that components see until called with false. A store that changes during React's first, stepwise
 * render would make it start again, in one step.
 */
export function freezeShownStatus(hold: boolean): void {
  isHeld = hold;
  if (!hold && shown !== status) show();
}

/** The server's current time, epoch ms. */
export const serverNow = (): number => Date.now() + status.clockOffsetMs;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useRealtimeStatus(): RealtimeStatus {
  return useSyncExternalStore(subscribe, () => shown);
}

/** True while the socket is open. The component renders again only when that changes. */
export function useIsLive(): boolean {
  return useSyncExternalStore(subscribe, () => shown.connection === 'live');
}
