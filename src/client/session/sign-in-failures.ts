/** Query of failed sign-ins to the person's account since they last looked at them. */
import { useQuery } from '@tanstack/react-query';
import type { SignInFailures } from '../../contract/access.ts';
import { call } from '../api/client.ts';
import { sessionKeys } from '../api/query-keys.ts';

/** Polling interval in ms. Realtime does not report failed sign-ins, because strangers could cause them in masses. */
const readAgainMs = 5 * 60_000;

/** Hook: failed sign-ins to the person's account; null while loading, or if there are none. */
export function useSignInFailures(): SignInFailures | null {
  const { data } = useQuery({
    queryKey: sessionKeys.signInFailures,
    queryFn: () => call('getSignInFailures'),
    refetchInterval: readAgainMs,
  });
  return data?.failures ?? null;
}
