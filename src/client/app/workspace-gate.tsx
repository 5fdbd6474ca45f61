/** The screen shown to a user who has no workspace, or who lacks the second factor that the workspace requires. */
import { useSession } from '../session/session.ts';
import { NoWorkspaceScreen } from './no-workspace.tsx';
import { SecondFactorDueNotice } from './second-factor/second-factor-due.tsx';

export default function WorkspaceAccessBlockedScreen() {
  return useSession().workspace === null ? <NoWorkspaceScreen /> : <SecondFactorDueNotice />;
}
