/** Window of one quality metric: value, chart, table, formula, link to its calls. Has its own code chunk. */
import { ListFilter } from 'lucide-react';
import { Link } from 'wouter';
import type { CopcReport } from '../../../contract/copc.ts';
import type { CopcMetric } from '../../../contract/regional.ts';
import { noDataText } from '../../../labels/common-es.ts';
import { copcDetailLabels as labels, copcLabels } from '../../../labels/copc-es.ts';
import { useCallHistoryPage } from '../../api/queries.ts';
import { readFilters, toCallFilters } from '../../format/history-filters.ts';
import { paths, type CallHistoryLink } from '../../paths.ts';
import { useFormat } from '../../session/use-format.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AgentsTable } from './agents-table.tsx';
import { countedCallsUrl, missedCallsFilters } from './copc-address.ts';
import { BandBadge, ProvisionalMark, TargetBadge, TrendNote } from './metric-badges.tsx';
import { MetricChart } from './metric-chart.tsx';
import { metricView, type MetricView } from './metric-figures.ts';
import { metricHelpTexts } from './metric-help.ts';
import { isByHour, metricPoints } from './metric-points.ts';
import { MissingData } from './missing-data.tsx';
import { PointsTable } from './points-table.tsx';

interface MetricDialogProps {
  readonly report: CopcReport;
  readonly metric: CopcMetric;
  readonly agentId: string | null;
  readonly onClose: () => void;
}

function Summary({ view }: { readonly view: MetricView }) {
  const format = useFormat();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="text-2xl font-semibold tabular-nums">{view.written ?? noDataText}</span>
      <TargetBadge isMet={view.isMet} />
      {view.band === null ? null : <BandBadge band={view.band} />}
      {view.provisionalFrom === null ? null : <ProvisionalMark from={view.provisionalFrom} />}
      <div className="text-xs">
        <p className="text-muted tabular-nums">
          {copcLabels.over(format.count(view.figure.n))} · {copcLabels.target(view.writtenTarget)}
          {view.distance === null ? null : ` · ${view.distance}`}
        </p>
        <TrendNote trend={view.trend} />
      </div>
    </div>
  );
}

function Formula({ view }: { readonly view: MetricView }) {
  const { formula, source } = metricHelpTexts(view.metric, view.field);
  return (
    <section aria-label={copcLabels.formula} className="rounded-md bg-sunken px-3 py-2 text-xs">
      <p>{formula}</p>
      <p className="mt-1 text-muted">{source}</p>
      {view.provisionalFrom === null ? null : <Provisional from={view.provisionalFrom} />}
    </section>
  );
}

function Provisional({ from }: { readonly from: string }) {
  return <p className="mt-1 text-muted">{copcLabels.provisionalText(useFormat().date(from))}</p>;
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
function MissedLink({ link }: { readonly link: CallHistoryLink }) {
  const format = useFormat();
  const href = paths.callHistory(link);
  const filters = readFilters(new URLSearchParams(href.slice(href.indexOf('?'))));
  const { data, isPlaceholderData } = useCallHistoryPage({
    ...toCallFilters(filters, format.regional.timeZone),
    pageSize: 1,
  });
  // While the number of calls loads, the query still has the number of the metric shown before.
  if (!data || isPlaceholderData || data.total === 0) return null;
  return (
    <Link href={href} data-figure={data.total} className={buttonClass({ size: 'small', variant: 'primary' })}>
      <ListFilter aria-hidden />
      {labels.seeMissed(format.count(data.total), data.total === 1)}
    </Link>
  );
}

export default function MetricDialog({ report, metric, agentId, onClose }: MetricDialogProps) {
  const format = useFormat();
  const view = metricView(report, metric, format);
  const byHour = isByHour(report);
  const points = metricPoints(view.figure, { byHour, provisionalFrom: view.provisionalFrom }, format);
  const isKnown = view.written !== null;
  const href = countedCallsUrl(metric, report.days, agentId);
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
                  <Link href={href} data-figure={n} className={buttonClass({ size: 'small' })}>
                    {labels.seeCalls(format.count(n), n === 1)}
                  </Link>
                )}
                <MissedLink link={missedCallsFilters(metric, report.days, agentId)} />
              </>
            ),
          }
        : {})}
    >
      <div className="flex flex-col gap-4">
        <Summary view={view} />
        {isKnown ? null : <MissingData view={view} />}
        <Formula view={view} />
        {isKnown ? (
          <>
            <div>
              <TargetKey target={view.writtenTarget} />
              <div className="mt-2">
                <MetricChart
                  view={view}
                  points={points}
                  places={byHour ? Math.max(24, points.length) : points.length}
                />
              </div>
            </div>
            {agentId === null ? (
              <div>
                <h3 className="mb-2 font-medium">{labels.agents}</h3>
                <AgentsTable view={view} />
              </div>
            ) : null}
            <div>
              <h3 className="mb-2 font-medium">{byHour ? labels.hours : labels.days}</h3>
              <PointsTable view={view} points={points} agentId={agentId} />
            </div>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}
