/** The one list of code that is fetched when the browser rests, so that a first opening waits for nothing (app/shell.tsx goes through it). */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const waiting: (() => Promise<unknown>)[] = [];

/** Puts code on the list; `load` never rejects. */
export function fetchWhenIdle(load: () => Promise<unknown>): void {
  waiting.push(load);
}

/** React's `lazy` for a window or menu, on the list. */
export function idleLazy<P>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  // A failure shows when it is opened, which asks again.
  fetchWhenIdle(() => load().catch(() => {}));
  return lazy(load);
}

/** The youngest first: what the screen just opened may open comes before other screens. */
export const nextIdleCode = (): (() => Promise<unknown>) | undefined => waiting.pop();
