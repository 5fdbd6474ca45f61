/**
 * State of unsaved work in this tab. Forms and wizards report it by `useUnsavedWork`; the tab then asks before it is
 * closed, and does not follow another tab to another workspace (follow-workspace.ts).
 */
import { useEffect, useRef } from 'react';

const works = new Set<symbol>();
const listeners = new Set<() => void>();

/**
 * The tab has unsaved work while `unsaved` is true and the component is mounted. Call it in any form whose input would
 * be missed: `useUnsavedWork(formState.isDirty && !formState.isSubmitSuccessful)`. Work that `survives` the tab
 * (kept-work.ts) keeps the tab in its workspace too, but closing the tab does not ask.
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
      // Waits a moment, because a component that replaces this one in the same render may report unsaved work too.
      queueMicrotask(() => {
        if (works.size === 0) for (const listener of listeners) listener();
      });
    };
  }, [unsaved]);
}

export const hasUnsavedWork = (): boolean => works.size > 0;

/** Calls the listener whenever the tab's last unsaved work was saved or dropped. The returned function ends that. */
export function whenNothingIsUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
