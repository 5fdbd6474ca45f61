/** The console of a signed-in user with a known workspace, in a chunk that the sign-in screen does not need. */
import { useMemo } from 'react';
import type { CurrentUser } from '../../contract/access.ts';
import { stateLabels } from '../../labels/common-es.ts';
import { workspaceLabels } from '../../labels/shell-es.ts';
import { useRealtime } from '../api/use-realtime.ts';
import { HelpProvider } from '../help/help-context.tsx';
import { useFollowedWorkspace } from '../session/follow-workspace.ts';
import { SessionProvider, useCurrentWorkspace, useWorkspaces, type Session } from '../session/session.ts';
import { FailedScreen, LoadingScreen } from './gate-screens.tsx';
import { Shell } from './shell.tsx';

export default function SignedIn({ user }: { readonly user: CurrentUser }) {
  useRealtime();
  useFollowedWorkspace();
  const current = useCurrentWorkspace();
  const list = useWorkspaces();
  const session = useMemo<Session | null>(() => {
    if (current.data === undefined || list.data === undefined) return null;
    const listed = list.data.find((workspace) => workspace.id === current.data?.id);
    const workspace = listed ?? current.data;
    return { user, workspace, workspaces: list.data, role: workspace?.role ?? null };
  }, [user, current.data, list.data]);
  if (session) {
    return (
      <SessionProvider value={session}>
        <HelpProvider>
          <Shell />
        </HelpProvider>
      </SessionProvider>
    );
  }
  const failed = [current, list].filter((query) => query.isError);
  if (failed.length === 0) return <LoadingScreen />;
  return (
    <FailedScreen
      error={failed[0]?.error}
      fallback={current.isError ? workspaceLabels.autoAssignFailed : stateLabels.unexpectedError}
      onRetry={() => failed.forEach((query) => void query.refetch())}
    />
  );
}
