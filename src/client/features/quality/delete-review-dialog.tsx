/** Dialog '¿Eliminar la evaluación?': says what is deleted, and which scores count afterwards. */
import { deleteCallReviewLabels as labels } from './quality-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { Alert } from '../../ui/alert.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useDeleteCallReview } from './review-actions.ts';

interface DeleteReviewDialogProps {
  readonly callId: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

export function DeleteReviewDialog({ callId, open, onClose, onDeleted }: DeleteReviewDialogProps) {
  const deleting = useDeleteCallReview(callId);
  const confirm = () =>
    deleting.mutate(undefined, {
      onSuccess: () => {
        toast.good(labels.done);
        onDeleted();
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (next || deleting.isPending) return;
        deleting.reset();
        onClose();
      }}
      title={labels.title}
      confirmLabel={deleting.isPending ? labels.pending : labels.confirm}
      onConfirm={confirm}
      pending={deleting.isPending}
    >
      <p>{labels.what}</p>
      <p className="mt-2">{labels.counts}</p>
      {deleting.isError ? (
        <Alert tone="bad" className="mt-3">
          {getRequestErrorText(deleting.error, labels.failed)}
        </Alert>
      ) : null}
    </ConfirmDialog>
  );
}
