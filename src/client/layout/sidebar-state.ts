/** State of the sidebar: collapsed to icons (kept in this browser) and, on narrow screens, open as a drawer. */
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../hooks/local-storage.ts';

interface SidebarState {
  readonly collapsed: boolean;
  readonly drawerOpen: boolean;
}

const storageKey = 'vocero.sidebar';
let state: SidebarState = { collapsed: readStored(storageKey) === 'collapsed', drawerOpen: false };
const listeners = new Set<() => void>();

function update(next: Partial<SidebarState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

export function setCollapsed(collapsed: boolean): void {
  writeStored(storageKey, collapsed ? 'collapsed' : 'expanded');
  update({ collapsed });
}

export const setDrawerOpen = (drawerOpen: boolean): void => update({ drawerOpen });

export function useSidebarState(): SidebarState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}
