/** Polls the server for the failed sign-ins to the user's own account since the user last viewed them. */
import { useQuery } from '@tanstack/react-query';
import type { FailedSignInsSummary } from '../../contract/access.ts';
import { callApi } from '../api/client.ts';
import { sessionQueryKeys } from '../api/query-keys.ts';

/** Polling interval of failed sign-ins in ms. Realtime does not report them, because strangers could cause masses. */
const readAgainMs = 5 * 60_000;

/** Hook: failed sign-ins to the person's account; null while loading, or if there are none. */
export function useFailedSignIns(): FailedSignInsSummary | null {
  const { data } = useQuery({
    queryKey: sessionQueryKeys.signInFailures,
    queryFn: () => callApi('getSignInFailures'),
    refetchInterval: readAgainMs,
  });
  return data?.failures ?? null;
}
