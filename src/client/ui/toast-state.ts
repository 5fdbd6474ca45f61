/** Store of the single toast on screen. */
import { useSyncExternalStore } from 'react';

export type ToastTone = 'good' | 'bad' | 'info';

export interface ShownToast {
  readonly tone: ToastTone;
  readonly title: string;
  readonly description: string | undefined;
}

let shown: ShownToast | null = null;
const listeners = new Set<() => void>();

/** Replaces the shown toast; null removes it. */
export function setShownToast(toast: ShownToast | null): void {
  shown = toast;
  for (const listener of listeners) listener();
}

export function useShownToast(): ShownToast | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
