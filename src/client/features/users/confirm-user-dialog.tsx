/** Dialog that confirms an action on a user. If the action fails, the dialog stays open and shows the reason. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UserAccount } from '../../../contract/access.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { Alert } from '../../ui/alert.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useRefreshUsers } from './users-data.ts';

interface ConfirmUserDialogProps {
  readonly user: UserAccount;
  readonly labels: {
    readonly title: string;
    readonly confirm: string;
    readonly removing: string;
    readonly doneTitle: string;
    readonly doneText: (username: string) => string;
    readonly failed: string;
  };
  readonly act: (id: string) => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ConfirmUserActionDialog({ user, labels, act, onClose, children }: ConfirmUserDialogProps) {
  const refresh = useRefreshUsers();
  const acting = useMutation({
    mutationFn: () => act(user.id),
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
        if (!open && !acting.isPending) onClose();
      }}
      title={labels.title}
      confirmLabel={acting.isPending ? labels.removing : labels.confirm}
      onConfirm={() => acting.mutate()}
      pending={acting.isPending}
    >
      {children}
      {acting.isError ? (
        <Alert tone="bad" className="mt-3">
          {getRequestErrorText(acting.error, labels.failed)}
        </Alert>
      ) : null}
    </ConfirmDialog>
  );
}
