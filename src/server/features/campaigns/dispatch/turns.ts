/**
 * Decides which campaign of a workspace calls next. The campaigns share the call rate and the concurrent calls in
 * proportion to their weights. Stride scheduling (Waldspurger and Weihl, 1995): each call adds 1 / weight to a
 * campaign's sum, and the campaign with the lowest sum goes next. Pure.
 */

export interface WeightedCampaign {
  readonly id: string;
  readonly weight: number;
}

export interface CampaignTurnScheduler {
  /**
   * Sets the campaigns that share the calls. Campaigns that were in the previous set keep their position in the order.
   * A changed weight affects only later calls.
   */
  set(ready: readonly WeightedCampaign[]): void;
  readonly order: readonly string[];
  took(id: string, calls: number): void;
  /** Removes a campaign that can call nobody now from the campaigns that share calls, until `set` adds it again. */
  leave(id: string): void;
}

interface Entry {
  readonly id: string;
  weight: number;
  /** Calls so far, divided by the weight. */
  passed: number;
}

export function createCampaignTurnScheduler(): CampaignTurnScheduler {
  let entries: Entry[] = [];
  /**
   * Campaigns that can call nobody now. Key: campaign id. Value: number of the campaign's calls, divided by its weight.
   * The campaign continues from this value when it can call again.
   */
  const before = new Map<string, number>();
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
