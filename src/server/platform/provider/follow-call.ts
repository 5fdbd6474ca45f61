/**
 * Opens the provider's WebSocket of a live call a single time. The caller decides by the close code whether to open it
 * again. Pings detect a connection that died without a close event.
 */
import { WebSocket } from 'ws';
import { liveSocketCloseCodes, parseLiveSocketMessage, type LiveSocketMessage } from '../../../retell/wire-live.ts';

export interface ProviderLiveCallSocketListener {
  /** Called once when the socket opens. */
  onOpen?(): void;
  /** Callback for every message of a live call's WebSocket, as text before it is parsed. */
  onText?(text: string): void;
  /** Callback for each message of a known type from a live call's WebSocket. */
  onMessage(message: LiveSocketMessage): void;
  /** Callback when the live call's WebSocket closes or can't be opened. `code` is 1006 if the provider gave none. */
  onClose(code: number, reason: string): void;
}

export interface ProviderLiveCallSocket {
  /** Closes a live call's WebSocket. No further callback runs, not even onClose. */
  close(): void;
}

const openMs = 10_000;
const pingEveryMs = 15_000;
const largestMessageBytes = 8 * 1024 * 1024;
const lostCode = 1006;

/** WebSocket close code for each HTTP status with which the provider may refuse a live call's WebSocket. */
const codeOfStatus: Readonly<Record<number, number>> = {
  401: 4001,
  403: 4003,
  404: liveSocketCloseCodes.notLiveYet,
  429: liveSocketCloseCodes.tooManyWatchers,
};

/** Opens the provider's WebSocket of a live call. `baseUrl` is the origin of the provider's API. */
export function openProviderLiveCallSocket(
  baseUrl: string,
  apiKey: string,
  callId: string,
  listener: ProviderLiveCallSocketListener,
): ProviderLiveCallSocket {
  const url = new URL(`/v2/monitor-call/${encodeURIComponent(callId)}`, baseUrl.replace(/^http/u, 'ws'));
  const socket = new WebSocket(url, {
    headers: { authorization: `Bearer ${apiKey}` },
    handshakeTimeout: openMs,
    maxPayload: largestMessageBytes,
    followRedirects: false,
  });
  let isOver = false;
  let hasAnswered = true;
  const pinging = setInterval(() => {
    if (socket.readyState !== socket.OPEN) return;
    if (!hasAnswered) {
      socket.terminate();
      return;
    }
    hasAnswered = false;
    socket.ping();
  }, pingEveryMs);
  pinging.unref();

  function end(code: number, reason: string): void {
    clearInterval(pinging);
    if (isOver) return;
    isOver = true;
    listener.onClose(code, reason);
  }

  socket.on('open', () => {
    if (!isOver) listener.onOpen?.();
  });
  socket.on('pong', () => (hasAnswered = true));
  socket.on('message', (data, isBinary) => {
    if (isOver || isBinary) return;
    // A text message is one Buffer here, because the WebSocket's `binaryType` keeps its default value.
    const text = (data as Buffer).toString('utf8');
    listener.onText?.(text);
    const message = parseLiveSocketMessage(text);
    if (message) listener.onMessage(message);
  });
  socket.on('unexpected-response', (request, { statusCode = 0 }) => {
    request.destroy();
    end(codeOfStatus[statusCode] ?? lostCode, '');
  });
  // Ignore the WebSocket's 'error' event, because a 'close' event always follows.
  socket.on('error', () => undefined);
  socket.on('close', (code, reason) => end(code, reason.toString('utf8')));
  return {
    close() {
      isOver = true;
      clearInterval(pinging);
      socket.terminate();
    },
  };
}
