/**
 * Number of personal notices in the bell menu, which concern the person in any workspace. Their texts are in
 * app/alerts/personal-notices.tsx.
 */
import { useOpenInvitations } from './invitations.ts';
import { useSession } from './session.ts';
import { useFailedSignIns } from './sign-in-failures.ts';

/** Hook: number of personal notices in the bell menu. A notice counts until it is dealt with. */
export function useBellPersonalNoticeCount(): number {
  const invitations = useOpenInvitations();
  const failures = useFailedSignIns();
  const { secondFactorReset } = useSession().user;
  return invitations.length + (failures === null ? 0 : 1) + (secondFactorReset === null ? 0 : 1);
}
