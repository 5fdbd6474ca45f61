/** Notices above the wizard's steps: a restored draft, an interrupted request, a lost file, a copied campaign. */
import { draftLabels, fromCampaignLabels } from '../../../../labels/wizard-es.ts';
import { useFormat } from '../../../session/use-format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import type { DraftOrigin } from './kept-draft.ts';
import type { WizardStart } from './use-wizard-start.ts';

function originText({ name, only, leftOut }: DraftOrigin, count: (figure: number) => string): string {
  const { unconfirmed, doNotCall, erased = 0 } = leftOut;
  return [
    only === 'all' ? fromCampaignLabels.all(name) : fromCampaignLabels.uncontacted(name),
    ...(unconfirmed > 0 ? [fromCampaignLabels.unconfirmed(count(unconfirmed), unconfirmed === 1)] : []),
    ...(doNotCall > 0 ? [fromCampaignLabels.doNotCall(count(doNotCall), doNotCall === 1)] : []),
    ...(erased > 0 ? [fromCampaignLabels.erased(count(erased), erased === 1)] : []),
  ].join(' ');
}

interface WizardNoticesProps {
  readonly start: WizardStart;
  readonly onStartAgain: () => void;
}

export function WizardNotices({ start: { work, restored }, onStartAgain }: WizardNoticesProps) {
  const format = useFormat();
  const again = (
    <Button size="small" onClick={onStartAgain}>
      {draftLabels.startAgain}
    </Button>
  );
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {restored ? (
        <Alert tone="info" action={again}>
          {draftLabels.restored(format.dateTime(new Date(restored.savedAt).toISOString()))}
        </Alert>
      ) : null}
      {restored?.isSending ? <Alert tone="attention">{draftLabels.interrupted}</Alert> : null}
      {restored?.lostList ? <Alert tone="attention">{draftLabels.lostList}</Alert> : null}
      {work.origin ? <Alert tone="info">{originText(work.origin, format.count)}</Alert> : null}
    </div>
  );
}
