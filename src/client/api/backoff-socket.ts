/**
 * A WebSocket that reconnects with exponential backoff: at most five attempts, after 1, 2, 4, 8 and 16 s. After the
 * fifth it waits for a call of `retry()` (spec B 4). The button 'Reconectar' calls `retry()`, and so does the page when
 * the tab is shown or the network returns.
 * A connection may die without a close event. So a socket that is silent for too long counts as closed.
 */

export const maximumReconnectAttempts = 5;

/** Milliseconds to wait before reconnection attempt `attempt`, counted from 0. Doubles from 1000 to 30000 at most. */
export function computeReconnectDelayMs(attempt: number): number {
  return Math.min(30_000, 1_000 * 2 ** attempt);
}

/**
 * State of the WebSocket. 'offline': it reconnects by itself after a delay. 'lost': it reconnects only after a call of
 * `retry()`.
 */
export type SocketConnectionState = 'connecting' | 'live' | 'offline' | 'lost';

export interface BackoffSocketOptions {
  /** Milliseconds of silence after which an open WebSocket counts as dead. */
  readonly silenceMs: number;
  readonly openSocket: () => WebSocket;
  readonly onMessage: (data: unknown) => void;
  readonly onState: (state: SocketConnectionState) => void;
  /**
   * Returns true for a WebSocket close code that means that the session has ended. After it, the client never
   * reconnects.
   */
  readonly isFinal: (closeCode: number) => boolean;
  /**
   * Returns true for a close code with which the server refuses new WebSockets. The client then reconnects only after
   * `retry()`.
   */
  readonly isRefusal: (closeCode: number) => boolean;
}

export interface BackoffSocket {
  start: () => void;
  /**
   * Reconnects at once if the WebSocket is closed or was silent for too long. Reconnection delays start again from the
   * shortest.
   */
  retry: () => void;
  stop: () => void;
  /** Sends a text over the WebSocket if it is open; otherwise drops the text. */
  send: (text: string) => void;
}

export function createBackoffSocket(options: BackoffSocketOptions): BackoffSocket {
  let socket: WebSocket | null = null;
  /** Timer of the next connection attempt if no WebSocket is open, otherwise of the next check for silence. */
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
    if (attempt >= maximumReconnectAttempts) {
      options.onState('lost');
      return;
    }
    options.onState('offline');
    timer = setTimeout(open, computeReconnectDelayMs(attempt));
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
      // Only logs the WebSocket's error event, because the close event follows and starts the next connection attempt.
      if (socket === opened) console.warn('The realtime connection failed.');
    });
    opened.addEventListener('close', (event) => {
      // The close event of an old WebSocket may arrive after a new one was opened, and must not close the new one.
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
