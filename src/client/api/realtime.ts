/**
 * Whether this tab hears of changes as they happen, how old what it shows is, and the server's clock. The socket that
 * tells stands in realtime-socket.ts, which nothing seen at first waits for.
 */
import { useSyncExternalStore } from 'react';
import type { ConnectionState } from './backoff-socket.ts';

export interface RealtimeStatus {
  readonly connection: ConnectionState;
  /** The moment for which all that the screen shows is known to hold, by this computer's clock; epoch ms, null before the first read. */
  readonly updatedAt: number | null;
  /** The server's clock less this computer's, in ms, so that running clocks are right on a wrong computer. */
  readonly clockOffsetMs: number;
}

let status: RealtimeStatus = { connection: 'connecting', updatedAt: null, clockOffsetMs: 0 };
/** What components see of it. */
let shown = status;
let isHeld = false;
const listeners = new Set<() => void>();

function show(): void {
  shown = status;
  for (const listener of listeners) listener();
}

/** For the socket alone. */
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
 * Until it is let go, components see what they saw: a store that changes while React draws in steps makes it begin anew,
 * and in one step.
 */
export function holdRealtimeStatus(hold: boolean): void {
  isHeld = hold;
  if (!hold && shown !== status) show();
}

/** The server's present moment, epoch ms. */
export const serverNow = (): number => Date.now() + status.clockOffsetMs;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useRealtimeStatus(): RealtimeStatus {
  return useSyncExternalStore(subscribe, () => shown);
}

/** Whether the socket is open; renders anew only when that changes. */
export function useIsLive(): boolean {
  return useSyncExternalStore(subscribe, () => shown.connection === 'live');
}
