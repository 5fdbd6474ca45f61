/** Notices above the wizard's steps: a restored draft, an interrupted request, a lost file, a copied campaign. */
import { campaignDraftLabels, copiedCampaignWizardLabels } from '../../../../labels/wizard-es.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import type { CopiedCampaignOrigin } from './kept-draft.ts';
import type { InitialWizardContent } from './use-wizard-start.ts';

function originText({ name, only, leftOut }: CopiedCampaignOrigin, count: (figure: number) => string): string {
  const { unconfirmed, doNotCall, erased = 0 } = leftOut;
  return [
    only === 'all' ? copiedCampaignWizardLabels.all(name) : copiedCampaignWizardLabels.uncontacted(name),
    ...(unconfirmed > 0 ? [copiedCampaignWizardLabels.unconfirmed(count(unconfirmed), unconfirmed === 1)] : []),
    ...(doNotCall > 0 ? [copiedCampaignWizardLabels.doNotCall(count(doNotCall), doNotCall === 1)] : []),
    ...(erased > 0 ? [copiedCampaignWizardLabels.erased(count(erased), erased === 1)] : []),
  ].join(' ');
}

interface WizardNoticesProps {
  readonly start: InitialWizardContent;
  readonly onStartAgain: () => void;
}

export function WizardNotices({ start: { work, restored }, onStartAgain }: WizardNoticesProps) {
  const format = useRegionalFormat();
  const again = (
    <Button size="small" onClick={onStartAgain}>
      {campaignDraftLabels.startAgain}
    </Button>
  );
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {restored ? (
        <Alert tone="info" action={again}>
          {campaignDraftLabels.restored(format.dateTime(new Date(restored.savedAt).toISOString()))}
        </Alert>
      ) : null}
      {restored?.isSending ? <Alert tone="attention">{campaignDraftLabels.interrupted}</Alert> : null}
      {restored?.lostList ? <Alert tone="attention">{campaignDraftLabels.lostList}</Alert> : null}
      {work.origin ? <Alert tone="info">{originText(work.origin, format.count)}</Alert> : null}
    </div>
  );
}
