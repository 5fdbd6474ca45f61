/**
 * Dialog 'Cortar llamada': confirms hanging up a call, and shows the call's other party and agent. It has its own code
 * chunk.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallSummary } from '../../contract/calls.ts';
import { callLabels } from '../../labels/common-es.ts';
import { hangUpButtonLabels } from '../../labels/hang-up-button-es.ts';
import { hangUpDialogLabels as labels } from '../../labels/hang-up-es.ts';
import { isApiErrorWithCode, getRequestErrorText } from '../api/api-error.ts';
import { callApi as callServer } from '../api/client.ts';
import { getWorkspaceQueryKey } from '../api/query-keys.ts';
import { getTabWorkspaceState } from '../api/tab-state.ts';
import { formatAgentLabel } from '../format/calls.ts';
import { formatContactNameAndNumber } from '../format/contacts.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextWithPhoneNumbers } from '../ui/numbers-in.tsx';
import { toast } from '../ui/toast.ts';

interface HangUpDialogProps {
  readonly call: CallSummary;
  readonly onClose: () => void;
}

export default function HangUpCallDialog({ call, onClose }: HangUpDialogProps) {
  const client = useQueryClient();
  const contact = formatContactNameAndNumber(call);
  const hangUp = useMutation({
    mutationFn: () => callServer('hangUpCall', { params: { id: call.id } }),
    onSuccess: () => toast.good(labels.done, labels.doneText(contact)),
    onError: (error) => {
      if (isApiErrorWithCode(error, 'call_over')) toast.info(getRequestErrorText(error));
      else toast.bad(labels.failed, getRequestErrorText(error));
    },
    onSettled: async () => {
      // The list of active calls is refreshed before the dialog closes, so that the ended call is gone.
      await client.invalidateQueries({
        queryKey: getWorkspaceQueryKey(getTabWorkspaceState().workspaceId, 'listActiveCalls'),
      });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open && !hangUp.isPending) onClose();
      }}
      title={labels.title}
      confirmLabel={hangUp.isPending ? labels.pending : hangUpButtonLabels.action}
      onConfirm={() => hangUp.mutate()}
      pending={hangUp.isPending}
    >
      <p>
        <TextWithPhoneNumbers text={labels.what(contact, formatAgentLabel(call, callLabels.system))} />
      </p>
      <p className="mt-1">{labels.warning}</p>
    </ConfirmDialog>
  );
}
