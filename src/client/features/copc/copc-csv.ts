/** Exports the quality metrics as CSV for Excel in Spanish: a line for each metric, then for each chart point. Pure. */
import { copcMetricsInSeconds } from '../../../contract/copc-bands.ts';
import type { CopcReport } from '../../../contract/copc.ts';
import { copcMetrics, type CopcMetric } from '../../../contract/regional.ts';
import { reportHeadingLabels, noDataText } from '../../../labels/common-es.ts';
import { copcCsvLabels as labels, copcLabels } from '../../../labels/copc-es.ts';
import { copcMetricLabels } from '../../../labels/copc-metrics-es.ts';
import { figureRangeLabels } from '../../../labels/figure-range-es.ts';
import { getLabelOrUnknown } from '../../../labels/known.ts';
import { trendMovementLabels, findTrendMovement } from '../../../labels/movements-es.ts';
import { csvByteOrderMark, formatCsvLine } from '../../../contract/csv-line.ts';
import { formatCsvNumber } from '../../format/csv-number.ts';
import { formatDayRange } from '../../format/figure-range.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import type { PrintedReportHeading } from '../../layout/report-header.tsx';
import { findCopcBandOfRoundedValue, computeCopcMetricChange } from './metric-figures.ts';
import { isHourlyCopcReport } from './metric-points.ts';

type Line = readonly string[];

export const getCopcCsvFileName = ({ days: { from, to } }: CopcReport): string => labels.fileName(from, to);

export function formatCopcReportCsv(report: CopcReport, about: PrintedReportHeading, format: RegionalFormat): string {
  const lines: readonly Line[] = [
    [reportHeadingLabels.workspace, about.workspace],
    [reportHeadingLabels.period, about.period, formatDayRange(report.days, format)],
    [figureRangeLabels.comparedWith, formatDayRange(report.compared, format)],
    [reportHeadingLabels.agent, about.agent],
    [
      labels.health,
      number(report.health.score, format),
      ...report.health.metrics.map((metric) => getLabelOrUnknown(copcMetricLabels, metric)),
    ],
    [],
    labels.metrics,
    ...copcMetrics.map((metric) => metricLine(report, metric, format)),
    [],
    labels.series,
    ...copcMetrics.flatMap((metric) => pointLines(report, metric, format)),
  ];
  return csvByteOrderMark + lines.map(formatCsvLine).join('');
}

const number = (value: number | null, { regional }: RegionalFormat): string =>
  formatCsvNumber(value, regional.dateLocale, 2);
const unitOf = (metric: CopcMetric): string =>
  copcMetricsInSeconds.has(metric) ? labels.units.seconds : labels.units.percent;

function metricLine(report: CopcReport, metric: CopcMetric, format: RegionalFormat): Line {
  const { value, n, trend } = report[metric];
  const target = report.targets[metric];
  const band = findCopcBandOfRoundedValue(metric, value, target);
  const change = trend === null || value === null ? null : computeCopcMetricChange(metric, value, trend.previous);
  return [
    copcMetricLabels[metric],
    number(value, format),
    unitOf(metric),
    String(n),
    number(target, format),
    band === null ? noDataText : copcLabels.bands[band],
    trend === null ? '' : trendMovementLabels[findTrendMovement(trend)],
    // Write a metric's change without its sign, because Excel would take the sign for a formula. Another column says
    // whether the metric rose or fell.
    number(change === null ? null : Math.abs(change), format),
    change === null ? '' : labels.changeUnits[copcMetricsInSeconds.has(metric) ? 'percent' : 'points'],
    number(trend?.previous ?? null, format),
  ];
}

function pointLines(report: CopcReport, metric: CopcMetric, format: RegionalFormat): readonly Line[] {
  const momentOf = (at: string) => (isHourlyCopcReport(report) ? format.dateTime(at) : format.date(at));
  return report[metric].series.map(({ at, value, n }) => [
    copcMetricLabels[metric],
    momentOf(at),
    number(value, format),
    unitOf(metric),
    String(n),
  ]);
}
