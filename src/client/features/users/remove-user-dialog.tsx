/** 'Eliminar usuario?': asks once, names the consequences, and stays open with the reason if it fails. */
import { useMutation } from '@tanstack/react-query';
import type { User } from '../../../contract/access.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { removeUserLabels as labels } from '../../../labels/users-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { Alert } from '../../ui/alert.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useRefreshUsers } from './users-data.ts';

export default function RemoveUserDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const refresh = useRefreshUsers();
  const removal = useMutation({
    mutationFn: () => call('deleteUser', { params: { id: user.id } }),
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
        if (!open && !removal.isPending) onClose();
      }}
      title={labels.title}
      confirmLabel={removal.isPending ? labels.removing : labels.confirm}
      onConfirm={() => removal.mutate()}
      pending={removal.isPending}
    >
      <p>{labels.what(user.username)}</p>
      <p className="mt-1">{labels.text}</p>
      {removal.isError ? (
        <Alert tone="bad" className="mt-3">
          {shownMessage(removal.error, labels.failed)}
        </Alert>
      ) : null}
    </ConfirmDialog>
  );
}
