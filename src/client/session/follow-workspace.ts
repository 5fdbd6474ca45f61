/**
 * Hook: if another tab of the session switches the workspace, this tab does too, unless it has unsaved input. In that
 * case it shows a notice and waits; the server would refuse its writes with 409.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { workspaceLabels } from '../../labels/shell-es.ts';
import { call } from '../api/client.ts';
import { announceWorkspaceSwitch, markMismatched, tabState, whenSessionWorkspaceMoves } from '../api/tab-state.ts';
import { toast } from '../ui/toast.ts';
import { enterWorkspace } from './session.ts';
import { hasUnsavedWork, whenNothingIsUnsaved } from './unsaved-work.ts';

async function follow(client: QueryClient, workspaceId: string): Promise<void> {
  announceWorkspaceSwitch(workspaceId);
  let followed = false;
  try {
    const workspace = await call('currentWorkspace');
    followed = true;
    if (workspace.id !== tabState().workspaceId) {
      enterWorkspace(client, workspace);
      toast.info(workspaceLabels.followedTitle, workspace.name);
    }
  } catch {
    // If the switch fails, the notice offers a reload of the page, which then shows the error.
    followed = false;
  } finally {
    announceWorkspaceSwitch(null);
  }
  if (!followed) markMismatched();
}

/** Hook: keeps this tab in the same workspace as the session's other tabs. */
export function useFollowedWorkspace(): void {
  const client = useQueryClient();
  useEffect(() => {
    let missed: string | null = null;
    const stopMoves = whenSessionWorkspaceMoves((workspaceId) => {
      missed = hasUnsavedWork() ? workspaceId : null;
      if (missed === null) void follow(client, workspaceId);
      else markMismatched();
    });
    const stopWork = whenNothingIsUnsaved(() => {
      if (missed !== null && tabState().mismatched) void follow(client, missed);
      missed = null;
    });
    return () => {
      stopMoves();
      stopWork();
    };
  }, [client]);
}
