/**
 * Hook: if another tab of the session switches the workspace, this tab does too. If this tab has unsaved input, it
 * shows a notice instead. The server then refuses this tab's writes with 409.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { workspaceSelectorLabels } from '../../labels/shell-es.ts';
import { callApi } from '../api/client.ts';
import {
  setExpectedTabWorkspace,
  markTabWorkspaceMismatch,
  getTabWorkspaceState,
  setSessionWorkspaceListener,
} from '../api/tab-state.ts';
import { toast } from '../ui/toast.ts';
import { switchTabToWorkspace } from './session.ts';
import { hasUnsavedWork, subscribeToAllWorkSaved } from './unsaved-work.ts';

async function follow(client: QueryClient, workspaceId: string): Promise<void> {
  setExpectedTabWorkspace(workspaceId);
  let followed = false;
  try {
    const workspace = await callApi('currentWorkspace');
    followed = true;
    if (workspace.id !== getTabWorkspaceState().workspaceId) {
      switchTabToWorkspace(client, workspace);
      toast.info(workspaceSelectorLabels.followedTitle, workspace.name);
    }
  } catch {
    // If the tab can't switch its workspace, show a notice that offers to reload the page.
    followed = false;
  } finally {
    setExpectedTabWorkspace(null);
  }
  if (!followed) markTabWorkspaceMismatch();
}

/** Hook: keeps this tab in the same workspace as the session's other tabs. */
export function useFollowWorkspaceSwitches(): void {
  const client = useQueryClient();
  useEffect(() => {
    let missed: string | null = null;
    const stopMoves = setSessionWorkspaceListener((workspaceId) => {
      missed = hasUnsavedWork() ? workspaceId : null;
      if (missed === null) void follow(client, workspaceId);
      else markTabWorkspaceMismatch();
    });
    const stopWork = subscribeToAllWorkSaved(() => {
      if (missed !== null && getTabWorkspaceState().mismatched) void follow(client, missed);
      missed = null;
    });
    return () => {
      stopMoves();
      stopWork();
    };
  }, [client]);
}
