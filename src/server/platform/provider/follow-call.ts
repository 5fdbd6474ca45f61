/**
 * The provider's socket of one live call, opened once. The caller interprets the close and decides about a retry. Pings
 * detect a connection that dies without a close.
 */
import { WebSocket } from 'ws';
import { liveClose, parseLiveMessage, type LiveMessage } from '../../../retell/wire-live.ts';

export interface LiveListener {
  /** Called once when the socket opens. */
  onOpen?(): void;
  /** Called with every text as it arrived, before it is parsed. */
  onText?(text: string): void;
  /** Called with each message of a known type. */
  onMessage(message: LiveMessage): void;
  /** Called once, even if the socket never opened. `code` is the provider's, or 1006 if there is none. */
  onClose(code: number, reason: string): void;
}

export interface LiveFollowing {
  /** Closes the socket. No further callback runs, not even onClose. */
  close(): void;
}

const openMs = 10_000;
const pingEveryMs = 15_000;
const largestMessageBytes = 8 * 1024 * 1024;
const lostCode = 1006;

/** HTTP refusals before the socket opens, mapped to the close codes of the same meaning. */
const codeOfStatus: Readonly<Record<number, number>> = {
  401: 4001,
  403: 4003,
  404: liveClose.notLiveYet,
  429: liveClose.tooManyWatchers,
};

/** Opens the socket. `baseUrl` is the origin of the provider's API. */
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
  // An 'error' event is always followed by 'close'.
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
