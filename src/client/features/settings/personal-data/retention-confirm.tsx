/** Asks once before a retention period is saved that deletes calls' personal data in the next night. */
import { retentionLabels as labels } from '../../../../labels/forgetting-es.ts';
import { useFormat } from '../../../session/use-format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface RetentionConfirmProps {
  /** A moment in the first day whose calls keep their data under the new retention period. */
  readonly since: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function RetentionConfirm({ since, onConfirm, onClose }: RetentionConfirmProps) {
  const format = useFormat();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={labels.confirmTitle}
      confirmLabel={labels.confirm}
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
    >
      {labels.confirmText(format.date(since))}
    </ConfirmDialog>
  );
}
