/** Dialog that confirms the final deletion of something in the settings. */
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { useSettingsMutation } from './use-change.ts';

interface RemovalDialogProps {
  readonly id: string;
  readonly removing: Pick<ReturnType<typeof useSettingsMutation<string, unknown>>, 'isPending' | 'mutate'>;
  readonly title: string;
  readonly confirmLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ConfirmSettingsRemovalDialog({
  id,
  removing,
  title,
  confirmLabel,
  onClose,
  children,
}: RemovalDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open && !removing.isPending) onClose();
      }}
      title={title}
      confirmLabel={confirmLabel}
      pending={removing.isPending}
      onConfirm={() => removing.mutate(id, { onSettled: onClose })}
    >
      {children}
    </ConfirmDialog>
  );
}
