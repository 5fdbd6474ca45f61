/** State of the toaster, which is loaded only once a toast was requested. */
import { useSyncExternalStore } from 'react';

export type ToastTone = 'good' | 'bad' | 'info';

let wanted = false;
const listeners = new Set<() => void>();

export function showToastHost(): void {
  wanted = true;
  for (const listener of listeners) listener();
}

export function useToastHostWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
  );
}
