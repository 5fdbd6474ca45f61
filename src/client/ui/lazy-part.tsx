/**
 * A part of a page in a chunk of its own, rendered as soon as its code is loaded. React's `lazy` would show its
 * fallback for at least 300 ms, and again for each nested part.
 */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { queueIdleLoad } from './idle-code.ts';

export interface LazyPart<P> {
  /** Renders `fallback`, by default nothing, until the part's code is loaded. Rendering throws a failed load. */
  readonly Part: ComponentType<P & { readonly fallback?: ReactNode }>;
  /** Loads the part's code ahead; a failure shows when the part is rendered. */
  readonly preload: () => void;
}

const underWay = new Set<Promise<void>>();

/** Resolves when all preloads of code under way have finished or failed, including those that they started. */
export async function whenPreloaded(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}

/** Makes a page part that loads its code on demand. `load` imports the chunk, whose default export is the part. */
export function lazyPart<P extends object>(load: () => Promise<{ readonly default: ComponentType<P> }>): LazyPart<P> {
  let Loaded: ComponentType<P> | null = null;

  async function fetchCode(): Promise<void> {
    Loaded = (await load()).default;
  }

  function Part({ fallback = null, ...props }: P & { readonly fallback?: ReactNode }) {
    const [, setArrived] = useState(false);
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    const hasCode = Loaded !== null;
    useEffect(() => {
      if (hasCode) return undefined;
      let isGone = false;
      const arrive = async (): Promise<void> => {
        try {
          await fetchCode();
          if (!isGone) setArrived(true);
        } catch (error) {
          if (!isGone) setFailure({ error });
        }
      };
      void arrive();
      return () => {
        isGone = true;
      };
    }, [hasCode]);
    if (failure) throw failure.error;
    // Props without `fallback` are passed to the loaded part.
    return Loaded ? <Loaded {...(props as unknown as P)} /> : fallback;
  }

  const fetchAhead = (): Promise<void> => {
    const fetched = fetchCode()
      .catch(() => {
        // A failed preload is ignored, because rendering the part loads again and shows the failure.
      })
      .finally(() => underWay.delete(fetched));
    underWay.add(fetched);
    return fetched;
  };
  queueIdleLoad(fetchAhead);
  return { Part, preload: () => void fetchAhead() };
}
