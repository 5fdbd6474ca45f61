/** Lets screens use the WebSocket without importing its code, so that neither waits for the other to load. */
import type { RealtimeMessage, WatchCallsMessage } from '../../contract/realtime.ts';

let send: ((text: string) => void) | null = null;
const listeners = new Set<(message: RealtimeMessage) => void>();

/** Sets the function that sends over the WebSocket, or null when it closes. Only the socket's code calls it. */
export function setSocketSender(next: ((text: string) => void) | null): void {
  send = next;
}

/** Passes a WebSocket message of the server to all listeners. Only the socket's code calls it. */
export function dispatchMessageFromServer(message: RealtimeMessage): void {
  for (const listener of listeners) listener(message);
}

/** Sends a WebSocket message, or drops it while the socket is closed. Callers send again after the server's `hello`. */
export function sendSocketMessage(message: WatchCallsMessage): void {
  send?.(JSON.stringify(message));
}

/** Calls the listener with every WebSocket message of the server. Returns the function that unsubscribes it. */
export function subscribeToServerMessages(listener: (message: RealtimeMessage) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
