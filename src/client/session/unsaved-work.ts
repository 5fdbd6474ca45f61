/**
 * State of unsaved work in this tab. Forms and wizards report it by `useUnsavedWork`; the tab then asks before it is
 * closed, and does not follow another tab to another workspace (follow-workspace.ts).
 */
import { useEffect, useRef } from 'react';

const works = new Set<symbol>();
const listeners = new Set<() => void>();

/**
 * While `unsaved` is true and the component is mounted, the tab holds unsaved work. Call it in any form whose input
 * would be missed: `useUnsavedWork(formState.isDirty && !formState.isSubmitSuccessful)`. Work that `survives` the tab
 * (kept-work.ts) holds it in its workspace all the same, and is not asked about when the tab closes.
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
      // A replacement in the same render, such as a secret after its form, reports its own unsaved work a moment later.
      queueMicrotask(() => {
        if (works.size === 0) for (const listener of listeners) listener();
      });
    };
  }, [unsaved]);
}

export const hasUnsavedWork = (): boolean => works.size > 0;

/** Calls the listener when the last unsaved work was saved or dropped, until the returned function is called. */
export function whenNothingIsUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
