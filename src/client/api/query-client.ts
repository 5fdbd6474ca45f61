/** TanStack Query's cache and its defaults: no retries, no staleness by time, no refetch on focus (spec A 7, B 9). */
import { QueryClient } from '@tanstack/react-query';

/**
 * Time in ms after a failed prefetch during which a screen that opens shows the prefetch's error instead of fetching
 * again.
 */
const justFailedMs = 10_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // networkMode 'always': without a network a request fails with a visible error instead of being paused.
      queries: {
        retry: false,
        // If a screen opens just after its prefetch failed, don't fetch again. Data of the user's session are always
        // fetched again.
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
