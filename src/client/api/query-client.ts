/** The query cache and its defaults: no retries, nothing goes stale by time, no refetch on focus (spec A 7, B 9). */
import { QueryClient } from '@tanstack/react-query';

/** From asking ahead for what a screen shows to its opening; whoever comes back later reads it anew. */
const justFailedMs = 10_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // networkMode: without a network a request fails and says so, instead of waiting unseen.
      queries: {
        retry: false,
        // What was asked for ahead and failed is not asked for again by the screen that it was for; without a session there is no screen.
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
