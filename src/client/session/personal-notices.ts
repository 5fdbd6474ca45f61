/**
 * What waits for the person themself, whichever workspace is shown: beside its alerts in the bell. A kind of notice adds its count
 * here, and what it shows to app/alerts/personal-notices.tsx.
 */
import { useInvitations } from './invitations.ts';
import { useSession } from './session.ts';
import { useSignInFailures } from './sign-in-failures.ts';

/** How many there are. They count until they are dealt with: looking at them is not enough. */
export function usePersonalNoticeCount(): number {
  const invitations = useInvitations();
  const failures = useSignInFailures();
  const { secondFactorReset } = useSession().user;
  return invitations.length + (failures === null ? 0 : 1) + (secondFactorReset === null ? 0 : 1);
}
