/** List of the current screen's keyboard shortcuts, shown in the `?` dialog. The screen itself handles the keys. */
import { useEffect, useSyncExternalStore } from 'react';

export interface PageShortcutGroup {
  readonly title: string;
  /** Shortcuts of the group, each with a label and its keys. If a shortcut has several keys, each of them works. */
  readonly shortcuts: readonly { readonly keys: readonly string[]; readonly label: string }[];
}

let shown: readonly PageShortcutGroup[] = [];
const listeners = new Set<() => void>();

function show(next: readonly PageShortcutGroup[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Hook: lists a group of shortcuts in the `?` dialog while mounted. `group` must be the same object in each render. */
export function usePageShortcutsInHelpDialog(group: PageShortcutGroup): void {
  useEffect(() => {
    show([...shown, group]);
    return () => show(shown.filter((other) => other !== group));
  }, [group]);
}

export function useMountedShortcutGroups(): readonly PageShortcutGroup[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
