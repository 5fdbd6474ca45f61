/** Tab 'Resumen' of a campaign: two sentences, four rates, the funnel, and the settings it was created with. */
import type { ReactNode } from 'react';
import type { Campaign } from '../../../../contract/campaigns.ts';
import {
  campaignFunnelLabels,
  campaignRateLabels,
  campaignSummaryLabels,
} from '../../../../labels/campaign-detail-es.ts';
import { computePercent } from '../../../format/numbers.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';
import { LabelWithHelp } from '../../../help/help-tip.tsx';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { hasCampaignResult, formatCampaignFigureOrDash, computeCampaignSuccessRate } from '../campaign-figures.ts';
import { CampaignPauseOrWaitNotice } from '../campaign-notice.tsx';
import { CampaignProgressBar } from '../campaign-progress.tsx';
import { createLazyComponent } from '../../../ui/lazy-part.tsx';
import { CampaignSettingsSection } from './campaign-info.tsx';
import { computeCampaignFunnel } from './funnel.ts';

const voicemailRow = createLazyComponent(() => import('./voicemail-row.tsx'));
const bestHourSection = createLazyComponent(() => import('./best-hour-section.tsx'));

/** Returns a sentence for managers about the campaign's progress and results. */
function summarise(campaign: Campaign, format: RegionalFormat): string {
  const { totalRecipients: total, sentCount, liveCount, contactedCount, successfulCount } = campaign;
  if (sentCount === 0) return campaignSummaryLabels.notBegun(format.count(total), total === 1);
  const called = campaignSummaryLabels.called(format.count(sentCount), format.count(total));
  if (!hasCampaignResult(campaign)) return `${called} ${campaignSummaryLabels.onCall(format.count(liveCount))}`;
  if (contactedCount === 0) return `${called} ${campaignSummaryLabels.nobodyReached}`;
  const reached = campaignSummaryLabels.reached(format.count(contactedCount));
  const succeeded =
    successfulCount === 0
      ? campaignSummaryLabels.nobodySucceeded
      : campaignSummaryLabels.succeeded(
          format.count(successfulCount),
          successfulCount === 1,
          format.percent(computeCampaignSuccessRate(campaign)),
        );
  return `${called} ${reached}, ${succeeded}`;
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Rates({ campaign }: { readonly campaign: Campaign }) {
  const format = useRegionalFormat();
  const { sentCount, pickedUpCount, contactedCount, completedCount } = campaign;
  const rates = [
    { ...campaignRateLabels.response, percent: computePercent(pickedUpCount, sentCount) },
    { ...campaignRateLabels.contact, percent: computePercent(contactedCount, sentCount) },
    { ...campaignRateLabels.completion, percent: computePercent(completedCount, sentCount) },
    { ...campaignRateLabels.success, percent: computeCampaignSuccessRate(campaign) },
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line md:grid-cols-4">
      {rates.map(({ label, help, percent }) => (
        <div key={label} className="flex flex-col justify-between bg-surface px-3 py-3 sm:px-4">
          <dt className="text-xs text-muted">
            <LabelWithHelp about={label} text={help} />
          </dt>
          <dd className="mt-0.5 text-lg font-semibold tabular-nums">
            {formatCampaignFigureOrDash(campaign, format.percent(percent))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * True for the funnel stages whose count comes from the results of calls. The numbers of recipients and of placed calls
 * are known without results.
 */
const isOfResults = (stage: keyof typeof campaignFunnelLabels.stages): boolean => stage !== 'total' && stage !== 'sent';

function Funnel({ campaign }: { readonly campaign: Campaign }) {
  const format = useRegionalFormat();
  return (
    <ol className="flex flex-col gap-2">
      {computeCampaignFunnel(campaign).map(({ stage, previous, count, ofTotal, ofPrevious }) => {
        const { label, help } = campaignFunnelLabels.stages[stage];
        const figure = (text: string) => (isOfResults(stage) ? formatCampaignFigureOrDash(campaign, text) : text);
        return (
          <li
            key={stage}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)_4rem_11rem]"
          >
            <span className="text-muted">
              <LabelWithHelp about={label} text={help} />
            </span>
            <span
              aria-hidden
              className="h-5 overflow-hidden rounded-sm bg-sunken max-sm:order-last max-sm:col-span-2 max-sm:h-2"
            >
              <span className="block h-full rounded-sm bg-accent transition-[width]" style={{ width: `${ofTotal}%` }} />
            </span>
            <span className="text-right font-semibold tabular-nums">
              {figure(format.count(count))}
              {previous === null ? null : (
                <span className="ml-2 font-normal text-muted sm:hidden">
                  {campaignFunnelLabels.ofPrevious(
                    figure(format.percent(ofPrevious)),
                    campaignFunnelLabels.stages[previous].of,
                  )}
                </span>
              )}
            </span>
            <span className="text-xs text-muted tabular-nums max-sm:hidden">
              {previous === null
                ? null
                : campaignFunnelLabels.ofPrevious(
                    figure(format.percent(ofPrevious)),
                    campaignFunnelLabels.stages[previous].of,
                  )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

export function CampaignSummaryTab({ campaign }: { readonly campaign: Campaign }) {
  const format = useRegionalFormat();
  return (
    <div className="flex flex-col gap-6">
      <CampaignPauseOrWaitNotice campaign={campaign} />
      <Section title={campaignSummaryLabels.title}>
        <p>{summarise(campaign, format)}</p>
        <Rates campaign={campaign} />
        <CampaignProgressBar campaign={campaign} />
      </Section>
      <Section title={campaignFunnelLabels.title}>
        <Funnel campaign={campaign} />
        {campaign.sentCount > 0 ? <voicemailRow.Part campaign={campaign} /> : null}
      </Section>
      {campaign.bestHourComparison ? <bestHourSection.Part comparison={campaign.bestHourComparison} /> : null}
      <CampaignSettingsSection campaign={campaign} />
    </div>
  );
}
