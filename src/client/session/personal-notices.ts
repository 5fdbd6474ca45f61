/**
 * Notices in the bell that concern the person in any workspace. A kind of notice adds its count here, and its text to
 * app/alerts/personal-notices.tsx.
 */
import { useInvitations } from './invitations.ts';
import { useSession } from './session.ts';
import { useSignInFailures } from './sign-in-failures.ts';

/** Number of personal notices in the bell. They count until they are dealt with, even if the bell was opened. */
export function usePersonalNoticeCount(): number {
  const invitations = useInvitations();
  const failures = useSignInFailures();
  const { secondFactorReset } = useSession().user;
  return invitations.length + (failures === null ? 0 : 1) + (secondFactorReset === null ? 0 : 1);
}
