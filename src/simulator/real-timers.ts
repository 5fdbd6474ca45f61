// Delays in real time that end with the simulator: faults race against the client's real clocks.

export interface RealTimers {
  /** Resolves after so many real milliseconds; never after close. */
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
