/** Formats a quality metric for display: its figure, band and trend, judged by the rounded value. Pure. */
import type { Trend } from '../../../contract/agent-scorecards.ts';
import {
  copcBandOf,
  callShares,
  metricsInSeconds,
  lowerIsBetter,
  type CopcBand,
} from '../../../contract/copc-bands.ts';
import type { CopcFigure, CopcReport } from '../../../contract/copc.ts';
import type { CopcMetric } from '../../../contract/regional.ts';
import { copcCsvLabels, copcLabels } from '../../../labels/copc-es.ts';
import { copcMetricLabels } from '../../../labels/copc-metrics-es.ts';
import { movementWords, trendMovement } from '../../../labels/movements-es.ts';
import { computeChange } from '../../format/changes.ts';
import { formatAverageDuration } from '../../format/durations.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';

/** A quality metric's value as text: '85,3%', '1,2 s', and '3:05' for aht, the average handle time. */
export function formatMetricValue(metric: CopcMetric, value: number, format: RegionalFormat): string {
  if (metric === 'aht') return formatAverageDuration(value);
  return metricsInSeconds.has(metric) ? `${format.decimal(value, 1)} s` : format.percent(value);
}

/** A quality metric's target as text with its direction: '≥ 85%' or '≤ 3:00'. */
export function writeTarget(metric: CopcMetric, target: number, format: RegionalFormat): string {
  const unit = metricsInSeconds.has(metric) ? ' s' : '%';
  const written = metric === 'aht' ? formatAverageDuration(target) : `${format.figure(target)}${unit}`;
  return `${lowerIsBetter.has(metric) ? '≤' : '≥'} ${written}`;
}

/** Distance of a metric's rounded value from its target: '1,6 pts.', or '0:35' for a handle time. Null if none. */
function writeGap(metric: CopcMetric, value: number, target: number, format: RegionalFormat): string | null {
  const size = Math.abs(shown(metric, value) - target);
  if (size < leastDistance) return null;
  if (metric === 'aht') return formatAverageDuration(size);
  return `${format.decimal(size, 1)} ${metricsInSeconds.has(metric) ? 's' : copcCsvLabels.changeUnits.points}`;
}

/** A metric's distance from its target in words: 'Mejor que el objetivo por 1,6 pts.', or '… por 0:35'. */
function writeDistance(metric: CopcMetric, value: number, target: number, format: RegionalFormat): string {
  const gap = writeGap(metric, value, target, format);
  if (gap === null) return copcLabels.distances.even;
  const isAbove = shown(metric, value) > target;
  return copcLabels.distances[isAbove === lowerIsBetter.has(metric) ? 'worse' : 'better'](gap);
}

/** Smallest distance of a metric from its target that is shown; a smaller one reads as none. */
const leastDistance = 0.05;

/** A metric's value rounded as it is shown: whole seconds for the handle time (aht), one decimal for the others. */
const shown = (metric: CopcMetric, value: number): number =>
  metric === 'aht' ? Math.round(value) : Math.round(value * 10) / 10;

export interface TrendView {
  readonly movement: ReturnType<typeof trendMovement>;
  readonly text: string;
  /** Verdict on the metric's change, by its own direction; null within chance, and for means, which are not tested. */
  readonly verdict: 'better' | 'worse' | null;
  readonly before: string;
}

/** A quality metric's trend in words. `value` is the metric's value in the range. */
export function describeMetricTrend(
  metric: CopcMetric,
  value: number,
  trend: Trend,
  format: RegionalFormat,
): TrendView {
  const movement = trendMovement(trend);
  const before = formatMetricValue(metric, trend.previous, format);
  const word = movementWords[movement];
  if (movement !== 'up' && movement !== 'down') return { movement, text: word, verdict: null, before };
  const isBetter = (movement === 'up') !== lowerIsBetter.has(metric);
  const change = metricChange(metric, value, trend.previous);
  const amount =
    change === null ? '' : ` ${format.amount(change, metricsInSeconds.has(metric) ? 'percent' : 'points')}`;
  const verdict = callShares.has(metric) ? (isBetter ? 'better' : 'worse') : null;
  return { movement, text: `${word}${amount}`, verdict, before };
}

/** Change of a quality metric: rates in points, times in percent; null for a time that was 0 before. */
export function metricChange(metric: CopcMetric, value: number, previous: number): number | null {
  return computeChange({ now: value, before: previous, isRate: !metricsInSeconds.has(metric) });
}

export interface MetricView {
  readonly metric: CopcMetric;
  readonly name: string;
  readonly figure: CopcFigure;
  /** The metric's figure as text. It is null, and so is the band, if no call has the data. */
  readonly written: string | null;
  readonly band: CopcBand | null;
  /** True if the metric's value reaches its target; null without a value. */
  readonly isMet: boolean | null;
  /** The metric's distance from its target: in words, and its size alone (null if the target is met exactly). */
  readonly distance: string | null;
  readonly gap: string | null;
  readonly target: number;
  readonly writtenTarget: string;
  readonly trend: TrendView | null;
  /** Analysis field from which the metric comes; null if it comes from none. */
  readonly field: string | null;
  readonly provisionalFrom: string | null;
}

export function metricView(report: CopcReport, metric: CopcMetric, format: RegionalFormat): MetricView {
  const figure = report[metric];
  const target = report.targets[metric];
  const { value, trend } = figure;
  const band = bandOfShown(metric, value, target);
  return {
    metric,
    name: copcMetricLabels[metric],
    figure,
    written: value === null ? null : formatMetricValue(metric, value, format),
    band,
    isMet: isTargetMet(metric, value, target),
    distance: value === null ? null : writeDistance(metric, value, target, format),
    gap: value === null ? null : writeGap(metric, value, target, format),
    target,
    writtenTarget: writeTarget(metric, target, format),
    trend: trend === null || value === null ? null : describeMetricTrend(metric, value, trend, format),
    field: report.fields[metric] ?? null,
    provisionalFrom: metric === 'fcr' && value !== null ? report.fcr.provisionalFrom : null,
  };
}

/** True if the metric's rounded value reaches its target; null without a value. */
export function isTargetMet(metric: CopcMetric, value: number | null, target: number): boolean | null {
  const band = bandOfShown(metric, value, target);
  return band === null ? null : band === 'excellent';
}

export function bandOfShown(metric: CopcMetric, value: number | null, target: number): CopcBand | null {
  return value === null ? null : copcBandOf(metric, shown(metric, value), target);
}
