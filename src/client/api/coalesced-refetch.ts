/**
 * Turns a flood of 'this changed' into few requests: at most one refetch of a query every `intervalMs`, the first at
 * once, and never a second while one is under way (it runs after it, so that the last change is always read).
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

export interface CoalescedRefetch {
  /** Marks every query below these keys as changed. */
  changed: (keys: readonly QueryKey[]) => void;
  stop: () => void;
}

export function createCoalescedRefetch(client: QueryClient, intervalMs = 500): CoalescedRefetch {
  let roots = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastFlushAt = Number.NEGATIVE_INFINITY;

  function schedule(): void {
    if (timer !== null || roots.size === 0) return;
    timer = setTimeout(flush, Math.max(0, lastFlushAt + intervalMs - performance.now()));
  }

  function flush(): void {
    timer = null;
    lastFlushAt = performance.now();
    const due = roots;
    roots = new Map();
    for (const queryKey of due.values()) {
      // Marks all, also those that no screen shows now: they are read again when one does.
      void client.invalidateQueries({ queryKey, refetchType: 'none' });
      for (const query of client.getQueryCache().findAll({ queryKey, type: 'active' })) {
        if (query.state.fetchStatus === 'idle') void client.refetchQueries({ queryKey: query.queryKey, exact: true });
        // What is under way may have been read before the change: ask again after it.
        else roots.set(JSON.stringify(query.queryKey), query.queryKey);
      }
    }
    schedule();
  }

  return {
    changed(keys) {
      for (const key of keys) roots.set(JSON.stringify(key), key);
      schedule();
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      roots.clear();
    },
  };
}
