/**
 * The socket of one live call at the provider, opened once. What its close means, and whether to come back, is for who asked. A line
 * that dies without a close is noticed by its pings.
 */
import { WebSocket } from 'ws';
import { liveClose, parseLiveMessage, type LiveMessage } from '../../../retell/wire-live.ts';

export interface LiveListener {
  /** Once, where the socket opened. */
  onOpen?(): void;
  /** Every text as it came, before what is known of it. */
  onText?(text: string): void;
  /** A message that we know. */
  onMessage(message: LiveMessage): void;
  /** Once, also where the socket never opened. `code`: the provider's, or 1006 where it gave none. */
  onClose(code: number, reason: string): void;
}

export interface LiveFollowing {
  /** Nothing is heard afterwards, the close neither. */
  close(): void;
}

const openMs = 10_000;
const pingEveryMs = 15_000;
const largestMessageBytes = 8 * 1024 * 1024;
const lostCode = 1006;

/** Refusals before the socket opens, as the close codes that mean the same. */
const codeOfStatus: Readonly<Record<number, number>> = {
  401: 4001,
  403: 4003,
  404: liveClose.notLiveYet,
  429: liveClose.tooManyWatchers,
};

/** `baseUrl`: the origin of the provider's API. */
export function followCall(baseUrl: string, apiKey: string, callId: string, listener: LiveListener): LiveFollowing {
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
    // A text comes as one buffer unless `binaryType` says otherwise.
    const text = (data as Buffer).toString('utf8');
    listener.onText?.(text);
    const message = parseLiveMessage(text);
    if (message) listener.onMessage(message);
  });
  socket.on('unexpected-response', (request, { statusCode = 0 }) => {
    request.destroy();
    end(codeOfStatus[statusCode] ?? lostCode, '');
  });
  // The close follows.
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
