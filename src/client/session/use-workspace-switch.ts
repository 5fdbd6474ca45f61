/** Hook: switches to another workspace, with a toast. It asks first if there is unsaved work. */
import { useState } from 'react';
import { toastTitles } from '../../labels/common-es.ts';
import { workspaceSelectorLabels } from '../../labels/shell-es.ts';
import { confirmThenLeaveScreen } from '../layout/leave-guard.ts';
import { toast } from '../ui/toast.ts';
import { useSessionActions } from './session.ts';

interface WorkspaceSwitch {
  readonly switchTo: (id: string) => void;
  /** True while a switch runs. */
  readonly switching: boolean;
}

export function useWorkspaceSwitch(): WorkspaceSwitch {
  const { switchWorkspace } = useSessionActions();
  const [switching, setSwitching] = useState(false);
  async function change(id: string): Promise<void> {
    setSwitching(true);
    try {
      await switchWorkspace(id);
      toast.good(workspaceSelectorLabels.switchedTitle, workspaceSelectorLabels.switchedText);
    } catch {
      toast.bad(toastTitles.error, workspaceSelectorLabels.switchFailed);
    } finally {
      setSwitching(false);
    }
  }
  return { switchTo: (id) => confirmThenLeaveScreen(() => void change(id)), switching };
}
