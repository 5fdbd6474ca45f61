/** Failed attempts to sign in to the person's account since they last looked at them. */
import { useQuery } from '@tanstack/react-query';
import type { SignInFailures } from '../../contract/access.ts';
import { call } from '../api/client.ts';
import { sessionKeys } from '../api/query-keys.ts';

/** Polling interval in ms. No message announces failed sign-ins, because strangers make them. */
const readAgainMs = 5 * 60_000;

/** Hook: the failed sign-ins to the person's account; null if there are none, and until known. */
export function useSignInFailures(): SignInFailures | null {
  const { data } = useQuery({
    queryKey: sessionKeys.signInFailures,
    queryFn: () => call('getSignInFailures'),
    refetchInterval: readAgainMs,
  });
  return data?.failures ?? null;
}
