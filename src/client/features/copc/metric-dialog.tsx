/**
 * Dialog about one quality metric: value, chart, table, formula, and a link to the metric's calls. Loaded on demand as
 * its own code chunk.
 */
import { ListFilter } from 'lucide-react';
import { Link } from 'wouter';
import type { CopcReport } from '../../../contract/copc.ts';
import type { CopcMetric } from '../../../contract/regional.ts';
import { noDataText } from '../../../labels/common-es.ts';
import { copcDetailLabels as labels, copcLabels } from '../../../labels/copc-es.ts';
import { useCallHistoryPage } from '../../api/queries.ts';
import { readCallHistoryFiltersFromUrl, toCallFiltersQuery } from '../../format/history-filters.ts';
import { screenPaths, type CallHistoryLinkFilters } from '../../paths.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { getButtonClasses } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CopcMetricByAgentTable } from './agents-table.tsx';
import { buildMetricCountedCallsUrl, buildBelowTargetCallFilters } from './copc-address.ts';
import { MetricBandBadge, ProvisionalValueBadge, MetricTargetBadge, MetricTrendNote } from './metric-badges.tsx';
import { CopcMetricChart } from './metric-chart.tsx';
import { buildCopcMetricDisplay, type CopcMetricDisplay } from './metric-figures.ts';
import { buildMetricHelpTexts } from './metric-help.ts';
import { isHourlyCopcReport, buildMetricChartPoints } from './metric-points.ts';
import { MissingMetricDataNotice } from './missing-data.tsx';
import { MetricChartPointsTable } from './points-table.tsx';

interface MetricDialogProps {
  readonly report: CopcReport;
  readonly metric: CopcMetric;
  readonly agentId: string | null;
  readonly onClose: () => void;
}

function Summary({ view }: { readonly view: CopcMetricDisplay }) {
  const format = useRegionalFormat();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="text-2xl font-semibold tabular-nums">{view.written ?? noDataText}</span>
      <MetricTargetBadge isMet={view.isMet} />
      {view.band === null ? null : <MetricBandBadge band={view.band} />}
      {view.provisionalFrom === null ? null : <ProvisionalValueBadge from={view.provisionalFrom} />}
      <div className="text-xs">
        <p className="text-muted tabular-nums">
          {copcLabels.over(format.count(view.figure.n))} · {copcLabels.target(view.writtenTarget)}
          {view.distance === null ? null : ` · ${view.distance}`}
        </p>
        <MetricTrendNote trend={view.trend} />
      </div>
    </div>
  );
}

function Formula({ view }: { readonly view: CopcMetricDisplay }) {
  const { formula, source } = buildMetricHelpTexts(view.metric, view.field);
  return (
    <section aria-label={copcLabels.formula} className="rounded-md bg-sunken px-3 py-2 text-xs">
      <p>{formula}</p>
      <p className="mt-1 text-muted">{source}</p>
      {view.provisionalFrom === null ? null : <Provisional from={view.provisionalFrom} />}
    </section>
  );
}

function Provisional({ from }: { readonly from: string }) {
  return <p className="mt-1 text-muted">{copcLabels.provisionalText(useRegionalFormat().date(from))}</p>;
}

/** Legend for the dashed target line, only on narrow screens. On wide ones the chart itself labels the line. */
function TargetKey({ target }: { readonly target: string }) {
  return (
    <p className="flex items-center gap-2 text-xs text-muted md:hidden">
      <svg aria-hidden width={24} height={8} className="shrink-0">
        <line x1={0} x2={24} y1={4} y2={4} className="stroke-ink" strokeWidth={1.5} strokeDasharray="6 4" />
      </svg>
      {labels.targetLine(target)}
    </p>
  );
}

/** Link to the calls that miss a metric's target. Renders nothing if there are none, or while their number loads. */
function MissedLink({ link }: { readonly link: CallHistoryLinkFilters }) {
  const format = useRegionalFormat();
  const href = screenPaths.callHistory(link);
  const filters = readCallHistoryFiltersFromUrl(new URLSearchParams(href.slice(href.indexOf('?'))));
  const { data, isPlaceholderData } = useCallHistoryPage({
    ...toCallFiltersQuery(filters, format.regional.timeZone),
    pageSize: 1,
  });
  if (!data || isPlaceholderData || data.total === 0) return null;
  return (
    <Link href={href} data-figure={data.total} className={getButtonClasses({ size: 'small', variant: 'primary' })}>
      <ListFilter aria-hidden />
      {labels.seeMissed(format.count(data.total), data.total === 1)}
    </Link>
  );
}

export default function CopcMetricDialog({ report, metric, agentId, onClose }: MetricDialogProps) {
  const format = useRegionalFormat();
  const view = buildCopcMetricDisplay(report, metric, format);
  const byHour = isHourlyCopcReport(report);
  const points = buildMetricChartPoints(view.figure, { byHour, provisionalFrom: view.provisionalFrom }, format);
  const isKnown = view.written !== null;
  const href = buildMetricCountedCallsUrl(metric, report.days, agentId);
  const { n } = view.figure;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={view.name}
      className="max-w-4xl"
      {...(isKnown
        ? {
            footer: (
              <>
                {href === null ? null : (
                  <Link href={href} data-figure={n} className={getButtonClasses({ size: 'small' })}>
                    {labels.seeCalls(format.count(n), n === 1)}
                  </Link>
                )}
                <MissedLink link={buildBelowTargetCallFilters(metric, report.days, agentId)} />
              </>
            ),
          }
        : {})}
    >
      <div className="flex flex-col gap-4">
        <Summary view={view} />
        {isKnown ? null : <MissingMetricDataNotice view={view} />}
        <Formula view={view} />
        {isKnown ? (
          <>
            <div>
              <TargetKey target={view.writtenTarget} />
              <div className="mt-2">
                <CopcMetricChart
                  view={view}
                  points={points}
                  places={byHour ? Math.max(24, points.length) : points.length}
                />
              </div>
            </div>
            {agentId === null ? (
              <div>
                <h3 className="mb-2 font-medium">{labels.agents}</h3>
                <CopcMetricByAgentTable view={view} />
              </div>
            ) : null}
            <div>
              <h3 className="mb-2 font-medium">{byHour ? labels.hours : labels.days}</h3>
              <MetricChartPointsTable view={view} points={points} agentId={agentId} />
            </div>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}
