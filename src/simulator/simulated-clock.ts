// Schedules the simulator's automatic events with a single timer. Simulated time runs at real time multiplied by the
// speed, which can change at any moment.

export interface SimulatedClock {
  /** Runs the task after `delayMs` ms of simulated time. The returned function cancels it. */
  after(delayMs: number, task: () => void): () => void;
  /** Simulated ms since the clock was created. */
  elapsed(): number;
  setSpeed(speed: number): void;
  /** Drops every task. */
  close(): void;
}

interface Entry {
  due: number;
  order: number;
  task: (() => void) | undefined;
}

export function createSimulatedClock(initialSpeed: number): SimulatedClock {
  let speed = checkedSpeed(initialSpeed);
  let anchorReal = performance.now();
  let anchorSimulated = 0;
  let order = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const heap: Entry[] = [];

  const elapsed = (): number => anchorSimulated + (performance.now() - anchorReal) * speed;

  function arm(): void {
    clearTimeout(timer);
    timer = undefined;
    const first = heap[0];
    if (closed || first === undefined) return;
    timer = setTimeout(runDue, Math.min(Math.max(0, Math.ceil((first.due - elapsed()) / speed)), 0x7fffffff));
  }

  function runDue(): void {
    const now = elapsed();
    for (let first = heap[0]; first !== undefined && first.due <= now; first = heap[0]) {
      popEntry(heap);
      first.task?.();
    }
    arm();
  }

  return {
    elapsed,
    after(delayMs, task) {
      const entry: Entry = { due: elapsed() + Math.max(0, delayMs), order: (order += 1), task };
      if (!closed) {
        pushEntry(heap, entry);
        if (heap[0] === entry) arm();
      }
      return () => {
        entry.task = undefined;
      };
    },
    setSpeed(newSpeed) {
      anchorSimulated = elapsed();
      anchorReal = performance.now();
      speed = checkedSpeed(newSpeed);
      arm();
    },
    close() {
      closed = true;
      heap.length = 0;
      arm();
    },
  };
}

function checkedSpeed(speed: number): number {
  if (!(speed > 0) || !Number.isFinite(speed)) throw new RangeError('The speed of the clock must be above 0');
  return speed;
}

function isBefore(left: Entry, right: Entry): boolean {
  return left.due < right.due || (left.due === right.due && left.order < right.order);
}

function pushEntry(heap: Entry[], entry: Entry): void {
  let index = heap.push(entry) - 1;
  while (index > 0) {
    const parentIndex = (index - 1) >> 1;
    const parent = heap[parentIndex];
    if (parent === undefined || !isBefore(entry, parent)) break;
    heap[index] = parent;
    index = parentIndex;
  }
  heap[index] = entry;
}

function popEntry(heap: Entry[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let index = 0;
  for (;;) {
    const left = heap[2 * index + 1];
    const right = heap[2 * index + 2];
    const useRight = left !== undefined && right !== undefined && isBefore(right, left);
    const child = useRight ? right : left;
    if (child === undefined || !isBefore(child, last)) break;
    heap[index] = child;
    index = 2 * index + (useRight ? 2 : 1);
  }
  heap[index] = last;
}
