/** Formats a quality metric for display: value, band, target and trend. All are judged by the rounded value. Pure. */
import type { FigureTrend } from '../../../contract/agent-scorecards.ts';
import {
  findCopcBand,
  callShareCopcMetrics,
  copcMetricsInSeconds,
  lowerIsBetterCopcMetrics,
  type CopcBand,
} from '../../../contract/copc-bands.ts';
import type { CopcFigure, CopcReport } from '../../../contract/copc.ts';
import type { CopcMetric } from '../../../contract/regional.ts';
import { copcCsvLabels, copcLabels } from '../../../labels/copc-es.ts';
import { copcMetricLabels } from '../../../labels/copc-metrics-es.ts';
import { trendMovementLabels, findTrendMovement } from '../../../labels/movements-es.ts';
import { computeFigureChange } from '../../format/changes.ts';
import { formatAverageDuration } from '../../format/durations.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';

/** A quality metric's value as text: '85,3%', '1,2 s', and '3:05' for aht, the average handle time. */
export function formatCopcMetricValue(metric: CopcMetric, value: number, format: RegionalFormat): string {
  if (metric === 'aht') return formatAverageDuration(value);
  return copcMetricsInSeconds.has(metric) ? `${format.decimal(value, 1)} s` : format.percent(value);
}

/** A quality metric's target as text with its direction: '≥ 85%' or '≤ 3:00'. */
export function formatCopcMetricTarget(metric: CopcMetric, target: number, format: RegionalFormat): string {
  const unit = copcMetricsInSeconds.has(metric) ? ' s' : '%';
  const written = metric === 'aht' ? formatAverageDuration(target) : `${format.figure(target)}${unit}`;
  return `${lowerIsBetterCopcMetrics.has(metric) ? '≤' : '≥'} ${written}`;
}

/** Size of a metric's distance from its target as text: '1,6 pts.', or '0:35' for aht. Null if below 0.05. */
function writeGap(metric: CopcMetric, value: number, target: number, format: RegionalFormat): string | null {
  const size = Math.abs(shown(metric, value) - target);
  if (size < leastDistance) return null;
  if (metric === 'aht') return formatAverageDuration(size);
  return `${format.decimal(size, 1)} ${copcMetricsInSeconds.has(metric) ? 's' : copcCsvLabels.changeUnits.points}`;
}

/** Text on a metric's distance from its target: 'Mejor que el objetivo por 1,6 pts.' */
function writeDistance(metric: CopcMetric, value: number, target: number, format: RegionalFormat): string {
  const gap = writeGap(metric, value, target, format);
  if (gap === null) return copcLabels.distances.even;
  const isAbove = shown(metric, value) > target;
  return copcLabels.distances[isAbove === lowerIsBetterCopcMetrics.has(metric) ? 'worse' : 'better'](gap);
}

/** Smallest distance of a metric from its target, in points or seconds, that is not shown as zero. */
const leastDistance = 0.05;

/** Rounds a metric's value as on screen: whole seconds for the average handle time, else one decimal. */
const shown = (metric: CopcMetric, value: number): number =>
  metric === 'aht' ? Math.round(value) : Math.round(value * 10) / 10;

export interface CopcMetricTrendDisplay {
  readonly movement: ReturnType<typeof findTrendMovement>;
  readonly text: string;
  /**
   * Whether the quality metric's change is good. Null if it may be chance, or if the metric is a mean, for which
   * significance is not tested.
   */
  readonly verdict: 'better' | 'worse' | null;
  readonly before: string;
}

/** Describes how a quality metric changed since the earlier period. `value` is the value in the chosen period. */
export function describeCopcMetricTrend(
  metric: CopcMetric,
  value: number,
  trend: FigureTrend,
  format: RegionalFormat,
): CopcMetricTrendDisplay {
  const movement = findTrendMovement(trend);
  const before = formatCopcMetricValue(metric, trend.previous, format);
  const word = trendMovementLabels[movement];
  if (movement !== 'up' && movement !== 'down') return { movement, text: word, verdict: null, before };
  const isBetter = (movement === 'up') !== lowerIsBetterCopcMetrics.has(metric);
  const change = computeCopcMetricChange(metric, value, trend.previous);
  const amount =
    change === null ? '' : ` ${format.amount(change, copcMetricsInSeconds.has(metric) ? 'percent' : 'points')}`;
  const verdict = callShareCopcMetrics.has(metric) ? (isBetter ? 'better' : 'worse') : null;
  return { movement, text: `${word}${amount}`, verdict, before };
}

/**
 * Change of a quality metric since the comparison period, in percentage points for rates and in percent for times. Null
 * for a time that was 0 before and is not 0 now.
 */
export function computeCopcMetricChange(metric: CopcMetric, value: number, previous: number): number | null {
  return computeFigureChange({ now: value, before: previous, isRate: !copcMetricsInSeconds.has(metric) });
}

export interface CopcMetricDisplay {
  readonly metric: CopcMetric;
  readonly name: string;
  readonly figure: CopcFigure;
  readonly written: string | null;
  readonly band: CopcBand | null;
  /** True if the metric's rounded value meets its target; null without a value. */
  readonly isMet: boolean | null;
  /** Texts on a metric's distance from its target: 'Mejor que el objetivo por 1,6 pts.', and briefly '1,6 pts.'. */
  readonly distance: string | null;
  readonly gap: string | null;
  readonly target: number;
  readonly writtenTarget: string;
  readonly trend: CopcMetricTrendDisplay | null;
  /** Name of the analysis field that the metric is based on; null if it is not based on one. */
  readonly field: string | null;
  readonly provisionalFrom: string | null;
}

export function buildCopcMetricDisplay(
  report: CopcReport,
  metric: CopcMetric,
  format: RegionalFormat,
): CopcMetricDisplay {
  const figure = report[metric];
  const target = report.targets[metric];
  const { value, trend } = figure;
  const band = findCopcBandOfRoundedValue(metric, value, target);
  return {
    metric,
    name: copcMetricLabels[metric],
    figure,
    written: value === null ? null : formatCopcMetricValue(metric, value, format),
    band,
    isMet: isCopcMetricTargetMet(metric, value, target),
    distance: value === null ? null : writeDistance(metric, value, target, format),
    gap: value === null ? null : writeGap(metric, value, target, format),
    target,
    writtenTarget: formatCopcMetricTarget(metric, target, format),
    trend: trend === null || value === null ? null : describeCopcMetricTrend(metric, value, trend, format),
    field: report.fields[metric] ?? null,
    provisionalFrom: metric === 'fcr' && value !== null ? report.fcr.provisionalFrom : null,
  };
}

/** True if the metric's rounded value meets its target; null without a value. */
export function isCopcMetricTargetMet(metric: CopcMetric, value: number | null, target: number): boolean | null {
  const band = findCopcBandOfRoundedValue(metric, value, target);
  return band === null ? null : band === 'excellent';
}

export function findCopcBandOfRoundedValue(metric: CopcMetric, value: number | null, target: number): CopcBand | null {
  return value === null ? null : findCopcBand(metric, shown(metric, value), target);
}
