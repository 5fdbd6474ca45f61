// Delays for injected faults. They use real time instead of simulated time, because the client's timeouts use real time
// too. Closing the simulator cancels them.

export interface RealTimers {
  /** Resolves after this many real ms. Never resolves once the timers are closed. */
  wait(delayMs: number): Promise<void>;
  close(): void;
}

export function createRealTimers(): RealTimers {
  const timers = new Set<NodeJS.Timeout>();
  return {
    wait: (delayMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          timers.delete(timer);
          resolve();
        }, delayMs);
        timers.add(timer);
      }),
    close() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
