/** Dialog that confirms starting a campaign: number of recipients, estimated cost and end, pace and origin numbers. */
import { TriangleAlert } from 'lucide-react';
import { countryRulesSectionLabels } from '../../../labels/country-rules-es.ts';
import { formatDurationInWords } from '../../../labels/waits-es.ts';
import { launchCampaignLabels as labels, wizardSummaryLabels } from '../../../labels/wizard-es.ts';
import { getServerTimeMs } from '../../api/realtime.ts';
import { describeMomentRange } from '../../format/moment-range.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { WizardDraft } from './draft/wizard-draft.ts';
import { estimateCampaignCost, estimateCampaignMinutes } from './summary/campaign-estimates.ts';
import { OriginNumbersSummaryLine } from './summary/origins-line.tsx';
import { WizardSummaryLine } from './summary/summary-line.tsx';
import { useCampaignEstimates, type CampaignPreflightState } from './summary/use-preflight.ts';

interface LaunchDialogProps {
  readonly draft: WizardDraft;
  /** Number of different phone numbers in the campaign's recipient file. */
  readonly validCount: number;
  readonly preflight: CampaignPreflightState;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

const none = '—';

export default function LaunchCampaignDialog({ draft, validCount, preflight, onConfirm, onClose }: LaunchDialogProps) {
  const format = useRegionalFormat();
  const { data } = preflight;
  const called = Math.max(0, validCount - (data?.doNotCall ?? 0));
  const isNow = draft.sendOption === 'now';
  const estimates = useCampaignEstimates(preflight);
  const isOwn = estimates.source === 'workspace';
  const marked = (text: string): string => (isOwn ? text : labels.reference(text));
  const cost = marked(format.totalCost(100 * estimateCampaignCost(called, estimates)));
  const { window = null, endsBetween = null, unusual = null, outsideWindow = null } = data ?? {};
  const waitsUntil =
    outsideWindow !== null && outsideWindow.count >= called && called > 0 ? outsideWindow.opensAt : null;
  const warnings = [
    ...(data && data.barred.length > 0 ? [countryRulesSectionLabels.barredPeople(data.barred)] : []),
    ...(waitsUntil ? [labels.closed(format.dateTime(waitsUntil))] : []),
    ...(unusual ? [labels.unusual[unusual]] : []),
  ];
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={labels.title(format.count(called), called === 1, cost)}
      confirmLabel={isNow ? labels.callNow : labels.schedule}
      confirmLook="primary"
      onConfirm={onConfirm}
    >
      <dl className="flex flex-col gap-2 text-ink">
        <WizardSummaryLine label={labels.begins}>
          {isNow ? labels.atOnce : `${format.day(draft.scheduledDate)} ${draft.scheduledTime}`}
        </WizardSummaryLine>
        <WizardSummaryLine label={labels.window}>
          {data === null ? none : window === null ? labels.anyHour : labels.between(window.from, window.to)}
        </WizardSummaryLine>
        <WizardSummaryLine label={labels.pace}>
          {marked(labels.perMinute(format.figure(Math.round(estimates.recipientsPerMinute * 10) / 10)))}
        </WizardSummaryLine>
        <WizardSummaryLine label={labels.ends}>
          {endsBetween === null
            ? marked(labels.after(formatDurationInWords(60 * estimateCampaignMinutes(called, estimates))))
            : describeMomentRange(endsBetween, format, getServerTimeMs())}
        </WizardSummaryLine>
        <WizardSummaryLine label={wizardSummaryLabels.cost}>{cost}</WizardSummaryLine>
        <OriginNumbersSummaryLine draft={draft} />
      </dl>
      <p className="mt-3 text-xs">{isOwn ? labels.basis(format.count(estimates.calls)) : labels.noBasis}</p>
      {warnings.map((text) => (
        <p
          key={text}
          className="mt-3 flex items-start gap-2 rounded-md bg-attention-soft px-3 py-1.5 text-xs text-attention"
        >
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {text}
        </p>
      ))}
    </ConfirmDialog>
  );
}
