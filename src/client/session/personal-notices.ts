/**
 * Number of personal notices in the bell menu, which concern the person in any workspace. Their texts are in
 * app/alerts/personal-notices.tsx.
 */
import { useInvitations } from './invitations.ts';
import { useSession } from './session.ts';
import { useSignInFailures } from './sign-in-failures.ts';

/** Hook: number of personal notices in the bell menu. A notice counts until it is dealt with. */
export function usePersonalNoticeCount(): number {
  const invitations = useInvitations();
  const failures = useSignInFailures();
  const { secondFactorReset } = useSession().user;
  return invitations.length + (failures === null ? 0 : 1) + (secondFactorReset === null ? 0 : 1);
}
