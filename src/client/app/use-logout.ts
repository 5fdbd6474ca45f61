/** React hook that signs the user out. Asks for confirmation first if unsaved work would be lost. */
import { toastTitles } from '../../labels/common-es.ts';
import { userMenuLabels } from '../../labels/shell-es.ts';
import { ConnectionError } from '../api/api-error.ts';
import { confirmThenLeaveScreen } from '../layout/leave-guard.ts';
import { useSessionActions } from '../session/session.ts';
import { toast } from '../ui/toast.ts';

export function useLogout(): () => void {
  const { logout } = useSessionActions();
  async function leave(): Promise<void> {
    try {
      await logout();
      toast.good(userMenuLabels.logoutTitle, userMenuLabels.logoutText);
    } catch (error) {
      toast.bad(
        toastTitles.error,
        error instanceof ConnectionError ? userMenuLabels.logoutConnection : userMenuLabels.logoutFailed,
      );
    }
  }
  return () => confirmThenLeaveScreen(() => void leave());
}
