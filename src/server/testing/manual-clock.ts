// A clock that only moves when a test moves it.
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../platform/clock.ts';

interface Sleeper {
  readonly dueMs: number;
  readonly wake: () => void;
}

/** Starts at `start` (ISO 8601) and moves by `advance` only. */
export class ManualClock implements Clock {
  #wallMs: number;
  #monotonicMs = 0;
  #sleepers: Sleeper[] = [];

  constructor(start = '2026-11-21T12:00:00Z') {
    this.#wallMs = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#wallMs);
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  /** The number of pending sleeps. 0 proves that nothing waits. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const sleeper = { dueMs: this.#monotonicMs + Math.max(0, ms), wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', () => {
        this.#sleepers = this.#sleepers.filter((each) => each !== sleeper);
        reject(signal.reason as Error);
      });
    });
  }

  /**
   * Advances both times and wakes sleepers in order of their due time. Everything that a woken sleeper does without IO
   * has happened when this resolves.
   */
  async advance(ms: number): Promise<void> {
    const target = this.#monotonicMs + ms;
    await turn();
    for (;;) {
      const due = this.#sleepers.filter((each) => each.dueMs <= target);
      const next = due.toSorted((a, b) => a.dueMs - b.dueMs)[0];
      if (next === undefined) break;
      this.#sleepers = this.#sleepers.filter((each) => each !== next);
      this.#move(next.dueMs - this.#monotonicMs);
      next.wake();
      await turn();
    }
    this.#move(target - this.#monotonicMs);
  }

  /** Moves the wall clock without time passing, as an operator or NTP does. */
  jumpWall(ms: number): void {
    this.#wallMs += ms;
  }

  #move(ms: number): void {
    this.#wallMs += ms;
    this.#monotonicMs += ms;
  }
}
