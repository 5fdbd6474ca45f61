/** TanStack Query's cache and its defaults: no retries, no staleness by time, no refetch on focus (spec A 7, B 9). */
import { QueryClient } from '@tanstack/react-query';

/** Time in ms during which a failed prefetch is not retried, because the screen that needs it may open only then. */
const justFailedMs = 10_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // networkMode 'always': without a network a request fails with a visible error instead of being paused.
      queries: {
        retry: false,
        // A prefetch that has just failed is not retried when its screen mounts. Session queries are always retried.
        retryOnMount: ({ queryKey, state }) =>
          queryKey[0] === 'session' || Date.now() - state.errorUpdatedAt > justFailedMs,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
