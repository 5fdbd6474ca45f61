import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { computeReconnectDelayMs, createBackoffSocket, type SocketConnectionState } from './backoff-socket.ts';

/** A socket whose other end is the test. */
class FakeSocket extends EventTarget {
  readyState: number = WebSocket.CONNECTING;

  accept(): void {
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  drop(code = 1006): void {
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
  }
}

function setUp() {
  const sockets: FakeSocket[] = [];
  const states: SocketConnectionState[] = [];
  const messages: unknown[] = [];
  const socket = createBackoffSocket({
    silenceMs: 60_000,
    openSocket: () => {
      const opened = new FakeSocket();
      sockets.push(opened);
      return opened as unknown as WebSocket;
    },
    onState: (state) => states.push(state),
    onMessage: (data) => messages.push(data),
    isFinal: (code) => code === 4401,
    isRefusal: (code) => code === 4429,
  });
  return { socket, sockets, states, messages, last: () => sockets.at(-1)! };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('backoff socket', () => {
  it('waits 1, 2, 4, 8, 16 s, and never more than 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(computeReconnectDelayMs)).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
  });

  it('tries five times, then waits for retry', () => {
    const { socket, sockets, states, last } = setUp();
    socket.start();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      last().drop();
      vi.advanceTimersByTime(computeReconnectDelayMs(attempt) - 1);
      expect(sockets).toHaveLength(attempt + 1);
      vi.advanceTimersByTime(1);
      expect(sockets).toHaveLength(attempt + 2);
    }
    last().drop();
    expect(states.at(-1)).toBe('lost');
    expect(vi.getTimerCount()).toBe(0);
    socket.retry();
    last().accept();
    expect(states.at(-1)).toBe('live');
    expect(sockets).toHaveLength(7);
    socket.stop();
  });

  it('waits for retry after a refusal, though it was open', () => {
    const { socket, sockets, states, last } = setUp();
    socket.start();
    last().accept();
    last().drop(4429);
    expect(states.at(-1)).toBe('lost');
    expect(vi.getTimerCount()).toBe(0);
    socket.retry();
    last().accept();
    expect(states.at(-1)).toBe('live');
    expect(sockets).toHaveLength(2);
    socket.stop();
  });

  it('counts attempts anew after a success', () => {
    const { socket, sockets, last } = setUp();
    socket.start();
    last().drop();
    vi.advanceTimersByTime(1_000);
    last().accept();
    last().drop();
    vi.advanceTimersByTime(1_000);
    expect(sockets).toHaveLength(3);
    socket.stop();
  });

  it('does not come back from a final close, nor after stop', () => {
    const { socket, sockets, last } = setUp();
    socket.start();
    last().accept();
    last().drop(4401);
    socket.retry();
    expect(sockets).toHaveLength(1);
    const other = setUp();
    other.socket.start();
    other.last().drop();
    other.socket.stop();
    other.socket.retry();
    expect(other.sockets).toHaveLength(1);
  });

  it('leaves a live socket alone when asked to retry', () => {
    const { socket, sockets, last } = setUp();
    socket.start();
    last().accept();
    socket.retry();
    expect(sockets).toHaveLength(1);
    socket.stop();
  });

  it('takes a line that says nothing for closed, and comes back', () => {
    const { socket, sockets, states, last } = setUp();
    socket.start();
    last().accept();
    vi.advanceTimersByTime(50_000);
    last().dispatchEvent(new MessageEvent('message', { data: 'alive' }));
    vi.advanceTimersByTime(59_999);
    expect(states.at(-1)).toBe('live');
    vi.advanceTimersByTime(1);
    expect(states.at(-1)).toBe('offline');
    expect(sockets[0]?.readyState).toBe(WebSocket.CLOSED);
    vi.advanceTimersByTime(1_000);
    last().accept();
    expect(states.at(-1)).toBe('live');
    expect(sockets).toHaveLength(2);
    socket.stop();
  });

  it('tries at once when the page returns after a sleep in which the line was silent', () => {
    const { socket, sockets, last } = setUp();
    socket.start();
    last().accept();
    // No timer ran in the meantime.
    vi.setSystemTime(Date.now() + 60_000);
    socket.retry();
    expect(sockets).toHaveLength(2);
    last().accept();
    socket.retry();
    expect(sockets).toHaveLength(2);
    socket.stop();
  });

  it('logs that a connection failed, once for each, and none that it let go of itself', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { socket, last } = setUp();
    socket.start();
    last().dispatchEvent(new Event('error'));
    last().drop();
    vi.advanceTimersByTime(1_000);
    last().dispatchEvent(new Event('error'));
    expect(warn.mock.calls).toEqual([['The realtime connection failed.'], ['The realtime connection failed.']]);
    socket.stop();
    last().dispatchEvent(new Event('error'));
    expect(warn).toHaveBeenCalledTimes(2);
    warn.mockRestore();
  });
});
