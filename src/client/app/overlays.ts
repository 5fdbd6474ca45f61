/** The window shown above the screens, one at a time, opened from menu, palette or keyboard (overlay-host.tsx). */
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

/** Opens a window, and closes the drawer of narrow screens. */
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
