/**
 * Unsaved work of this browser tab, which forms report by `useUnsavedWork`. While there is some, the tab asks before it
 * is closed, and does not follow other tabs to another workspace (follow-workspace.ts).
 */
import { useEffect, useRef } from 'react';

const works = new Set<symbol>();
const listeners = new Set<() => void>();

/**
 * Hook: reports unsaved work while `unsaved` is true. Call it in each form: `useUnsavedWork(formState.isDirty &&
 * !formState.isSubmitSuccessful)`. Set `survives` if the work is also stored in the browser (kept-work.ts). Closing the
 * tab then asks nothing, but the tab still keeps its workspace.
 */
export function useUnsavedWork(unsaved: boolean, { survives = false }: { readonly survives?: boolean } = {}): void {
  const asks = useRef(!survives);
  useEffect(() => {
    asks.current = !survives;
  }, [survives]);
  useEffect(() => {
    if (!unsaved) return undefined;
    const work = Symbol('unsaved work');
    const ask = (event: BeforeUnloadEvent) => {
      if (asks.current) event.preventDefault();
    };
    works.add(work);
    window.addEventListener('beforeunload', ask);
    return () => {
      works.delete(work);
      window.removeEventListener('beforeunload', ask);
      // Wait for a microtask before notifying the listeners, because a component that replaces this one may report
      // unsaved work at once.
      queueMicrotask(() => {
        if (works.size === 0) for (const listener of listeners) listener();
      });
    };
  }, [unsaved]);
}

export const hasUnsavedWork = (): boolean => works.size > 0;

/** Calls the listener when the tab has no unsaved work left. Returns a function that removes the listener. */
export function subscribeToAllWorkSaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
