/** Asks once before people are called: how many, what it costs, when and from which number. Figures without a basis read '—'. */
import { TriangleAlert } from 'lucide-react';
import { countryRulesLabels } from '../../../labels/country-rules-es.ts';
import { launchLabels as labels, summaryLabels } from '../../../labels/wizard-es.ts';
import { serverNow } from '../../api/realtime.ts';
import { writeMomentRange } from '../../format/moment-range.ts';
import { useFormat } from '../../session/use-format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { WizardDraft } from './draft/wizard-draft.ts';
import { estimateCost } from './summary/campaign-estimates.ts';
import { OriginsLine } from './summary/origins-line.tsx';
import { SummaryLine } from './summary/summary-line.tsx';
import type { Preflight } from './summary/use-preflight.ts';

interface LaunchDialogProps {
  readonly draft: WizardDraft;
  /** Different numbers of the list. */
  readonly validCount: number;
  readonly preflight: Preflight;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

const none = '—';

export default function LaunchDialog({ draft, validCount, preflight, onConfirm, onClose }: LaunchDialogProps) {
  const format = useFormat();
  const { data } = preflight;
  const called = Math.max(0, validCount - (data?.doNotCall ?? 0));
  const isNow = draft.sendOption === 'now';
  // The specification's constants say nothing about this account.
  const own = data?.estimates.source === 'workspace' ? data.estimates : null;
  const cost = own && format.totalCost(100 * estimateCost(called, own));
  const { window = null, endsBetween = null, unusual = null, outsideWindow = null } = data ?? {};
  const waitsUntil =
    outsideWindow !== null && outsideWindow.count >= called && called > 0 ? outsideWindow.opensAt : null;
  const warnings = [
    ...(data && data.barred.length > 0 ? [countryRulesLabels.barredPeople(data.barred)] : []),
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
        <SummaryLine label={labels.begins}>
          {isNow ? labels.atOnce : `${format.day(draft.scheduledDate)} ${draft.scheduledTime}`}
        </SummaryLine>
        <SummaryLine label={labels.window}>
          {data === null ? none : window === null ? labels.anyHour : labels.between(window.from, window.to)}
        </SummaryLine>
        <SummaryLine label={labels.pace}>
          {own ? labels.perMinute(format.figure(Math.round(own.recipientsPerMinute * 10) / 10)) : none}
        </SummaryLine>
        <SummaryLine label={labels.ends}>
          {endsBetween === null ? none : writeMomentRange(endsBetween, format, serverNow())}
        </SummaryLine>
        <SummaryLine label={summaryLabels.cost}>{cost ?? none}</SummaryLine>
        <OriginsLine draft={draft} />
      </dl>
      <p className="mt-3 text-xs">{own ? labels.basis(format.count(own.calls)) : labels.noBasis}</p>
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
