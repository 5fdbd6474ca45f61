/** Failed sign-ins against the person's account since they last looked. */
import { useQuery } from '@tanstack/react-query';
import type { SignInFailures } from '../../contract/access.ts';
import { call } from '../api/client.ts';
import { sessionKeys } from '../api/query-keys.ts';

/** Interval in ms. No message announces failed sign-ins, because strangers make them. */
const readAgainMs = 5 * 60_000;

/** The failed sign-ins; null if there are none, and until known. */
export function useSignInFailures(): SignInFailures | null {
  const { data } = useQuery({
    queryKey: sessionKeys.signInFailures,
    queryFn: () => call('getSignInFailures'),
    refetchInterval: readAgainMs,
  });
  return data?.failures ?? null;
}
