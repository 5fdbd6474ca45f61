/**
 * Turns a flood of 'this changed' into few requests: at most one refetch of a query every `intervalMs`, the first at
 * once, and never a second while one is under way (it runs after it, so that the last change is always read). A hidden
 * tab asks for nothing and catches up when it is shown, unless told otherwise.
 */
import { focusManager, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';

export interface CoalescedRefetch {
  /** Marks every query below these keys as changed. */
  changed: (keys: readonly QueryKey[]) => void;
  stop: () => void;
}

export interface CoalescedRefetchOptions {
  readonly intervalMs: number;
  /** Each refetch waits up to this long besides, by `random` (0 to 1), so that many pages don't ask at once; 0 unless told. */
  readonly spreadMs?: number;
  readonly random?: () => number;
  /** A hidden tab asks too. */
  readonly alsoHidden?: boolean;
  /** Queries that are none of its business, though they stand below a changed key. */
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
    // Hidden meanwhile: being shown schedules it again.
    if (!mayAsk()) return;
    lastFlushAt = performance.now();
    const due = roots;
    roots = new Map();
    const predicate = (query: Query) => !except(query);
    const shown = new Set<Query>();
    for (const queryKey of due.values()) {
      // Marks all, also those that no screen shows now: they are read again when one does.
      void client.invalidateQueries({ queryKey, refetchType: 'none', predicate });
      for (const query of client.getQueryCache().findAll({ queryKey, type: 'active', predicate })) shown.add(query);
    }
    for (const { queryKey, state } of shown) {
      if (state.fetchStatus === 'idle') void client.refetchQueries({ queryKey, exact: true });
      // What is under way may have been read before the change: ask again after it.
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
