/** Dialog that confirms stopping or deleting a campaign, and says how many recipients and calls that affects. */
import { useState } from 'react';
import type { Campaign } from '../../../contract/campaigns.ts';
import { campaignsLabels, removeCampaignLabels, stopCampaignLabels } from '../../../labels/campaigns-es.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Campaign actions that need a confirmation. Pausing and resuming need none, because they can be undone. */
export type ConfirmableCampaignAction = 'stop' | 'remove';

/** The action to confirm, and its campaign. */
export interface CampaignActionToConfirm {
  readonly campaign: Campaign;
  readonly change: ConfirmableCampaignAction;
}

const questions = {
  stop: { labels: stopCampaignLabels, confirm: campaignsLabels.stop },
  remove: { labels: removeCampaignLabels, confirm: campaignsLabels.remove },
} as const;

function consequences(
  change: ConfirmableCampaignAction,
  campaign: Campaign,
  hangsUp: boolean,
  format: RegionalFormat,
): readonly string[] {
  const { pendingCount, liveCount } = campaign;
  const pending =
    pendingCount > 0
      ? stopCampaignLabels.pending(format.count(pendingCount), pendingCount === 1)
      : stopCampaignLabels.nonePending;
  const live = hangsUp
    ? stopCampaignLabels.hangUpHint
    : stopCampaignLabels.live(format.count(liveCount), liveCount === 1);
  return [
    ...(pendingCount > 0 || change === 'stop' ? [pending] : []),
    ...(liveCount > 0 || hangsUp ? [live] : []),
    ...(change === 'remove' ? [removeCampaignLabels.text] : []),
  ];
}

interface CampaignChangeDialogProps {
  readonly campaign: Campaign;
  readonly change: ConfirmableCampaignAction;
  readonly isPending: boolean;
  /** Callback that stops or deletes the campaign after the confirmation. `hangUp`: also end its calls in progress. */
  readonly onConfirm: (hangUp: boolean) => void;
  readonly onClose: () => void;
}

export function ConfirmCampaignActionDialog({
  campaign,
  change,
  isPending,
  onConfirm,
  onClose,
}: CampaignChangeDialogProps) {
  const { labels, confirm } = questions[change];
  const format = useRegionalFormat();
  const [hangUp, setHangUp] = useState(false);
  const { liveCount } = campaign;
  // Once ticked, the option to hang up stays visible after the last call has ended, because a new call may start.
  const offersHangUp = liveCount > 0 || hangUp;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open && !isPending) onClose();
      }}
      title={labels.title(campaign.name)}
      confirmLabel={confirm}
      onConfirm={() => onConfirm(hangUp)}
      pending={isPending}
    >
      {consequences(change, campaign, hangUp, format).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {offersHangUp ? (
        <label className="mt-3 flex cursor-pointer items-start gap-2 text-ink">
          <Checkbox
            className="mt-0.5"
            checked={hangUp}
            disabled={isPending}
            onChange={(event) => setHangUp(event.target.checked)}
          />
          {stopCampaignLabels.hangUp(format.count(liveCount), liveCount === 1)}
        </label>
      ) : null}
    </ConfirmDialog>
  );
}
