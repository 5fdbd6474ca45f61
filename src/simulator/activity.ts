// Counts what is still under way (calls, webhooks, held requests), so that a test can wait for the end instead of sleeping.

export interface Activity {
  /** Marks something as under way; call the answer once it is over (more calls do nothing). */
  begin(): () => void;
  /** Resolves as soon as nothing is under way. */
  whenIdle(): Promise<void>;
  /** How many things are under way. */
  size(): number;
  /** Lets everyone who waits go. */
  close(): void;
}

export function createActivity(): Activity {
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
