/** Queue of code chunks to load while the browser is idle (app/shell.tsx), so that dialogs open without delay. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const waiting: (() => Promise<unknown>)[] = [];

/** Adds a code chunk to the queue of idle loading; `load` must not reject. */
export function queueIdleLoad(load: () => Promise<unknown>): void {
  waiting.push(load);
}

/** Waits for the network and loads the code again: React's `lazy` would keep a failure until the page is reloaded. */
async function waitForNetwork<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return waitForNetwork(load);
  }
}

/** React's `lazy` for a dialog or menu, which also adds its code to the queue of idle loading. */
export function idleLazy<P>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  // A failed idle load is ignored, because opening the dialog loads again and shows the failure.
  queueIdleLoad(() => load().catch(() => {}));
  return lazy(() => waitForNetwork(load));
}

/** Takes the newest code chunk first, because dialogs of the present screen come before other screens. */
export const takeNextIdleLoad = (): (() => Promise<unknown>) | undefined => waiting.pop();
