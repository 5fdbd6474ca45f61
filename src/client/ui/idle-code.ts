/** The one list of code that is fetched when the browser rests, so that a first opening waits for nothing (app/shell.tsx goes through it). */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const waiting: (() => Promise<unknown>)[] = [];

/** Puts code on the list; `load` never rejects. */
export function fetchWhenIdle(load: () => Promise<unknown>): void {
  waiting.push(load);
}

/** Without a network a window waits for it and opens then: React's `lazy` would keep the failure for as long as the page is open. */
async function waitForNetwork<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return waitForNetwork(load);
  }
}

/** React's `lazy` for a window or menu, on the list. */
export function idleLazy<P>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  // A failure shows when it is opened, which asks again.
  fetchWhenIdle(() => load().catch(() => {}));
  return lazy(() => waitForNetwork(load));
}

/** The youngest first: what the screen just opened may open comes before other screens. */
export const nextIdleCode = (): (() => Promise<unknown>) | undefined => waiting.pop();
