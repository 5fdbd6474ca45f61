/**
 * Store of this browser's permission to show notifications. It is updated when the person changes the permission in the
 * browser.
 */
import { useSyncExternalStore } from 'react';

export type BrowserNotificationPermission = NotificationPermission | 'unsupported';

const listeners = new Set<() => void>();

function read(): BrowserNotificationPermission {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Coming back from the browser's settings.
  window.addEventListener('focus', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('focus', listener);
  };
}

/** Asks the person; only from a click. */
export async function requestNotificationPermission(): Promise<void> {
  if (read() !== 'default') return;
  await Notification.requestPermission();
  for (const listener of listeners) listener();
}

export function useNotificationPermission(): BrowserNotificationPermission {
  return useSyncExternalStore(subscribe, read);
}
