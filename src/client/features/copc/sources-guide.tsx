/** Guide shown if no quality metric has data: the source of each metric, and the next step. */
import { Braces, FileText, ListChecks, PhoneCall, Sparkles, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { CopcMetric } from '../../../contract/regional.ts';
import { copcMetricLabels } from '../../../labels/copc-metrics-es.ts';
import { copcSourcesGuideLabels as labels } from './copc-help-es.ts';
import { screenPaths } from '../../paths.ts';
import { useHasRole } from '../../session/session.ts';
import { getButtonClasses } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';

interface Source {
  readonly name: keyof typeof labels.sources;
  readonly Icon: LucideIcon;
  readonly metrics: readonly CopcMetric[];
}

const sources: readonly Source[] = [
  { name: 'calls', Icon: PhoneCall, metrics: ['connectRate', 'aht', 'containmentRate', 'handoffRate'] },
  { name: 'transcript', Icon: FileText, metrics: ['dialerAbandonRate', 'speedToGreeting', 'silenceOvertalk'] },
  { name: 'analysis', Icon: Sparkles, metrics: ['fcr', 'dataIntegrity'] },
  {
    name: 'fields',
    Icon: Braces,
    metrics: ['rpcRate', 'conversionToCommitment', 'promiseKeptRate', 'csatT', 'complaintRate', 'acwTime', 'asrWer'],
  },
  { name: 'reviews', Icon: ListChecks, metrics: ['qaPassRate', 'scriptCompliance', 'intentAccuracy'] },
];

function useSteps(): Partial<Record<Source['name'], { readonly href: string; readonly label: string }>> {
  const mayEdit = useHasRole('editor');
  return {
    ...(mayEdit
      ? {
          calls: { href: screenPaths.newCampaign(), label: labels.newCampaign },
          fields: { href: screenPaths.settings('copc'), label: labels.fields },
        }
      : {}),
    analysis: { href: screenPaths.agents(), label: labels.agents },
    reviews: { href: screenPaths.qualityReview(), label: labels.review },
  };
}

export function CopcDataSourcesGuide({ action }: { readonly action: ReactNode }) {
  const steps = useSteps();
  return (
    <SectionCard title={labels.title} subtitle={labels.text} actions={action} bodyClassName="p-0">
      <ul className="divide-y divide-line">
        {sources.map(({ name, Icon, metrics }) => {
          const step = steps[name];
          return (
            <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <Icon aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-medium">{labels.sources[name].title}</p>
                <p className="text-muted">{labels.sources[name].text}</p>
                <p className="mt-0.5 text-xs text-muted">
                  {metrics.map((metric) => copcMetricLabels[metric]).join(' · ')}
                </p>
              </div>
              {step ? (
                <Link href={step.href} className={getButtonClasses({ size: 'small' })}>
                  {step.label}
                </Link>
              ) : null}
            </li>
          );
        })}
      </ul>
    </SectionCard>
  );
}
