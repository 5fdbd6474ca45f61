/**
 * Component whose code is a chunk of its own, rendered as soon as it is loaded. React's `lazy` is not used, because it
 * shows its fallback for at least 300 ms, and again for each nested part.
 */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { queueIdleLoad } from './idle-code.ts';

export interface LazyComponent<P> {
  /** Component that loads its code when rendered. Until then it renders `fallback`. It throws if loading failed. */
  readonly Part: ComponentType<P & { readonly fallback?: ReactNode }>;
  /** Loads the component's code in advance. A failure is reported only when the component is rendered. */
  readonly preload: () => void;
}

const underWay = new Set<Promise<void>>();

/** Waits until all running preloads of code have ended, including preloads that they start. */
export async function waitForPreloads(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}

/** Creates a component whose code loads on demand. `load` imports a module with the component as default export. */
export function createLazyComponent<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyComponent<P> {
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
    return Loaded ? <Loaded {...(props as unknown as P)} /> : fallback;
  }

  const fetchAhead = (): Promise<void> => {
    const fetched = fetchCode()
      .catch(() => {
        // A failed preload is ignored, because rendering loads the code again and shows the failure.
      })
      .finally(() => underWay.delete(fetched));
    underWay.add(fetched);
    return fetched;
  };
  queueIdleLoad(fetchAhead);
  return { Part, preload: () => void fetchAhead() };
}
