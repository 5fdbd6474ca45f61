/**
 * Console of a signed-in user whose workspace is known. It is a code chunk of its own, because the sign-in screen does
 * not need it.
 */
import { useMemo } from 'react';
import type { CurrentUser } from '../../contract/access.ts';
import { loadingAndErrorStateLabels } from '../../labels/common-es.ts';
import { workspaceSelectorLabels } from '../../labels/shell-es.ts';
import { useRealtimeConnection } from '../api/use-realtime.ts';
import { HelpProvider } from '../help/help-context.tsx';
import { useFollowWorkspaceSwitches } from '../session/follow-workspace.ts';
import { SessionProvider, useCurrentWorkspace, useWorkspaces, type ClientSession } from '../session/session.ts';
import { LoadFailureScreen, LoadingScreen } from './gate-screens.tsx';
import { ConsoleShell } from './shell.tsx';

export default function SignedInConsole({ user }: { readonly user: CurrentUser }) {
  useRealtimeConnection();
  useFollowWorkspaceSwitches();
  const current = useCurrentWorkspace();
  const list = useWorkspaces();
  const session = useMemo<ClientSession | null>(() => {
    if (current.data === undefined || list.data === undefined) return null;
    const listed = list.data.find((workspace) => workspace.id === current.data?.id);
    const workspace = listed ?? current.data;
    return { user, workspace, workspaces: list.data, role: workspace?.role ?? null };
  }, [user, current.data, list.data]);
  if (session) {
    return (
      <SessionProvider value={session}>
        <HelpProvider>
          <ConsoleShell />
        </HelpProvider>
      </SessionProvider>
    );
  }
  const failed = [current, list].filter((query) => query.isError);
  if (failed.length === 0) return <LoadingScreen />;
  return (
    <LoadFailureScreen
      error={failed[0]?.error}
      fallback={current.isError ? workspaceSelectorLabels.autoAssignFailed : loadingAndErrorStateLabels.unexpectedError}
      onRetry={() => failed.forEach((query) => void query.refetch())}
    />
  );
}
