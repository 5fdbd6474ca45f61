/** Dialog that confirms a shorter retention period, because the next night then deletes personal data of calls. */
import { dataRetentionLabels as labels } from '../../../../labels/forgetting-es.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface RetentionConfirmProps {
  readonly since: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmRetentionDialog({ since, onConfirm, onClose }: RetentionConfirmProps) {
  const format = useRegionalFormat();
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
