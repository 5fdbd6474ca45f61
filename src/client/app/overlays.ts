/** Store of which dialog is open above the screens, one at a time. Menus, command palette and shortcuts open it. */
import { useSyncExternalStore } from 'react';
import { setDrawerOpen } from '../layout/sidebar-state.ts';

export type Overlay =
  | 'palette'
  | 'shortcuts'
  | 'password'
  | 'sessions'
  | 'secondFactor'
  | 'ownEmail'
  | 'passkeys'
  | 'ownIdentity'
  | 'createWorkspace';

let shown: Overlay | null = null;
const listeners = new Set<() => void>();

function show(next: Overlay | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Opens a dialog above the screens, and closes the sidebar's drawer on narrow screens. */
export function openOverlay(overlay: Overlay): void {
  setDrawerOpen(false);
  show(overlay);
}
export const closeOverlay = (): void => show(null);

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
