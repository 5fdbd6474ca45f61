/** Between the socket's code and screens that speak by it: neither waits for the other's code. */
import type { RealtimeMessage, WatchMessage } from '../../contract/realtime.ts';

let send: ((text: string) => void) | null = null;
const listeners = new Set<(message: RealtimeMessage) => void>();

/** For the socket alone: how to send while it is open; null once it is not. */
export function connectLine(next: ((text: string) => void) | null): void {
  send = next;
}

/** For the socket alone: what the server said. */
export function passOn(message: RealtimeMessage): void {
  for (const listener of listeners) listener(message);
}

/** Sends it now; lost while the socket is not open. Its `hello` says when the server has to be told anew. */
export function say(message: WatchMessage): void {
  send?.(JSON.stringify(message));
}

/** Calls back with every message of the server; the answer ends it. */
export function onServerMessage(listener: (message: RealtimeMessage) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
