// Delays in real time that end with the simulator, because faults race against the client's clocks.

export interface RealTimers {
  /** Resolves after this many real ms. Never resolves after close. */
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
