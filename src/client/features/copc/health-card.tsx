/** Card of the health score: its grade, the metrics it counts, and the names of metrics in the critical band. */
import { CircleCheck, CircleX, OctagonAlert } from 'lucide-react';
import { Link } from 'wouter';
import {
  computeShareOfMetricTarget,
  copcHealthMetrics,
  findCopcHealthTier,
  copcHealthScoreWeights,
  type CopcHealthMetric,
} from '../../../contract/copc-bands.ts';
import type { CopcReport } from '../../../contract/copc.ts';
import { copcMetrics, type CopcMetric } from '../../../contract/regional.ts';
import { noDataText } from '../../../labels/common-es.ts';
import { copcHealthLabels as labels } from '../../../labels/copc-es.ts';
import { copcMetricLabels } from '../../../labels/copc-metrics-es.ts';
import { getLabelOrUnknown } from '../../../labels/known.ts';
import { LabelWithHelp } from '../../help/help-tip.tsx';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MetricTargetBadge } from './metric-badges.tsx';
import { buildCopcMetricDisplay } from './metric-figures.ts';

/** Maximum number of critical metrics that the health card names. Further ones are only counted. */
const namedCritical = 3;

/** Line with the names of critical metrics, because the health score is a mean and hides them. */
function Critical({ report }: { readonly report: CopcReport }) {
  const format = useRegionalFormat();
  const views = copcMetrics.map((metric) => buildCopcMetricDisplay(report, metric, format));
  const names = views.flatMap(({ band, name }) => (band === 'critical' ? [name] : []));
  const text =
    names.length === 0
      ? labels.noneCritical
      : labels.critical(names.slice(0, namedCritical).join(', '), Math.max(0, names.length - namedCritical));
  return (
    <p
      className={classNames(
        'flex h-12 items-start gap-1 overflow-hidden text-xs md:h-4',
        names.length === 0 ? 'text-muted' : 'text-ink',
      )}
    >
      {names.length === 0 ? null : <OctagonAlert aria-hidden className="mt-0.5 size-3 shrink-0" />}
      <span className="md:truncate" title={text}>
        {text}
      </span>
    </p>
  );
}

/** Returns the health score's metric that is furthest below its target; null if no metric has a value. */
function worstOf({ health, targets, ...report }: CopcReport): CopcHealthMetric | null {
  const ranked = copcHealthMetrics
    .filter((metric) => health.metrics.includes(metric))
    .map((metric) => ({
      metric,
      attained: computeShareOfMetricTarget(metric, report[metric].value ?? 0, targets[metric]),
    }))
    .toSorted((a, b) => a.attained - b.attained);
  return ranked[0]?.metric ?? null;
}

interface ScoreProps {
  readonly report: CopcReport;
  readonly score: number;
  readonly hrefOf: (metric: CopcMetric) => string;
}

/** Health score of call quality. Its badge looks good only if even the weakest metric meets its target. */
function Score({ report, score, hrefOf }: ScoreProps) {
  const format = useRegionalFormat();
  const worst = worstOf(report);
  const view = worst && buildCopcMetricDisplay(report, worst, format);
  const isMet = view === null || view.isMet !== false;
  const Icon = isMet ? CircleCheck : CircleX;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-2xl font-semibold tabular-nums">{format.decimal(score, 1)}</span>
        <span className="text-muted">{labels.of}</span>
        <Badge tone={isMet ? 'good' : 'bad'}>
          <Icon aria-hidden />
          {labels.tiers[findCopcHealthTier(Math.round(score * 10) / 10)]}
        </Badge>
      </p>
      {view === null || worst === null ? null : (
        <p className="mt-1 text-xs text-muted tabular-nums">
          {labels.worst}{' '}
          <Link href={hrefOf(worst)} className="rounded-sm text-accent-text underline underline-offset-2">
            {view.name}
          </Link>{' '}
          ({view.written})
        </p>
      )}
    </>
  );
}

interface PartProps {
  readonly report: CopcReport;
  readonly metric: CopcHealthMetric;
  readonly href: string;
}

function Part({ report, metric, href }: PartProps) {
  const format = useRegionalFormat();
  const view = buildCopcMetricDisplay(report, metric, format);
  const whole = copcHealthMetrics.reduce(
    (sum, each) => sum + (report.health.metrics.includes(each) ? copcHealthScoreWeights[each] : 0),
    0,
  );
  const counts = report.health.metrics.includes(metric);
  return (
    <li className="flex min-w-0 flex-col">
      <Link href={href} className="flex-1 rounded-sm text-xs text-muted hover:text-accent-text hover:underline">
        {view.name}
      </Link>
      <p className="mt-0.5 flex min-h-6 flex-wrap items-center gap-x-2">
        <span className={counts ? 'text-lg font-semibold tabular-nums' : 'font-medium text-muted'}>
          {view.written ?? noDataText}
        </span>
        <MetricTargetBadge isMet={view.isMet} isBrief />
      </p>
      <p className="text-xs text-muted tabular-nums">
        {view.writtenTarget} ·{' '}
        {counts
          ? labels.weight(`${format.figure(Math.round((100 * copcHealthScoreWeights[metric]) / whole))}%`)
          : labels.unweighted}
      </p>
    </li>
  );
}

function Counted({ report: { health } }: { readonly report: CopcReport }) {
  const all = copcHealthMetrics.length;
  const names = health.metrics.map((metric) => getLabelOrUnknown(copcMetricLabels, metric)).join(', ');
  const text = health.score === null ? labels.none(all) : labels.over(health.metrics.length, all, names);
  return (
    <p className="mt-1 text-xs text-muted lg:truncate" title={text}>
      {text}
    </p>
  );
}

interface HealthCardProps {
  /** The metrics; undefined while they are read. */
  readonly report: CopcReport | undefined;
  readonly hrefOf: (metric: CopcMetric) => string;
}

export function CopcHealthScoreCard({ report, hrefOf }: HealthCardProps) {
  return (
    <SectionCard title={<LabelWithHelp about={labels.title} text={labels.help} />} className="print:break-inside-avoid">
      {report === undefined ? (
        <Skeleton className="h-79 w-full md:h-42.5 lg:h-26" />
      ) : (
        <div className="flex flex-col gap-2">
          <div className="grid gap-4 lg:grid-cols-[15rem_1fr] lg:gap-6 xl:grid-cols-[23rem_1fr]">
            <div className="lg:border-r lg:border-line lg:pr-6">
              {report.health.score === null ? (
                <p className="text-lg font-medium text-muted">{noDataText}</p>
              ) : (
                <Score report={report} score={report.health.score} hrefOf={hrefOf} />
              )}
              {report.health.metrics.length === copcHealthMetrics.length ? null : <Counted report={report} />}
            </div>
            <ul aria-label={labels.list} className="grid grid-cols-2 gap-4 md:grid-cols-4 print:grid-cols-4">
              {copcHealthMetrics.map((metric) => (
                <Part key={metric} report={report} metric={metric} href={hrefOf(metric)} />
              ))}
            </ul>
          </div>
          <Critical report={report} />
        </div>
      )}
    </SectionCard>
  );
}
