/** Keyboard shortcuts of the present screen, listed in the `?` dialog. The screen itself handles them. */
import { useEffect, useSyncExternalStore } from 'react';

export interface PageShortcuts {
  readonly title: string;
  /** Keyboard shortcuts of a group with their keys; several keys are alternatives. */
  readonly shortcuts: readonly { readonly keys: readonly string[]; readonly label: string }[];
}

let shown: readonly PageShortcuts[] = [];
const listeners = new Set<() => void>();

function show(next: readonly PageShortcuts[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Lists a group of shortcuts in the `?` dialog while mounted. `group` must stay the same object. */
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
