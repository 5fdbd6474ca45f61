/**
 * Opens the provider's socket of one live call, once. The caller interprets the close and decides about a retry. Pings
 * detect a connection that dies without a close.
 */
import { WebSocket } from 'ws';
import { liveSocketCloseCodes, parseLiveMessage, type LiveMessage } from '../../../retell/wire-live.ts';

export interface LiveListener {
  /** Called once when the socket opens. */
  onOpen?(): void;
  /** Callback for every text of a live call's socket, as it arrived and before it is parsed. */
  onText?(text: string): void;
  /** Callback for each message of a known type from a live call's socket. */
  onMessage(message: LiveMessage): void;
  /** Called once when the live socket closes or never opened. `code` is the provider's, or 1006 without one. */
  onClose(code: number, reason: string): void;
}

export interface LiveCallSocket {
  /** Closes a live call's socket. No further callback runs, not even onClose. */
  close(): void;
}

const openMs = 10_000;
const pingEveryMs = 15_000;
const largestMessageBytes = 8 * 1024 * 1024;
const lostCode = 1006;

/** HTTP refusals of a live call's socket, mapped to the close codes of the same meaning. */
const codeOfStatus: Readonly<Record<number, number>> = {
  401: 4001,
  403: 4003,
  404: liveSocketCloseCodes.notLiveYet,
  429: liveSocketCloseCodes.tooManyWatchers,
};

/** Opens the provider's socket of a live call. `baseUrl` is the origin of the provider's API. */
export function followCall(baseUrl: string, apiKey: string, callId: string, listener: LiveListener): LiveCallSocket {
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
    // The WebSocket library delivers a text message as one Buffer, because `binaryType` is left at its default.
    const text = (data as Buffer).toString('utf8');
    listener.onText?.(text);
    const message = parseLiveMessage(text);
    if (message) listener.onMessage(message);
  });
  socket.on('unexpected-response', (request, { statusCode = 0 }) => {
    request.destroy();
    end(codeOfStatus[statusCode] ?? lostCode, '');
  });
  // Ignore a socket's 'error' event, because a 'close' event always follows.
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
