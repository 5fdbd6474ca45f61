/** Store of the one dialog that is open above the screens. Menus, command palette and shortcuts open it. */
import { useSyncExternalStore } from 'react';
import { setSidebarDrawerOpen } from '../layout/sidebar-state.ts';

export type DialogName =
  | 'palette'
  | 'shortcuts'
  | 'password'
  | 'sessions'
  | 'secondFactor'
  | 'ownEmail'
  | 'passkeys'
  | 'ownIdentity'
  | 'createWorkspace';

let shown: DialogName | null = null;
const listeners = new Set<() => void>();

function show(next: DialogName | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Opens a dialog above the screens, and closes the sidebar's drawer on narrow screens. */
export function openDialog(overlay: DialogName): void {
  setSidebarDrawerOpen(false);
  show(overlay);
}
export const closeOpenDialog = (): void => show(null);

export function useOpenDialogName(): DialogName | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
