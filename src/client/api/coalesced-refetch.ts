/**
 * Throttles the refetches of cached queries. A query is refetched at most once every `intervalMs`, and never twice at a
 * time. If data change during a refetch, another refetch follows, so that the last change is always read. A hidden tab
 * refetches nothing until it is shown, unless the option `alsoHidden` is set.
 */
import { focusManager, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';

export interface CoalescedRefetcher {
  /** Schedules a refetch of all cached queries whose key begins with one of the given keys. */
  changed: (keys: readonly QueryKey[]) => void;
  stop: () => void;
}

export interface CoalescedRefetcherOptions {
  readonly intervalMs: number;
  /** Maximum random delay of each refetch, so that many open pages don't send requests at once; 0 by default. */
  readonly spreadMs?: number;
  readonly random?: () => number;
  /** True if a hidden tab refetches too. */
  readonly alsoHidden?: boolean;
  /**
   * Returns true for a cached query that must not be refetched, although its key begins with the key of changed data.
   */
  readonly except?: (query: Query) => boolean;
}

export function createCoalescedRefetcher(client: QueryClient, options: CoalescedRefetcherOptions): CoalescedRefetcher {
  const { intervalMs, spreadMs = 0, random = () => 0, except = () => false, alsoHidden = false } = options;
  const mayAsk = (): boolean => alsoHidden || focusManager.isFocused();
  let roots = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastFlushAt = Number.NEGATIVE_INFINITY;
  const unsubscribe = focusManager.subscribe(schedule);

  function schedule(): void {
    if (timer !== null || roots.size === 0 || !mayAsk()) return;
    timer = setTimeout(flush, Math.max(0, lastFlushAt + intervalMs - performance.now()) + random() * spreadMs);
  }

  function flush(): void {
    timer = null;
    // If the tab was hidden after a refetch was scheduled, skip the refetch. Showing the tab schedules it again.
    if (!mayAsk()) return;
    lastFlushAt = performance.now();
    const due = roots;
    roots = new Map();
    const predicate = (query: Query) => !except(query);
    const shown = new Set<Query>();
    for (const queryKey of due.values()) {
      // Invalidate all matching queries, so that a query without a mounted component is refetched when one mounts.
      void client.invalidateQueries({ queryKey, refetchType: 'none', predicate });
      for (const query of client.getQueryCache().findAll({ queryKey, type: 'active', predicate })) shown.add(query);
    }
    for (const { queryKey, state } of shown) {
      if (state.fetchStatus === 'idle') void client.refetchQueries({ queryKey, exact: true });
      // Refetch this query again after its running fetch ends, because that fetch may have begun before the data
      // changed.
      else roots.set(JSON.stringify(queryKey), queryKey);
    }
    schedule();
  }

  return {
    changed(keys) {
      for (const key of keys) roots.set(JSON.stringify(key), key);
      schedule();
    },
    stop() {
      unsubscribe();
      if (timer !== null) clearTimeout(timer);
      timer = null;
      roots.clear();
    },
  };
}
