/**
 * Whose turn it is among the campaigns of a workspace, which share its pace and lines: each gets calls in proportion to its
 * weight. Stride scheduling (Waldspurger and Weihl, 1995): a call moves a campaign on by 1 / weight, and the one that is
 * furthest behind goes next. Pure.
 */

export interface Weighed {
  readonly id: string;
  readonly weight: number;
}

export interface Turns {
  /** Those that have somebody to call, the ones before others at first; a weight counts from now on. */
  set(ready: readonly Weighed[]): void;
  /** Those that have somebody to call, as far as known, the next first. */
  readonly order: readonly string[];
  /** So many calls of it went out. */
  took(id: string, calls: number): void;
  /** Nobody of it is due until it is named again. */
  leave(id: string): void;
}

interface Entry {
  readonly id: string;
  weight: number;
  /** What it had, by its weight. */
  passed: number;
}

export function createTurns(): Turns {
  let entries: Entry[] = [];
  /** Of those that left or wait: whoever comes back is not ahead of what it had, nor made up for its absence. */
  const before = new Map<string, number>();
  /** What the one whose turn came last had then. */
  let reached = 0;

  // Equals keep their places.
  const inOrder = (unsorted: readonly Entry[]): Entry[] => unsorted.toSorted((one, other) => one.passed - other.passed);

  return {
    set(ready) {
      const weights = new Map(ready.map(({ id, weight }) => [id, weight]));
      for (const { id, passed } of entries) if (!weights.has(id)) before.set(id, passed);
      const kept = entries.filter(({ id }) => weights.has(id));
      for (const entry of kept) entry.weight = weights.get(entry.id) ?? entry.weight;
      const known = new Set(kept.map(({ id }) => id));
      const added = ready
        .filter(({ id }) => !known.has(id))
        .map(({ id, weight }) => ({ id, weight, passed: Math.max(reached, before.get(id) ?? 0) }));
      for (const { id } of added) before.delete(id);
      entries = inOrder([...kept, ...added]);
    },
    get order() {
      return entries.map(({ id }) => id);
    },
    took(id, calls) {
      const entry = entries.find((each) => each.id === id);
      if (!entry) return;
      reached = Math.max(reached, entry.passed);
      entry.passed += calls / entry.weight;
      // Behind those that had as much.
      entries = inOrder([...entries.filter((each) => each !== entry), entry]);
    },
    leave(id) {
      const entry = entries.find((each) => each.id === id);
      if (!entry) return;
      before.set(id, entry.passed);
      entries = entries.filter((each) => each !== entry);
    },
  };
}
