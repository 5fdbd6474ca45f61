// Delays in real time for injected faults, which race against the client's clocks. They end with the simulator.

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
