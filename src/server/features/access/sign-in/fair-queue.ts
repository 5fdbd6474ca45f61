/**
 * A fair queue of jobs, with one lane for each source. Lanes take turns, with one running job each, so that a job waits
 * for at most one turn of every other lane. Lanes with priority come first within these limits.
 */

export interface FairQueueCapacity {
  /** Maximum number of waiting jobs in all lanes together. */
  readonly most: number;
  readonly mostInLane: number;
}

export interface FairQueue<T> {
  /** Adds a job. @returns the job that was dropped because the queue or lane is full (maybe `item` itself), or null. */
  add(lane: string, goesFirst: boolean, item: T): T | null;
  /**
   * Takes the next item from the queue. A lane (the queue of one source) gives no other item until `finish` is called
   * for its running item. Null if no lane may run an item now.
   */
  take(): { readonly lane: string; readonly item: T } | null;
  finish(lane: string): void;
  /** Number of waiting jobs. */
  readonly size: number;
}

interface Lane<T> {
  readonly name: string;
  readonly items: T[];
  isUnderWay: boolean;
  since: number;
}

export function createFairQueue<T>({ most, mostInLane }: FairQueueCapacity): FairQueue<T> {
  const lanes = new Map<string, Lane<T>>();
  /** Lanes with waiting jobs, with and without priority, each in the order of `since`. */
  const first: Lane<T>[] = [];
  const others: Lane<T>[] = [];
  const lastTurns = new Map<string, number>();
  let step = 0;
  let size = 0;

  function enter(lane: Lane<T>, goesFirst: boolean): void {
    lane.since = step += 1;
    const oldest = others[0]?.since ?? Infinity;
    const mayGoFirst = goesFirst && (lastTurns.get(lane.name) ?? 0) < oldest;
    (mayGoFirst ? first : others).push(lane);
  }

  /**
   * Makes room in the full queue for a job of `lane` (the queue of one source). Drops the newest job of the longest
   * other lane, if that lane is longer or less urgent. @returns the dropped job, or null.
   */
  function makeRoom(lane: Lane<T>, goesFirst: boolean): T | null {
    const mayGiveWay = (other: Lane<T>) =>
      other.items.length > lane.items.length + 1 || (goesFirst && others.includes(other));
    const [longest] = [...lanes.values()]
      .filter((other) => other !== lane && mayGiveWay(other))
      .toSorted((a, b) => b.items.length - a.items.length);
    const dropped = longest?.items.pop();
    if (!longest || dropped === undefined) return null;
    size -= 1;
    if (longest.items.length === 0) {
      for (const ring of [first, others]) if (ring.includes(longest)) ring.splice(ring.indexOf(longest), 1);
      if (!longest.isUnderWay) lanes.delete(longest.name);
    }
    return dropped;
  }

  return {
    get size() {
      return size;
    },
    add(name, goesFirst, item) {
      const lane = lanes.get(name) ?? { name, items: [], isUnderWay: false, since: 0 };
      if (lane.items.length >= mostInLane) return item;
      const dropped = size >= most ? makeRoom(lane, goesFirst) : null;
      if (size >= most) return item;
      lanes.set(name, lane);
      lane.items.push(item);
      size += 1;
      if (lane.items.length === 1 && !lane.isUnderWay) enter(lane, goesFirst);
      return dropped;
    },
    take() {
      const lane = first.shift() ?? others.shift();
      const item = lane?.items.shift();
      if (!lane || item === undefined) return null;
      size -= 1;
      lane.isUnderWay = true;
      const oldest = others[0]?.since ?? Infinity;
      for (const [name, turn] of lastTurns) if (turn < oldest) lastTurns.delete(name);
      lastTurns.set(lane.name, (step += 1));
      return { lane: lane.name, item };
    },
    finish(name) {
      const lane = lanes.get(name);
      if (!lane) return;
      lane.isUnderWay = false;
      if (lane.items.length > 0) enter(lane, false);
      else lanes.delete(name);
    },
  };
}
