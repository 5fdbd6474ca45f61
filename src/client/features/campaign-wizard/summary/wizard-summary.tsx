/** The wizard's side panel: the campaign's settings, skipped recipients, estimated cost and duration. */
import { campaignPurposeLabels, campaignKindFieldLabels } from '../../../../labels/campaign-kinds-es.ts';
import { campaignCallingHoursLabels, formatCallingHours } from '../../../../labels/campaign-window-es.ts';
import type { ReactNode } from 'react';
import { bestHourLabels } from '../../../../labels/best-hour-es.ts';
import { agentVersionLabels as versionLabels, campaignInfoLabels } from '../../../../labels/campaign-detail-es.ts';
import { campaignPhoneLinesLabels } from '../../../../labels/campaign-lines-es.ts';
import { findLabelEntry } from '../../../../labels/known.ts';
import { formatDurationInWords } from '../../../../labels/waits-es.ts';
import { retryRulesLabels, wizardSummaryLabels as labels } from '../../../../labels/wizard-es.ts';
import { useApiQuery } from '../../../api/queries.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { SectionCard } from '../../../ui/card.tsx';
import { estimateCampaignCost, estimateCampaignMinutes } from './campaign-estimates.ts';
import { describeRetryPolicy } from '../schedule/retry-rules.ts';
import { OriginNumbersSummaryLine } from './origins-line.tsx';
import { WizardSummaryLine } from './summary-line.tsx';
import { SkippedRecipientsSummary } from './summary-skipped.tsx';
import { useCampaignEstimates, type CampaignPreflightState } from './use-preflight.ts';
import type { RecipientFileController } from '../recipients/use-recipients.ts';
import { isWizardScheduleComplete, type WizardDraft } from '../draft/wizard-draft.ts';

interface WizardSummaryProps {
  readonly draft: WizardDraft;
  /** Name of the chosen agent; null if none is chosen, or while the agents load. */
  readonly agentName: string | null;
  readonly recipients: Pick<RecipientFileController, 'summary' | 'list'>;
  readonly preflight: CampaignPreflightState;
  readonly footer: ReactNode;
}

function sendingOf(draft: WizardDraft, format: RegionalFormat): string | null {
  if (draft.sendOption === 'now') return labels.now;
  return isWizardScheduleComplete(draft)
    ? `${labels.scheduled} ${format.day(draft.scheduledDate)} ${draft.scheduledTime}`
    : null;
}

/** Estimated cost and duration of the calls, and the data on which the estimates are based. */
function Estimates({ count, preflight }: { readonly count: number; readonly preflight: CampaignPreflightState }) {
  const format = useRegionalFormat();
  const estimates = useCampaignEstimates(preflight);
  const lines = useApiQuery('getCampaignLines', {}).data?.lines;
  const basis = (findLabelEntry(labels.basis, estimates.source) ?? labels.basis.specification)(
    format.count(estimates.calls),
  );
  return (
    <div className="mt-4 flex flex-col gap-2.5 border-t border-line pt-4">
      <dl className="flex flex-col gap-2.5">
        <WizardSummaryLine
          label={labels.cost}
          help={labels.costHelp(format.callCost(100 * estimateCampaignCost(1, estimates)), basis, format.moneyNote())}
        >
          {count > 0 ? format.totalCost(100 * estimateCampaignCost(count, estimates)) : null}
        </WizardSummaryLine>
        <WizardSummaryLine
          label={labels.duration}
          help={labels.durationHelp(format.figure(Math.round(estimates.recipientsPerMinute * 10) / 10), basis)}
        >
          {count > 0 ? formatDurationInWords(60 * estimateCampaignMinutes(count, estimates)) : null}
        </WizardSummaryLine>
        {lines ? (
          <WizardSummaryLine
            label={campaignPhoneLinesLabels.title}
            help={campaignPhoneLinesLabels.help(lines, format.count)}
          >
            {campaignPhoneLinesLabels.usable(
              format.count(Math.max(0, lines.limit - lines.reserved)),
              format.count(lines.limit),
            )}
          </WizardSummaryLine>
        ) : null}
      </dl>
      <p className="text-xs text-muted">{labels.basisNote[estimates.source]}</p>
    </div>
  );
}

export function WizardSummary({ draft, agentName, recipients, preflight, footer }: WizardSummaryProps) {
  const format = useRegionalFormat();
  const { summary, list } = recipients;
  const usable = summary !== null && summary.problems.length === 0 ? summary : null;
  const retries = describeRetryPolicy(draft.retryPolicy, draft.retryLimits, format);
  const called = Math.max(0, (usable?.validCount ?? 0) - (preflight.data?.doNotCall ?? 0));
  return (
    <SectionCard title={labels.title} className="lg:sticky lg:top-20" footer={footer}>
      <dl className="flex flex-col gap-2.5">
        <WizardSummaryLine label={labels.name}>{draft.name.trim() || null}</WizardSummaryLine>
        <OriginNumbersSummaryLine draft={draft} />
        <WizardSummaryLine label={labels.agent}>
          {agentName === null ? null : (
            <>
              {agentName}
              <span className="block text-xs text-muted">
                {versionLabels.summary(draft.agentId === null ? null : (draft.agentVersion ?? 'latest_published'))}
              </span>
            </>
          )}
        </WizardSummaryLine>
        <WizardSummaryLine label={labels.recipients}>
          {usable ? format.count(usable.validCount) : null}
        </WizardSummaryLine>
        <WizardSummaryLine label={labels.sending}>{sendingOf(draft, format)}</WizardSummaryLine>
        <WizardSummaryLine label={labels.retries}>
          {retries.length === 0
            ? retryRulesLabels.none
            : retries.map((text) => (
                <span key={text} className="block">
                  {text}
                </span>
              ))}
        </WizardSummaryLine>
        {draft.kind ? (
          <WizardSummaryLine label={campaignKindFieldLabels.name}>
            {campaignPurposeLabels[draft.kind]}
          </WizardSummaryLine>
        ) : null}
        {draft.callingWindow ? (
          <WizardSummaryLine label={campaignCallingHoursLabels.name}>
            {formatCallingHours(draft.callingWindow)}
          </WizardSummaryLine>
        ) : null}
        {draft.bestHour ? <WizardSummaryLine label={bestHourLabels.name}>{bestHourLabels.on}</WizardSummaryLine> : null}
        {draft.checkId ? (
          <WizardSummaryLine label={campaignInfoLabels.check}>{campaignInfoLabels.checked}</WizardSummaryLine>
        ) : null}
      </dl>
      {usable ? (
        <SkippedRecipientsSummary summary={usable} omitErrors={list?.omitErrors ?? false} preflight={preflight} />
      ) : null}
      <Estimates count={called} preflight={preflight} />
    </SectionCard>
  );
}
