/**
 * Work slots limit how much expensive work runs at once, such as large request bodies or exports. One limit applies to
 * the total, another to each key, such as a user.
 */

export interface KeyedConcurrencyLimits {
  readonly each: number;
  readonly together: number;
}

/** Releases the slot. Repeated calls are harmless. */
export type ReleaseConcurrencySlot = () => void;

export interface KeyedConcurrencyLimiter {
  /**
   * Takes a work slot without waiting. If none is free, returns 'own' if `key` has its maximum of slots, or 'others' if
   * all slots are taken.
   */
  tryTake(key: string): ReleaseConcurrencySlot | 'own' | 'others';
  /**
   * Waits for a work slot, in order of arrival. A request waits longer while its `key` has its maximum of slots.
   * Returns null if cancelled.
   */
  take(key: string, cancelled: AbortSignal): Promise<ReleaseConcurrencySlot | null>;
}

export function createKeyedConcurrencyLimiter({ each, together }: KeyedConcurrencyLimits): KeyedConcurrencyLimiter {
  const taken = new Map<string, number>();
  const waiting: { readonly key: string; readonly give: (free: ReleaseConcurrencySlot) => void }[] = [];
  let count = 0;

  function tryTake(key: string): ReleaseConcurrencySlot | 'own' | 'others' {
    const own = taken.get(key) ?? 0;
    if (own >= each) return 'own';
    if (count >= together) return 'others';
    taken.set(key, own + 1);
    count += 1;
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      count -= 1;
      const left = (taken.get(key) ?? 1) - 1;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
      giveNext();
    };
  }

  function giveNext(): void {
    const index = waiting.findIndex(({ key }) => (taken.get(key) ?? 0) < each);
    const next = index === -1 || count >= together ? undefined : waiting.splice(index, 1)[0];
    const free = next && tryTake(next.key);
    if (typeof free === 'function') next?.give(free);
  }

  return {
    tryTake,
    take(key, cancelled) {
      const free = tryTake(key);
      if (typeof free === 'function') return Promise.resolve(free);
      if (cancelled.aborted) return Promise.resolve(null);
      return new Promise((resolve) => {
        const entry = { key, give: resolve };
        waiting.push(entry);
        cancelled.addEventListener('abort', () => {
          const index = waiting.indexOf(entry);
          if (index !== -1) waiting.splice(index, 1);
          resolve(null);
        });
      });
    },
  };
}
