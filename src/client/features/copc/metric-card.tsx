/**
 * Card of one quality metric: value, target, band, trend and small chart. If the metric has no value, the card says how
 * to get one.
 */
import { Link } from 'wouter';
import type { CopcReport } from '../../../contract/copc.ts';
import { noDataText } from '../../../labels/common-es.ts';
import { copcLabels as labels } from '../../../labels/copc-es.ts';
import { useHiddenHelpDescription } from '../../help/help-context.tsx';
import { MetricHelpTooltip } from '../../help/ready-help.tsx';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { MetricBandBadge, ProvisionalValueBadge, MetricTargetBadge, MetricTrendNote } from './metric-badges.tsx';
import type { CopcMetricDisplay } from './metric-figures.ts';
import { buildMetricHelpTexts } from './metric-help.ts';
import { isHourlyCopcReport, describeMetricChart } from './metric-points.ts';
import { MissingMetricDataNotice } from './missing-data.tsx';

const frame =
  'relative flex min-h-30 min-w-0 flex-col rounded-lg border border-line bg-surface px-4 py-3 print:min-h-0 print:break-inside-avoid';

interface MetricCardProps {
  readonly view: CopcMetricDisplay;
  readonly report: CopcReport;
  /** Link to the metric's window. */
  readonly href: string;
}

function Known({ view, report }: { readonly view: CopcMetricDisplay; readonly report: CopcReport }) {
  const format = useRegionalFormat();
  const byHour = isHourlyCopcReport(report);
  const sentence = describeMetricChart(view.metric, view.figure, byHour, format);
  const values = view.figure.series.map(({ value }) => value);
  const known = values.filter((value) => value !== null);
  return (
    <>
      <div className="mt-1 flex min-h-9 flex-wrap items-center gap-2">
        <span className="text-2xl font-semibold whitespace-nowrap tabular-nums">{view.written}</span>
        <MetricTargetBadge isMet={view.isMet} />
        {view.provisionalFrom === null ? null : <ProvisionalValueBadge from={view.provisionalFrom} />}
        <div className="ml-auto w-24 min-w-12 shrink">
          {sentence === null ? null : (
            <Sparkline
              name={`${labels.spark(view.name, labels.units[byHour ? 'hour' : 'day'])}: ${sentence}`}
              values={values}
              least={Math.min(view.target, ...known)}
              most={Math.max(view.target, ...known)}
              target={view.target}
            />
          )}
        </div>
      </div>
      <p className="mt-auto text-xs tabular-nums">
        {view.distance} <span className="whitespace-nowrap text-muted">({view.writtenTarget})</span>
      </p>
      <p className="flex flex-wrap gap-x-1 text-xs text-muted tabular-nums">
        <span>{labels.over(format.count(view.figure.n))} ·</span>
        <MetricTrendNote trend={view.trend} />
      </p>
    </>
  );
}

export function CopcMetricCard({ view, report, href }: MetricCardProps) {
  const { formula, source } = buildMetricHelpTexts(view.metric, view.field);
  const help = `${formula} ${source}`;
  const { describedBy, description } = useHiddenHelpDescription(help);
  return (
    <li className={`${frame} transition-colors hover:border-line-strong`} data-metric={view.metric}>
      <div className="flex min-h-5 items-start justify-between gap-2">
        <h3 className="min-w-0 text-muted">
          <Link
            href={href}
            aria-describedby={describedBy}
            className="rounded-sm after:absolute after:inset-0 after:rounded-lg hover:text-accent-text"
          >
            <MetricHelpTooltip about={view.name} text={help} place="pressed" />
          </Link>
        </h3>
        {description}
        {view.band === null ? null : <MetricBandBadge band={view.band} />}
      </div>
      {view.written === null ? (
        <>
          <p className="mt-1 flex h-8 items-center justify-between gap-2">
            <span className="text-lg font-medium text-muted">{noDataText}</span>
            <span className="text-xs text-muted">{labels.target(view.writtenTarget)}</span>
          </p>
          <div className="mt-1">
            <MissingMetricDataNotice view={view} />
          </div>
        </>
      ) : (
        <Known view={view} report={report} />
      )}
    </li>
  );
}

/** Placeholder as high as a metric's card. */
export function CopcMetricCardSkeleton({ name }: { readonly name: string }) {
  return (
    <li className={frame}>
      <p className="min-h-5 text-muted">{name}</p>
      <Skeleton className="mt-1 h-9 w-24" />
      <Skeleton className="mt-auto h-4 w-48 max-w-full" />
      <Skeleton className="mt-1 h-3 w-40 max-w-full" />
    </li>
  );
}
