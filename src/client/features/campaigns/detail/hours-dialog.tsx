/** Dialog that changes a campaign's own calling hours while it dials or waits. */
import { useState } from 'react';
import type { Campaign } from '../../../../contract/campaigns.ts';
import { campaignCallingHoursLabels as labels } from '../../../../labels/campaign-window-es.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { getCallingHoursErrorText } from '../../../ui/hours-fields.tsx';
import { CampaignOwnHoursFields } from '../../../layout/own-hours.tsx';
import { useCampaignControlMutation } from '../use-campaign-control.ts';

interface HoursDialogProps {
  readonly campaign: Pick<Campaign, 'id' | 'callingWindow'>;
  readonly onClose: () => void;
}

export default function CampaignCallingHoursDialog({ campaign: { id, callingWindow }, onClose }: HoursDialogProps) {
  const control = useCampaignControlMutation();
  const [own, setOwn] = useState(callingWindow);
  const isBad = own !== null && getCallingHoursErrorText(own) !== null;
  return (
    <FormDialog
      title={labels.name}
      description={labels.hint}
      submit={labels.save}
      submitting={labels.saving}
      isSubmitting={control.isPending}
      isDirty={own !== callingWindow}
      onSubmit={async (event) => {
        event.preventDefault();
        if (isBad) return;
        await control.mutateAsync({ id, change: 'time', callingWindow: own }).then(onClose, () => {});
      }}
      onClose={onClose}
    >
      <CampaignOwnHoursFields value={own} onChange={setOwn} />
    </FormDialog>
  );
}
