/**
 * Decides which of a workspace's campaigns calls next. They share its pace and lines in proportion to their weights.
 * Stride scheduling (Waldspurger and Weihl, 1995): a call moves a campaign on by 1 / weight, and the campaign furthest
 * behind goes next. Pure.
 */

export interface WeightedCampaign {
  readonly id: string;
  readonly weight: number;
}

export interface CampaignTurns {
  /** Sets the campaigns that take turns; known campaigns keep their order. A new weight counts from now on. */
  set(ready: readonly WeightedCampaign[]): void;
  /** Ids of the campaigns that have somebody to call, as far as known, in the order of their turns. */
  readonly order: readonly string[];
  /** Counts calls that a campaign placed in its turn. */
  took(id: string, calls: number): void;
  /** Removes a campaign that has no due recipients from the turns, until `set` adds it again. */
  leave(id: string): void;
}

interface Entry {
  readonly id: string;
  weight: number;
  /** Calls so far, divided by the weight. */
  passed: number;
}

export function createTurns(): CampaignTurns {
  let entries: Entry[] = [];
  /** `passed` of campaigns that left the turns, so that on return they are neither ahead nor compensated for it. */
  const before = new Map<string, number>();
  /** Value of `passed` (calls by weight) of the campaign that had the last turn, before its calls. */
  let reached = 0;

  // Equal campaigns keep their order.
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
      // Move the campaign behind others with an equal value of `passed`, so that they take turns.
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
