/**
 * A part of a page in a chunk of its own, drawn the moment its code is there. React's `lazy` would leave what stands in
 * for it for 300 ms, however soon the code comes, and again for each part within a part.
 */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { fetchWhenIdle } from './idle-code.ts';

export interface LazyPart<P> {
  /** Draws `fallback` until the code is there, nothing unless told. What kept the code from coming is thrown while drawing. */
  readonly Part: ComponentType<P & { readonly fallback?: ReactNode }>;
  /** Fetches the code; a failure shows when the part is drawn. */
  readonly preload: () => void;
}

const underWay = new Set<Promise<void>>();

/** Resolves when all that was preloaded by now is there or can't be had, and what that preloaded in turn. */
export async function whenPreloaded(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}

/** `load` imports the chunk, whose default export is the part. */
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
    // What is left without the fallback is the part's own.
    return Loaded ? <Loaded {...(props as unknown as P)} /> : fallback;
  }

  const fetchAhead = (): Promise<void> => {
    const fetched = fetchCode()
      .catch(() => {
        // Drawing it asks again and shows the failure.
      })
      .finally(() => underWay.delete(fetched));
    underWay.add(fetched);
    return fetched;
  };
  fetchWhenIdle(fetchAhead);
  return { Part, preload: () => void fetchAhead() };
}
