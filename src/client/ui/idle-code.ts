/** The list of code to load while the browser is idle (app/shell.tsx), so that windows open without delay. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const waiting: (() => Promise<unknown>)[] = [];

/** Adds code to the list; `load` must not reject. */
export function fetchWhenIdle(load: () => Promise<unknown>): void {
  waiting.push(load);
}

/** Waits for the network and loads again, because React's `lazy` would keep a failure until the page is reloaded. */
async function waitForNetwork<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return waitForNetwork(load);
  }
}

/** React's `lazy` for a window or menu, which also adds its code to the list. */
export function idleLazy<P>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  // A failure shows when the window is opened, which loads again.
  fetchWhenIdle(() => load().catch(() => {}));
  return lazy(() => waitForNetwork(load));
}

/** The newest entry first, because windows of the present screen come before other screens. */
export const nextIdleCode = (): (() => Promise<unknown>) | undefined => waiting.pop();
