/** Asks before a campaign is stopped or deleted, says what will happen, does it, and says what happened. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Campaign } from '../../../contract/campaigns.ts';
import { campaignsLabels, removeLabels, stopLabels } from '../../../labels/campaigns-es.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { call } from '../../api/client.ts';
import { workspaceKey } from '../../api/query-keys.ts';
import { tabState } from '../../api/tab-state.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { useFormat } from '../../session/use-format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { CampaignAction } from './campaign-card.tsx';

const actions = {
  stop: { status: 'completed', labels: stopLabels, confirm: campaignsLabels.stop },
  remove: { status: 'failed', labels: removeLabels, confirm: campaignsLabels.remove },
} as const;

/** What will happen, with the counts of this moment. */
function consequences(action: CampaignAction, { pendingCount, liveCount }: Campaign, format: RegionalFormat): readonly string[] {
  const counted = (write: (count: string, one: boolean) => string, count: number) => write(format.count(count), count === 1);
  const pending = pendingCount > 0 ? [counted(stopLabels.pending, pendingCount)] : [];
  if (action === 'remove') return [...pending, removeLabels.text];
  return [...(pendingCount > 0 ? pending : [stopLabels.nonePending]), ...(liveCount > 0 ? [counted(stopLabels.live, liveCount)] : [])];
}

interface CampaignActionDialogProps {
  readonly campaign: Campaign;
  readonly action: CampaignAction;
  readonly onClose: () => void;
}

export function CampaignActionDialog({ campaign, action, onClose }: CampaignActionDialogProps) {
  const { status, labels, confirm } = actions[action];
  const format = useFormat();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () => call('patchCampaign', { params: { id: campaign.id }, body: { status } }),
    onSuccess: () => toast.good(labels.doneTitle, labels.doneText),
    onError: () => toast.bad(toastTitles.error, labels.failed),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: workspaceKey(tabState().workspaceId, 'listCampaigns') });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open && !change.isPending) onClose();
      }}
      title={labels.title(campaign.name)}
      confirmLabel={confirm}
      onConfirm={() => change.mutate()}
      pending={change.isPending}
    >
      {consequences(action, campaign, format).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </ConfirmDialog>
  );
}
