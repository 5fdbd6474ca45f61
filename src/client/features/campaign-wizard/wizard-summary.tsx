/** The side panel: what the campaign will be, what it will cost and how long it will take. */
import type { ReactNode } from 'react';
import { summaryLabels as labels } from '../../../labels/wizard-es.ts';
import { formatDate } from '../../format/dates.ts';
import { formatMinutes } from '../../format/durations.ts';
import { formatDollars } from '../../format/money.ts';
import { formatCount } from '../../format/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { HelpTip } from '../../ui/tooltip.tsx';
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

function sendingOf({ sendOption, scheduledDate, scheduledTime }: WizardDraft): string | null {
  if (sendOption === 'now') return labels.now;
  // A calendar day, not a moment: written as it was chosen.
  return scheduledDate && scheduledTime ? `${labels.scheduled} ${formatDate(scheduledDate, 'UTC')} ${scheduledTime}` : null;
}

export function WizardSummary({ draft, phoneNumber, agentName, recipients }: WizardSummaryProps) {
  const { summary, omitErrors } = recipients;
  const usable = summary !== null && summary.problems.length === 0 ? summary : null;
  const valid = usable?.validCount ?? 0;
  return (
    <Card title={labels.title} className="lg:sticky lg:top-20">
      <dl className="flex flex-col gap-2.5">
        <Line label={labels.name}>{draft.name.trim() || null}</Line>
        <Line label={labels.phoneNumber}>{phoneNumber}</Line>
        <Line label={labels.agent}>{agentName}</Line>
        <Line label={labels.recipients}>{usable ? formatCount(valid) : null}</Line>
        {usable && usable.duplicateCount > 0 ? <Line label={labels.duplicates}>{formatCount(usable.duplicateCount)}</Line> : null}
        {usable && usable.rejectedCount > 0 ? (
          <Line label={omitErrors ? labels.omitted : labels.withErrors}>{formatCount(usable.rejectedCount)}</Line>
        ) : null}
        <Line label={labels.sending}>{sendingOf(draft)}</Line>
      </dl>
      <dl className="mt-4 flex flex-col gap-2.5 border-t border-line pt-4">
        <Line label={labels.cost} help={labels.costHelp}>
          {formatDollars(estimateCost(valid), undefined, 2)}
        </Line>
        <Line label={labels.duration} help={labels.durationHelp}>
          {formatMinutes(estimateMinutes(valid))}
        </Line>
      </dl>
    </Card>
  );
}
