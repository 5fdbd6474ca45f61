/** Recipients who will be called later or not at all, by reason, from the file and the server's preflight. */
import { LoaderCircle } from 'lucide-react';
import { commonActionLabels } from '../../../../labels/common-es.ts';
import { barredOriginNumberTexts, countryRulesSectionLabels } from '../../../../labels/country-rules-es.ts';
import { uncalledPeopleLabels as labels } from '../../../../labels/wizard-es.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import type { RecipientFileSummary } from '../recipients/recipient-summary.ts';
import { WizardSummaryLine } from './summary-line.tsx';
import type { CampaignPreflightState } from './use-preflight.ts';

interface SummarySkippedProps {
  readonly summary: RecipientFileSummary;
  readonly omitErrors: boolean;
  readonly preflight: CampaignPreflightState;
}

function PreflightState({
  preflight,
  isNobody,
}: {
  readonly preflight: CampaignPreflightState;
  readonly isNobody: boolean;
}) {
  if (preflight.isLoading && !preflight.data) {
    return (
      <p className="flex items-center gap-2 text-xs text-muted">
        <LoaderCircle aria-hidden className="size-3 shrink-0 animate-spin" />
        {labels.checking}
      </p>
    );
  }
  if (preflight.hasFailed) {
    return (
      <p className="text-xs text-muted">
        {labels.failed}{' '}
        <button
          type="button"
          className="font-medium text-accent-text underline underline-offset-2"
          onClick={preflight.retry}
        >
          {commonActionLabels.retry}
        </button>
      </p>
    );
  }
  return preflight.data && isNobody ? <p className="text-xs text-muted">{labels.nobody}</p> : null;
}

export function SkippedRecipientsSummary({ summary, omitErrors, preflight }: SummarySkippedProps) {
  const format = useRegionalFormat();
  const { data } = preflight;
  const outside = data?.outsideWindow;
  const opens = outside?.opensAt ? labels.opensAt(format.dateTime(outside.opensAt)) : null;
  const lines: readonly { label: string; help?: string; count: number; note?: string | null }[] = [
    { label: omitErrors ? labels.omitted : labels.withErrors, count: summary.rejectedCount },
    { label: labels.doubtful, count: summary.omittedCount },
    { label: labels.duplicates, help: labels.duplicatesHelp, count: summary.duplicateCount },
    { label: labels.doNotCall, help: labels.doNotCallHelp, count: data?.doNotCall ?? 0 },
    { label: labels.dailyLimit, help: labels.dailyLimitHelp, count: data?.dailyLimit ?? 0 },
    ...(data?.barred ?? []).map(({ rule, count }) => ({
      label: countryRulesSectionLabels.barredLine(rule),
      help: barredOriginNumberTexts[rule],
      count,
    })),
    { label: labels.outsideWindow, help: labels.outsideWindowHelp, count: outside?.count ?? 0, note: opens },
  ].filter(({ count }) => count > 0);
  if (lines.length === 0 && !data && !preflight.isLoading && !preflight.hasFailed) return null;
  return (
    <section
      aria-label={labels.title}
      aria-busy={preflight.isLoading}
      className="mt-4 flex flex-col gap-2.5 border-t border-line pt-4"
    >
      <h3 className="text-xs font-medium text-muted">{labels.title}</h3>
      {lines.length === 0 ? null : (
        <dl className="flex flex-col gap-2.5">
          {lines.map(({ label, help, count, note }) => (
            <WizardSummaryLine key={label} label={label} {...(help ? { help } : {})}>
              {format.count(count)}
              {note ? <span className="block text-xs font-normal whitespace-nowrap text-muted">{note}</span> : null}
            </WizardSummaryLine>
          ))}
        </dl>
      )}
      <PreflightState preflight={preflight} isNobody={lines.length === 0} />
    </section>
  );
}
