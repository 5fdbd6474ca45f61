/** The side panel: what the campaign will be, what it will cost and how long it will take. */
import type { ReactNode } from 'react';
import { summaryLabels as labels } from '../../../labels/wizard-es.ts';
import { formatMinutes } from '../../format/durations.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { useFormat } from '../../session/use-format.ts';
import { Card } from '../../ui/card.tsx';
import { HelpTip } from '../../help/help-tip.tsx';
import { estimateCost, estimateMinutes } from './campaign-estimates.ts';
import type { Recipients } from './use-recipients.ts';
import type { WizardDraft } from './wizard-draft.ts';

interface WizardSummaryProps {
  readonly draft: WizardDraft;
  /** Null: not chosen, or its list is not there yet. */
  readonly phoneNumber: string | null;
  readonly agentName: string | null;
  readonly recipients: Pick<Recipients, 'summary' | 'omitErrors'>;
}

function Line({ label, help, children }: { readonly label: string; readonly help?: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="flex shrink-0 items-center gap-1.5 text-muted">
        {label}
        {help ? <HelpTip about={label} text={help} /> : null}
      </dt>
      <dd className="min-w-0 text-right font-medium break-words tabular-nums">{children ?? <span className="font-normal text-muted">{labels.none}</span>}</dd>
    </div>
  );
}

function sendingOf({ sendOption, scheduledDate, scheduledTime }: WizardDraft, format: RegionalFormat): string | null {
  if (sendOption === 'now') return labels.now;
  return scheduledDate && scheduledTime ? `${labels.scheduled} ${format.day(scheduledDate)} ${scheduledTime}` : null;
}

export function WizardSummary({ draft, phoneNumber, agentName, recipients }: WizardSummaryProps) {
  const format = useFormat();
  const { summary, omitErrors } = recipients;
  const usable = summary !== null && summary.problems.length === 0 ? summary : null;
  const valid = usable?.validCount ?? 0;
  return (
    <Card title={labels.title} className="lg:sticky lg:top-20">
      <dl className="flex flex-col gap-2.5">
        <Line label={labels.name}>{draft.name.trim() || null}</Line>
        <Line label={labels.phoneNumber}>{phoneNumber}</Line>
        <Line label={labels.agent}>{agentName}</Line>
        <Line label={labels.recipients}>{usable ? format.count(valid) : null}</Line>
        {usable && usable.duplicateCount > 0 ? <Line label={labels.duplicates}>{format.count(usable.duplicateCount)}</Line> : null}
        {usable && usable.rejectedCount > 0 ? (
          <Line label={omitErrors ? labels.omitted : labels.withErrors}>{format.count(usable.rejectedCount)}</Line>
        ) : null}
        <Line label={labels.sending}>{sendingOf(draft, format)}</Line>
      </dl>
      <dl className="mt-4 flex flex-col gap-2.5 border-t border-line pt-4">
        <Line label={labels.cost} help={labels.costHelp(format.dollars(estimateCost(1), 2), format.moneyNote())}>
          {format.dollars(estimateCost(valid), 2)}
        </Line>
        <Line label={labels.duration} help={labels.durationHelp}>
          {formatMinutes(estimateMinutes(valid))}
        </Line>
      </dl>
    </Card>
  );
}
