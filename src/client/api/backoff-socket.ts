/**
 * A WebSocket that comes back: exponential backoff from 1 s, doubling, at most 30 s, five attempts, then it waits
 * for `retry()`: the 'Reconectar' button, the tab's return, the network's return (spec B 4). A line may die without a close,
 * while a laptop sleeps or under a change of network: one that is silent for longer than the server ever is counts as closed.
 */

export const maximumAttempts = 5;

/** Milliseconds before attempt `attempt` (0 is the first): 1, 2, 4, 8, 16 s, at most 30 s. */
export function backoffMs(attempt: number): number {
  return Math.min(30_000, 1_000 * 2 ** attempt);
}

/** connecting: the first try or a retry is under way or planned. live: open. lost: gave up until `retry()`. */
export type ConnectionState = 'connecting' | 'live' | 'offline' | 'lost';

export interface BackoffSocketOptions {
  /** Silence of an open socket after which its line is dead. */
  readonly silenceMs: number;
  readonly openSocket: () => WebSocket;
  readonly onMessage: (data: unknown) => void;
  readonly onState: (state: ConnectionState) => void;
  /** Close codes after which coming back makes no sense: the session has ended. */
  readonly isFinal: (closeCode: number) => boolean;
  /** Close codes of a server that will have none now: it waits for `retry()`, however often it was open before. */
  readonly isRefusal: (closeCode: number) => boolean;
}

export interface BackoffSocket {
  start: () => void;
  /** Tries at once unless it is live, and not silent for too long, or trying; counts attempts anew. */
  retry: () => void;
  stop: () => void;
  /** Sends a text while it is open; it is lost otherwise. */
  send: (text: string) => void;
}

export function createBackoffSocket(options: BackoffSocketOptions): BackoffSocket {
  let socket: WebSocket | null = null;
  /** The next attempt while there is no socket, the next look at its silence while one is open. */
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
      // Its close follows, and brings it back.
      if (socket === opened) console.warn('The realtime connection failed.');
    });
    opened.addEventListener('close', (event) => {
      // A socket that we let go of ourselves closes later; it no longer speaks for us.
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
