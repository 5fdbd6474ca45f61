/**
 * A WebSocket that reconnects with exponential backoff: 1 s, doubling up to 30 s, at most five attempts. Then it waits
 * for `retry()` (spec B 4): the 'Reconectar' button, or the tab or network coming back. A socket silent for longer than
 * the server ever is counts as closed, because a connection may die without a close event.
 */

export const maximumAttempts = 5;

/** Milliseconds to wait before attempt `attempt`, where 0 is the first: 1, 2, 4, 8, 16 s, at most 30 s. */
export function backoffMs(attempt: number): number {
  return Math.min(30_000, 1_000 * 2 ** attempt);
}

/** connecting: an attempt runs or is planned. live: the socket is open. lost: no more attempts until `retry()`. */
export type ConnectionState = 'connecting' | 'live' | 'offline' | 'lost';

export interface BackoffSocketOptions {
  /** An open socket that was silent for so many milliseconds counts as dead. */
  readonly silenceMs: number;
  readonly openSocket: () => WebSocket;
  readonly onMessage: (data: unknown) => void;
  readonly onState: (state: ConnectionState) => void;
  /** True for the close codes that end reconnecting, because the session has ended. */
  readonly isFinal: (closeCode: number) => boolean;
  /** True for the close codes of a server that accepts no socket now: reconnecting then waits for `retry()`. */
  readonly isRefusal: (closeCode: number) => boolean;
}

export interface BackoffSocket {
  start: () => void;
  /** Connects at once, unless an attempt runs or the open socket was heard lately. The count of attempts restarts. */
  retry: () => void;
  stop: () => void;
  /** Sends a text while the socket is open; otherwise drops it. */
  send: (text: string) => void;
}

export function createBackoffSocket(options: BackoffSocketOptions): BackoffSocket {
  let socket: WebSocket | null = null;
  /** Timer of the next attempt if no socket is open, otherwise of the next check for silence. */
  let timer: ReturnType<typeof setTimeout> | null = null;
  let heardAtMs = 0;
  let attempt = 0;
  let stopped = true;

  function clear(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const old = socket;
    socket = null;
    old?.close();
  }

  function comeBack(): void {
    if (attempt >= maximumAttempts) {
      options.onState('lost');
      return;
    }
    options.onState('offline');
    timer = setTimeout(open, backoffMs(attempt));
    attempt += 1;
  }

  const silentMs = (): number => (socket?.readyState === WebSocket.OPEN ? Date.now() - heardAtMs : 0);

  function watch(): void {
    timer = null;
    if (silentMs() < options.silenceMs) {
      timer = setTimeout(watch, options.silenceMs - silentMs());
      return;
    }
    clear();
    comeBack();
  }

  function open(): void {
    timer = null;
    const opened = options.openSocket();
    socket = opened;
    opened.addEventListener('open', () => {
      if (socket !== opened) return;
      attempt = 0;
      heardAtMs = Date.now();
      watch();
      options.onState('live');
    });
    opened.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (socket !== opened) return;
      heardAtMs = Date.now();
      options.onMessage(event.data);
    });
    opened.addEventListener('error', () => {
      // The close event follows, and starts the next attempt.
      if (socket === opened) console.warn('The realtime connection failed.');
    });
    opened.addEventListener('close', (event) => {
      // A socket that this client dropped closes later; its event must not end the new one.
      if (socket !== opened) return;
      clear();
      if (options.isFinal(event.code)) {
        stopped = true;
        options.onState('lost');
      } else if (options.isRefusal(event.code)) options.onState('lost');
      else comeBack();
    });
  }

  function begin(): void {
    clear();
    attempt = 0;
    stopped = false;
    options.onState('connecting');
    open();
  }

  return {
    start: begin,
    retry() {
      if (stopped) return;
      const isDead = socket === null || socket.readyState > WebSocket.OPEN || silentMs() >= options.silenceMs;
      if (isDead) begin();
    },
    stop() {
      stopped = true;
      clear();
    },
    send(text) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(text);
    },
  };
}
