/** State of the sidebar: collapsed to icons (stored in this browser), and open as a drawer on narrow screens. */
import { useSyncExternalStore } from 'react';
import { readLocalStorage, writeLocalStorage } from '../hooks/local-storage.ts';

interface SidebarState {
  readonly collapsed: boolean;
  readonly drawerOpen: boolean;
}

const storageKey = 'vocero.sidebar';
let state: SidebarState = { collapsed: readLocalStorage(storageKey) === 'collapsed', drawerOpen: false };
const listeners = new Set<() => void>();

function update(next: Partial<SidebarState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

export function setSidebarCollapsed(collapsed: boolean): void {
  writeLocalStorage(storageKey, collapsed ? 'collapsed' : 'expanded');
  update({ collapsed });
}

export const setSidebarDrawerOpen = (drawerOpen: boolean): void => update({ drawerOpen });

export function useSidebarState(): SidebarState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}
