/** The query cache and its defaults: no retries, nothing goes stale by time, no refetch on focus (spec A 7, B 9). */
import { QueryClient } from '@tanstack/react-query';

/** A failed read is not repeated for so long: a screen may open that late after its data were asked for. A person who comes back later reads anew. */
const justFailedMs = 10_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // networkMode: without a network a request fails and says so, instead of waiting unseen.
      queries: {
        retry: false,
        // A screen does not repeat a read that failed ahead of its opening. Reads of the session are repeated: without one there is no screen.
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
