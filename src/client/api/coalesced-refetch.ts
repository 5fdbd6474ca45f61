/**
 * Turns a flood of change messages into few requests: at most one refetch of a query every `intervalMs`, the first at
 * once. A refetch never runs twice at a time: a second one waits for the first, so that the last change is always read.
 * A hidden tab sends no request and catches up when it is shown, unless `alsoHidden`.
 */
import { focusManager, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';

export interface CoalescedRefetch {
  /** Marks every query whose key is below one of these as changed. */
  changed: (keys: readonly QueryKey[]) => void;
  stop: () => void;
}

export interface CoalescedRefetchOptions {
  readonly intervalMs: number;
  /** Longest random delay of each refetch, so that many pages don't ask at once; 0 by default. */
  readonly spreadMs?: number;
  readonly random?: () => number;
  /** True if a hidden tab refetches too. */
  readonly alsoHidden?: boolean;
  /** Queries to leave alone although their key is below a changed key. */
  readonly except?: (query: Query) => boolean;
}

export function createCoalescedRefetch(client: QueryClient, options: CoalescedRefetchOptions): CoalescedRefetch {
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
    // The tab was hidden in the meantime; showing it schedules the refetch again.
    if (!mayAsk()) return;
    lastFlushAt = performance.now();
    const due = roots;
    roots = new Map();
    const predicate = (query: Query) => !except(query);
    const shown = new Set<Query>();
    for (const queryKey of due.values()) {
      // Marks every query as outdated, shown or not: a query that no screen shows is read again when one does.
      void client.invalidateQueries({ queryKey, refetchType: 'none', predicate });
      for (const query of client.getQueryCache().findAll({ queryKey, type: 'active', predicate })) shown.add(query);
    }
    for (const { queryKey, state } of shown) {
      if (state.fetchStatus === 'idle') void client.refetchQueries({ queryKey, exact: true });
      // A running read may have begun before the change, so the query is asked again after it.
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
