/**
 * Dialog that confirms erasing a call's personal data and says which data are deleted and which are kept. If erasing
 * fails, it stays open with the error.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { forgetCallLabels as labels } from '../../../labels/forgetting-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { getWorkspaceQueryKey } from '../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';
import { Alert } from '../../ui/alert.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';

interface ForgetCallDialogProps {
  readonly callId: string;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called after the call's personal data were erased and the call was refetched. */
  readonly onForgotten?: () => void;
}

export function EraseCallDataDialog({ callId, open, onClose, onForgotten }: ForgetCallDialogProps) {
  const client = useQueryClient();
  const forgetting = useMutation({
    mutationFn: () => callApi('forgetCall', { params: { id: callId } }),
    onSuccess: async () => {
      const { workspaceId } = getTabWorkspaceState();
      const input = { params: { id: callId } };
      client.removeQueries({ queryKey: getWorkspaceQueryKey(workspaceId, 'getRecording', input) });
      const read = [
        getWorkspaceQueryKey(workspaceId, 'getCall', input),
        getWorkspaceQueryKey(workspaceId, 'getCallContext', input),
        getWorkspaceQueryKey(workspaceId, 'listCalls'),
      ];
      // Refetch the call before closing the dialog, so that its page already shows it without personal data.
      await Promise.all(read.map((queryKey) => client.invalidateQueries({ queryKey })));
      toast.good(labels.done, labels.doneText);
      onClose();
      onForgotten?.();
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (next || forgetting.isPending) return;
        forgetting.reset();
        onClose();
      }}
      title={labels.title}
      confirmLabel={forgetting.isPending ? labels.pending : labels.confirm}
      onConfirm={() => forgetting.mutate()}
      pending={forgetting.isPending}
    >
      <p>{labels.what}</p>
      <p className="mt-2">{labels.stays}</p>
      {forgetting.isError ? (
        <Alert tone="bad" className="mt-3">
          {getRequestErrorText(forgetting.error, labels.failed)}
        </Alert>
      ) : null}
    </ConfirmDialog>
  );
}
