/** The keys that the screen in sight knows, so that the `?` window can list them. The screen itself listens for them. */
import { useEffect, useSyncExternalStore } from 'react';

export interface PageShortcuts {
  readonly title: string;
  /** Each with the keys that do it; several are alternatives. */
  readonly shortcuts: readonly { readonly keys: readonly string[]; readonly label: string }[];
}

let shown: readonly PageShortcuts[] = [];
const listeners = new Set<() => void>();

function show(next: readonly PageShortcuts[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Lists a group while mounted. `group` must stay the same object. */
export function usePageShortcuts(group: PageShortcuts): void {
  useEffect(() => {
    show([...shown, group]);
    return () => show(shown.filter((other) => other !== group));
  }, [group]);
}

export function useShownShortcuts(): readonly PageShortcuts[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
