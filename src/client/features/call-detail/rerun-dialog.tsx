/** Dialog that confirms a new analysis of a call and warns of its cost. If it fails, it stays open with the error. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rerunAnalysisLabels as labels } from './call-detail-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { getWorkspaceQueryKey } from '../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';
import { Alert } from '../../ui/alert.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';

interface RerunDialogProps {
  readonly callId: string;
  readonly isOfCampaign: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
}

export default function RerunAnalysisDialog({ callId, isOfCampaign, open, onClose }: RerunDialogProps) {
  const client = useQueryClient();
  const rerun = useMutation({
    mutationFn: async () => ({
      workspaceId: getTabWorkspaceState().workspaceId,
      answer: await callApi('rerunCallAnalysis', { params: { id: callId } }),
    }),
    onSuccess: async ({ workspaceId, answer }) => {
      const queryKey = getWorkspaceQueryKey(workspaceId, 'getCall', { params: { id: callId } });
      // Cancel a running fetch of the call, because it may return data from before the analysis was rerun.
      await client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, answer);
      toast.good(labels.done);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (next || rerun.isPending) return;
        rerun.reset();
        onClose();
      }}
      title={labels.title}
      confirmLabel={rerun.isPending ? labels.pending : labels.action}
      onConfirm={() => rerun.mutate()}
      pending={rerun.isPending}
      confirmLook="primary"
    >
      <p>{labels.what}</p>
      {isOfCampaign ? <p className="mt-2">{labels.ofCampaign}</p> : null}
      <p className="mt-2 font-medium text-ink">{labels.cost}</p>
      {rerun.isError ? (
        <Alert tone="bad" className="mt-3">
          {getRequestErrorText(rerun.error, labels.failed)}
        </Alert>
      ) : null}
    </ConfirmDialog>
  );
}
