/** Hook: accepts or declines an invitation to a workspace, and shows a toast. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WorkspaceInvitation } from '../../contract/access.ts';
import { invitationLabels as labels } from '../../labels/invitations-es.ts';
import { isApiErrorWithCode, getRequestErrorText } from '../api/api-error.ts';
import { callApi } from '../api/client.ts';
import { sessionQueryKeys } from '../api/query-keys.ts';
import { toast } from '../ui/toast.ts';
import { switchTabToWorkspace } from './session.ts';

interface InvitationAnswers {
  /** Accepts an invitation. The console switches to the new workspace only if the person had none before. */
  readonly accept: (invitation: WorkspaceInvitation) => void;
  readonly refuse: (invitation: WorkspaceInvitation) => void;
  /** True while an answer is being sent. */
  readonly isAnswering: boolean;
}

export function useInvitationActions(): InvitationAnswers {
  const client = useQueryClient();
  const [isAnswering, setAnswering] = useState(false);

  async function answer(work: () => Promise<void>): Promise<void> {
    setAnswering(true);
    try {
      await work();
    } catch (error) {
      toast.bad(
        labels.failedTitle,
        isApiErrorWithCode(error, 'not_found') ? labels.gone : getRequestErrorText(error, labels.failed),
      );
    } finally {
      setAnswering(false);
      await Promise.all(
        [sessionQueryKeys.invitations, sessionQueryKeys.workspaces].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    }
  }

  return {
    isAnswering,
    accept: ({ id, workspaceName }) =>
      void answer(async () => {
        const workspace = await callApi('acceptInvitation', { params: { id } });
        toast.good(
          labels.acceptedTitle,
          workspace.isCurrent ? labels.entered(workspaceName) : labels.joined(workspaceName),
        );
        if (workspace.isCurrent) switchTabToWorkspace(client, workspace);
      }),
    refuse: ({ id, workspaceName }) =>
      void answer(async () => {
        await callApi('refuseInvitation', { params: { id } });
        toast.good(labels.refusedTitle, labels.refusedText(workspaceName));
      }),
  };
}
