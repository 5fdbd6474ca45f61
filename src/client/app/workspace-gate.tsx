/** The screen shown to a user who has no workspace, or who lacks the second factor that the workspace requires. */
import { useSession } from '../session/session.ts';
import { NoWorkspace } from './no-workspace.tsx';
import { SecondFactorDue } from './second-factor/second-factor-due.tsx';

export default function WorkspaceGate() {
  return useSession().workspace === null ? <NoWorkspace /> : <SecondFactorDue />;
}
