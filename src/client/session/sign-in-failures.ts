/** Failed sign-ins against the person's own account since they last looked. */
import { useQuery } from '@tanstack/react-query';
import type { SignInFailures } from '../../contract/access.ts';
import { call } from '../api/client.ts';
import { sessionKeys } from '../api/query-keys.ts';

/** No message tells of them: whoever guesses is none of ours. */
const readAgainMs = 5 * 60_000;

/** Null where there is nothing to tell, and while it is not known. */
export function useSignInFailures(): SignInFailures | null {
  const { data } = useQuery({
    queryKey: sessionKeys.signInFailures,
    queryFn: () => call('getSignInFailures'),
    refetchInterval: readAgainMs,
  });
  return data?.failures ?? null;
}
