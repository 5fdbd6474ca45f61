/** Latency tab of a call's page: how fast the agent answered, in total and by component, compared with other calls. */
import { CircleCheck, Equal, TriangleAlert } from 'lucide-react';
import { Suspense } from 'react';
import type { CallRelatedData, CallDetail } from '../../../../contract/calls.ts';
import { callLatencyTabLabels as labels } from '../call-detail-es.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';
import { LabelWithHelp } from '../../../help/help-tip.tsx';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { useCallContextQuery } from '../../../api/queries.ts';
import { SectionCard } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import {
  getCallLatencyFigures,
  latencyStageNames,
  type CallLatencyFigures,
  type LatencyStageName,
} from '../call-values.ts';
import { InlineLoadError } from '../inline-failure.tsx';
import { compareLatencyToUsual } from './latency-bins.ts';
import { lazyWithIdlePreload } from '../../../ui/idle-code.ts';

const LatencyChart = lazyWithIdlePreload(() => import('./latency-chart.tsx'));

const helps = { e2e: labels.e2eHelp, llm: labels.llmHelp, tts: labels.ttsHelp } as const;

type Usual = CallRelatedData['usualLatency'][LatencyStageName];

function write(milliseconds: number | null, format: RegionalFormat): string {
  return milliseconds === null ? labels.notAvailable : labels.milliseconds(format.count(milliseconds));
}

function Figures({ figures }: { readonly figures: CallLatencyFigures }) {
  const format = useRegionalFormat();
  const { p50, p90, min, average } = figures;
  const rows = [
    { name: labels.p50, value: p50 },
    { name: labels.p90, value: p90 },
    { name: labels.min, value: min },
    ...(average === null ? [] : [{ name: labels.average, value: average }]),
  ];
  return (
    <dl className="flex flex-col divide-y divide-line">
      {rows.map(({ name, value }) => (
        <div key={name} className="flex items-baseline justify-between gap-4 py-1.5 first:pt-0 last:pb-0">
          <dt className="text-muted">{name}</dt>
          <dd className="font-medium tabular-nums">{write(value, format)}</dd>
        </div>
      ))}
    </dl>
  );
}

const standings = {
  faster: { Icon: CircleCheck, tone: 'text-good' },
  alike: { Icon: Equal, tone: 'text-muted' },
  slower: { Icon: TriangleAlert, tone: 'text-attention' },
  slowest: { Icon: TriangleAlert, tone: 'text-bad' },
} as const;

function Comparison({ p50, usual }: { readonly p50: number | null; readonly usual: NonNullable<Usual> }) {
  const format = useRegionalFormat();
  const over = labels.usualOver(format.count(usual.p50), format.count(usual.calls));
  if (p50 === null) return <p className="text-xs text-muted tabular-nums">{over}</p>;
  const standing = compareLatencyToUsual(p50, usual);
  const { Icon, tone } = standings[standing];
  return (
    <p className="flex gap-1.5 text-xs tabular-nums">
      <Icon aria-hidden className={`mt-0.5 size-3.5 shrink-0 ${tone}`} />
      <span>
        <span className={`font-medium ${tone}`}>{labels.usual[standing]}</span>{' '}
        <span className="text-muted">{over}</span>
      </span>
    </p>
  );
}

/** A short piece of a line, as a sample in the legend of the latency chart. */
function Sample({ dashes, className }: { readonly dashes: string; readonly className: string }) {
  return (
    <svg aria-hidden width={3} height={14} className="shrink-0">
      <line x1={1.5} x2={1.5} y1={0} y2={14} strokeWidth={1.5} strokeDasharray={dashes} className={className} />
    </svg>
  );
}

function Legend({ usual }: { readonly usual: NonNullable<Usual> }) {
  const format = useRegionalFormat();
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted tabular-nums">
      <li className="flex items-center gap-1.5">
        <Sample dashes="4 3" className="stroke-ink" />
        {labels.usualMark(format.count(usual.p50))}
      </li>
      <li className="flex items-center gap-1.5">
        <Sample dashes="1 3" className="stroke-muted" />
        {labels.usualBand(format.count(usual.p90))}
      </li>
    </ul>
  );
}

interface LatencyCardProps {
  readonly part: LatencyStageName;
  readonly figures: CallLatencyFigures;
  /** The agent's usual latency; undefined while it loads. */
  readonly usual: Usual | undefined;
  readonly isFailed: boolean;
}

function LatencyCard({ part, figures, usual, isFailed }: LatencyCardProps) {
  const hasFigures = figures.p50 !== null || figures.values.length > 0;
  return (
    <SectionCard title={<LabelWithHelp about={labels[part]} text={helps[part]} />} bodyClassName="flex flex-col gap-3">
      <Figures figures={figures} />
      {hasFigures && figures.values.length === 0 ? <p className="text-xs text-muted">{labels.noValues}</p> : null}
      {figures.values.length > 0 ? (
        <Suspense fallback={<div className="h-22" />}>
          <LatencyChart name={labels[part]} values={figures.values} usual={usual ?? null} />
        </Suspense>
      ) : null}
      {usual === undefined && !isFailed ? <Skeleton className="h-24 w-full" /> : null}
      {usual && figures.values.length > 0 ? <Legend usual={usual} /> : null}
      {usual ? <Comparison p50={figures.p50} usual={usual} /> : null}
      {usual === null && hasFigures ? <p className="text-xs text-muted">{labels.noUsual}</p> : null}
    </SectionCard>
  );
}

export function CallLatencyTab({ call }: { readonly call: CallDetail }) {
  const { data, isError, refetch } = useCallContextQuery(call.id);
  return (
    <div className="flex flex-col gap-4">
      {isError && !data ? <InlineLoadError text={labels.usualFailed} onRetry={() => void refetch()} /> : null}
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-3 lg:grid-cols-1 xl:grid-cols-3">
        {latencyStageNames.map((part) => (
          <LatencyCard
            key={part}
            part={part}
            figures={getCallLatencyFigures(call, part)}
            usual={data?.usualLatency[part]}
            isFailed={isError}
          />
        ))}
      </div>
    </div>
  );
}
