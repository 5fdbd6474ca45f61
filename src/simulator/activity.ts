// Counts the simulator's running activities (calls, webhooks, delayed requests), so that tests can wait for their end.

export interface SimulatorActivityCounter {
  begin(): () => void;
  whenIdle(): Promise<void>;
  /** The number of running activities. */
  size(): number;
  /** Releases all waiters. */
  close(): void;
}

export function createSimulatorActivityCounter(): SimulatorActivityCounter {
  let underWay = 0;
  let waiting: (() => void)[] = [];
  const release = (): void => {
    const released = waiting;
    waiting = [];
    for (const resolve of released) resolve();
  };
  return {
    begin() {
      let ended = false;
      underWay += 1;
      return () => {
        if (ended) return;
        ended = true;
        underWay -= 1;
        if (underWay === 0) release();
      };
    },
    whenIdle: () => (underWay === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    size: () => underWay,
    close: release,
  };
}
