/** Connects the socket's code with the screens that send messages, so that neither waits for the other's code. */
import type { RealtimeMessage, WatchMessage } from '../../contract/realtime.ts';

let send: ((text: string) => void) | null = null;
const listeners = new Set<(message: RealtimeMessage) => void>();

/** Sets how to send while the socket is open, and null when it closes. Only the socket calls it. */
export function setSocketSender(next: ((text: string) => void) | null): void {
  send = next;
}

/** Passes a message of the server to all listeners. Only the socket calls it. */
export function dispatchServerMessage(message: RealtimeMessage): void {
  for (const listener of listeners) listener(message);
}

/** Sends a message at once; drops it while the socket is not open. The server's `hello` says when to send anew. */
export function sendToServer(message: WatchMessage): void {
  send?.(JSON.stringify(message));
}

/** Calls the listener with every message of the server, until the returned function is called. */
export function onServerMessage(listener: (message: RealtimeMessage) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
