/** '¿Quitar el segundo factor?': asks once, names the consequences, and stays open with the reason if it fails. */
import { useMutation } from '@tanstack/react-query';
import type { User } from '../../../contract/access.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { resetSecondFactorLabels as labels } from './users-second-factor-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { Alert } from '../../ui/alert.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useRefreshUsers } from './users-data.ts';

interface ResetSecondFactorDialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

export default function ResetSecondFactorDialog({ user, onClose }: ResetSecondFactorDialogProps) {
  const refresh = useRefreshUsers();
  const reset = useMutation({
    mutationFn: () => call('resetSecondFactor', { params: { id: user.id } }),
    onSuccess: async () => {
      toast.good(labels.doneTitle, labels.doneText(user.username));
      onClose();
      await refresh();
    },
    onError: () => toast.bad(toastTitles.error, labels.failed),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open && !reset.isPending) onClose();
      }}
      title={labels.title}
      confirmLabel={reset.isPending ? labels.removing : labels.confirm}
      onConfirm={() => reset.mutate()}
      pending={reset.isPending}
    >
      <p>{labels.what(user.username)}</p>
      {reset.isError ? (
        <Alert tone="bad" className="mt-3">
          {shownMessage(reset.error, labels.failed)}
        </Alert>
      ) : null}
    </ConfirmDialog>
  );
}
