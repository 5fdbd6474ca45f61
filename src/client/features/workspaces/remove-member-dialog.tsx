/** Dialog that confirms removing a member or withdrawing an invitation, and then shows the result. */
import { useMutation } from '@tanstack/react-query';
import type { WorkspaceMember, Workspace } from '../../../contract/access.ts';
import { removeMemberLabels, withdrawInvitationLabels } from '../../../labels/workspaces-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useSession } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useMemberActions } from './members-data.ts';

interface RemoveMemberDialogProps {
  readonly workspace: Workspace;
  readonly member: WorkspaceMember;
  readonly onClose: () => void;
}

export default function RemoveMemberDialog({ workspace, member, onClose }: RemoveMemberDialogProps) {
  const { remove, refresh } = useMemberActions(workspace);
  const isOwn = useSession().user.id === member.id;
  const labels = member.state === 'pending' ? withdrawInvitationLabels : removeMemberLabels;
  const removal = useMutation({
    mutationFn: () => remove(member),
    onSuccess: () => toast.good(labels.doneTitle, labels.doneText(member.username, workspace.name)),
    onError: (error) => toast.bad(labels.failedTitle, getRequestErrorText(error, labels.failed)),
    onSettled: async () => {
      onClose();
      await refresh([member]);
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open && !removal.isPending) onClose();
      }}
      title={labels.title(member.username)}
      confirmLabel={removal.isPending ? labels.removing : labels.confirm}
      onConfirm={() => removal.mutate()}
      pending={removal.isPending}
    >
      {isOwn ? removeMemberLabels.ownText(workspace.name) : labels.text(member.username, workspace.name)}
    </ConfirmDialog>
  );
}
