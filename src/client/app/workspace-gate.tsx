/** What keeps a person out of a workspace, or soon will: they belong to none, or it requires a second factor that they lack. */
import { useSession } from '../session/session.ts';
import { NoWorkspace } from './no-workspace.tsx';
import { SecondFactorDue } from './second-factor/second-factor-due.tsx';

export default function WorkspaceGate() {
  return useSession().workspace === null ? <NoWorkspace /> : <SecondFactorDue />;
}
