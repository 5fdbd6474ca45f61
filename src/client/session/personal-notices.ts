/**
 * Number of personal notices in the bell menu. They concern the user, not the current workspace.
 * app/alerts/personal-notices.tsx renders them.
 */
import { useReceivedInvitations } from './invitations.ts';
import { useSession } from './session.ts';
import { useFailedSignIns } from './sign-in-failures.ts';

/**
 * Hook: number of personal notices in the bell menu. A notice counts until the user has responded to it or marked it as
 * seen.
 */
export function useBellPersonalNoticeCount(): number {
  const invitations = useReceivedInvitations();
  const failures = useFailedSignIns();
  const { secondFactorReset } = useSession().user;
  return invitations.length + (failures === null ? 0 : 1) + (secondFactorReset === null ? 0 : 1);
}
