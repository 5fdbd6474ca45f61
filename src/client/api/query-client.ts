/** The query cache and its defaults: no retries, nothing goes stale by time, no refetch on focus (spec A 7, B 9). */
import { QueryClient } from '@tanstack/react-query';

/** Milliseconds in which a failed read is not repeated: a screen may open that long after its data were read ahead. */
const justFailedMs = 10_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // networkMode: without a network a request fails visibly instead of waiting unseen.
      queries: {
        retry: false,
        // A prefetch that has just failed is not retried when its screen mounts. Session reads are always retried.
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
