/** Hook: accepts or declines an invitation to a workspace, and shows a toast. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invitation } from '../../contract/access.ts';
import { invitationLabels as labels } from '../../labels/invitations-es.ts';
import { hasCode, shownMessage } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { sessionKeys } from '../api/query-keys.ts';
import { toast } from '../ui/toast.ts';
import { enterWorkspace } from './session.ts';

interface InvitationAnswers {
  /** Accepts an invitation. A person without a workspace enters the new one; others stay where they are. */
  readonly accept: (invitation: Invitation) => void;
  readonly refuse: (invitation: Invitation) => void;
  /** True while an answer is being sent. */
  readonly isAnswering: boolean;
}

export function useInvitationAnswers(): InvitationAnswers {
  const client = useQueryClient();
  const [isAnswering, setAnswering] = useState(false);

  async function answer(work: () => Promise<void>): Promise<void> {
    setAnswering(true);
    try {
      await work();
    } catch (error) {
      toast.bad(labels.failedTitle, hasCode(error, 'not_found') ? labels.gone : shownMessage(error, labels.failed));
    } finally {
      setAnswering(false);
      await Promise.all(
        [sessionKeys.invitations, sessionKeys.workspaces].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    }
  }

  return {
    isAnswering,
    accept: ({ id, workspaceName }) =>
      void answer(async () => {
        const workspace = await call('acceptInvitation', { params: { id } });
        toast.good(
          labels.acceptedTitle,
          workspace.isCurrent ? labels.entered(workspaceName) : labels.joined(workspaceName),
        );
        if (workspace.isCurrent) enterWorkspace(client, workspace);
      }),
    refuse: ({ id, workspaceName }) =>
      void answer(async () => {
        await call('refuseInvitation', { params: { id } });
        toast.good(labels.refusedTitle, labels.refusedText(workspaceName));
      }),
  };
}
