/** Queue of code to load while the browser is idle (app/shell.tsx), so that dialogs open without delay. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const waiting: (() => Promise<unknown>)[] = [];

/** Adds a loading function to the queue of idle loading. The function must not reject. */
export function queueIdleLoad(load: () => Promise<unknown>): void {
  waiting.push(load);
}

/** If loading fails, waits for the network and tries again, because React's `lazy` would keep the failure. */
async function waitForNetwork<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return waitForNetwork(load);
  }
}

/**
 * Like React's `lazy`, for the code of a dialog or menu. The code is also queued for loading while the browser is idle.
 */
export function lazyWithIdlePreload<P>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  // Ignore a failed preload, because opening the dialog loads its code again and shows the failure.
  queueIdleLoad(() => load().catch(() => {}));
  return lazy(() => waitForNetwork(load));
}

/**
 * Takes the newest load function from the queue of code to preload. The newest comes first, because it belongs to the
 * present screen.
 */
export const takeNextIdleCodeLoad = (): (() => Promise<unknown>) | undefined => waiting.pop();
