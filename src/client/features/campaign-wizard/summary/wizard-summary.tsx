/** The wizard's side panel: the campaign's settings, skipped recipients, estimated cost and duration. */
import { campaignKindLabels, kindFieldLabels } from '../../../../labels/campaign-kinds-es.ts';
import { campaignWindowLabels, writeHours } from '../../../../labels/campaign-window-es.ts';
import type { ReactNode } from 'react';
import { bestHourLabels } from '../../../../labels/best-hour-es.ts';
import { agentVersionLabels as versionLabels, campaignInfoLabels } from '../../../../labels/campaign-detail-es.ts';
import { campaignLinesLabels } from '../../../../labels/campaign-lines-es.ts';
import { known } from '../../../../labels/known.ts';
import { writeWait } from '../../../../labels/waits-es.ts';
import { retryLabels, summaryLabels as labels } from '../../../../labels/wizard-es.ts';
import { useApiQuery } from '../../../api/queries.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';
import { useFormat } from '../../../session/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import { estimateCost, estimateMinutes } from './campaign-estimates.ts';
import { describePolicy } from '../schedule/retry-rules.ts';
import { OriginsLine } from './origins-line.tsx';
import { SummaryLine } from './summary-line.tsx';
import { SummarySkipped } from './summary-skipped.tsx';
import { useEstimates, type Preflight } from './use-preflight.ts';
import type { Recipients } from '../recipients/use-recipients.ts';
import { hasSchedule, type WizardDraft } from '../draft/wizard-draft.ts';

interface WizardSummaryProps {
  readonly draft: WizardDraft;
  /** Name of the chosen agent; null if none is chosen, or while the agents load. */
  readonly agentName: string | null;
  readonly recipients: Pick<Recipients, 'summary' | 'list'>;
  readonly preflight: Preflight;
  /** Note below the summary that says whether this browser has stored the draft. */
  readonly footer: ReactNode;
}

function sendingOf(draft: WizardDraft, format: RegionalFormat): string | null {
  if (draft.sendOption === 'now') return labels.now;
  return hasSchedule(draft) ? `${labels.scheduled} ${format.day(draft.scheduledDate)} ${draft.scheduledTime}` : null;
}

/** Estimated cost and duration of the calls, and the data on which the estimates are based. */
function Estimates({ count, preflight }: { readonly count: number; readonly preflight: Preflight }) {
  const format = useFormat();
  const estimates = useEstimates(preflight);
  const lines = useApiQuery('getCampaignLines', {}).data?.lines;
  const basis = (known(labels.basis, estimates.source) ?? labels.basis.specification)(format.count(estimates.calls));
  return (
    <div className="mt-4 flex flex-col gap-2.5 border-t border-line pt-4">
      <dl className="flex flex-col gap-2.5">
        <SummaryLine
          label={labels.cost}
          help={labels.costHelp(format.callCost(100 * estimateCost(1, estimates)), basis, format.moneyNote())}
        >
          {count > 0 ? format.totalCost(100 * estimateCost(count, estimates)) : null}
        </SummaryLine>
        <SummaryLine
          label={labels.duration}
          help={labels.durationHelp(format.figure(Math.round(estimates.recipientsPerMinute * 10) / 10), basis)}
        >
          {count > 0 ? writeWait(60 * estimateMinutes(count, estimates)) : null}
        </SummaryLine>
        {lines ? (
          <SummaryLine label={campaignLinesLabels.title} help={campaignLinesLabels.help(lines, format.count)}>
            {campaignLinesLabels.usable(
              format.count(Math.max(0, lines.limit - lines.reserved)),
              format.count(lines.limit),
            )}
          </SummaryLine>
        ) : null}
      </dl>
      <p className="text-xs text-muted">{labels.basisNote[estimates.source]}</p>
    </div>
  );
}

export function WizardSummary({ draft, agentName, recipients, preflight, footer }: WizardSummaryProps) {
  const format = useFormat();
  const { summary, list } = recipients;
  const usable = summary !== null && summary.problems.length === 0 ? summary : null;
  const retries = describePolicy(draft.retryPolicy, draft.retryLimits, format);
  const called = Math.max(0, (usable?.validCount ?? 0) - (preflight.data?.doNotCall ?? 0));
  return (
    <Card title={labels.title} className="lg:sticky lg:top-20" footer={footer}>
      <dl className="flex flex-col gap-2.5">
        <SummaryLine label={labels.name}>{draft.name.trim() || null}</SummaryLine>
        <OriginsLine draft={draft} />
        <SummaryLine label={labels.agent}>
          {agentName === null ? null : (
            <>
              {agentName}
              <span className="block text-xs text-muted">
                {versionLabels.summary(draft.agentId === null ? null : (draft.agentVersion ?? 'latest_published'))}
              </span>
            </>
          )}
        </SummaryLine>
        <SummaryLine label={labels.recipients}>{usable ? format.count(usable.validCount) : null}</SummaryLine>
        <SummaryLine label={labels.sending}>{sendingOf(draft, format)}</SummaryLine>
        <SummaryLine label={labels.retries}>
          {retries.length === 0
            ? retryLabels.none
            : retries.map((text) => (
                <span key={text} className="block">
                  {text}
                </span>
              ))}
        </SummaryLine>
        {draft.kind ? <SummaryLine label={kindFieldLabels.name}>{campaignKindLabels[draft.kind]}</SummaryLine> : null}
        {draft.callingWindow ? (
          <SummaryLine label={campaignWindowLabels.name}>{writeHours(draft.callingWindow)}</SummaryLine>
        ) : null}
        {draft.bestHour ? <SummaryLine label={bestHourLabels.name}>{bestHourLabels.on}</SummaryLine> : null}
        {draft.checkId ? (
          <SummaryLine label={campaignInfoLabels.check}>{campaignInfoLabels.checked}</SummaryLine>
        ) : null}
      </dl>
      {usable ? <SummarySkipped summary={usable} omitErrors={list?.omitErrors ?? false} preflight={preflight} /> : null}
      <Estimates count={called} preflight={preflight} />
    </Card>
  );
}
