/** Computes the points of a quality metric's chart, with their labels and texts for screen readers. Pure. */
import type { CopcFigure, CopcReport } from '../../../contract/copc.ts';
import type { CopcMetric } from '../../../contract/regional.ts';
import { copcDetailLabels, copcLabels } from '../../../labels/copc-es.ts';
import { toCalendarDay } from '../../format/dates.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { formatCopcMetricValue } from './metric-figures.ts';

export interface MetricChartPoint {
  readonly at: string;
  /** Title of the chart's point: a day '21/11/2026' or an hour '14:00 - 15:00'. */
  readonly title: string;
  /** Label of the point on the chart's time axis: '21/11' or '14:00'. */
  readonly label: string;
  readonly value: number | null;
  readonly n: number;
  /** True if this chart point's value may still change, because a follow-up call may come within 7 days. */
  readonly isProvisional: boolean;
  /**
   * Day of the chart's point, for a link to the day's calls. Null if the point is an hour, because the call history has
   * no filter for hours.
   */
  readonly day: string | null;
}

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

export const isHourlyCopcReport = ({ intervalMinutes }: Pick<CopcReport, 'intervalMinutes'>): boolean =>
  intervalMinutes < 24 * 60;

interface Shape {
  readonly byHour: boolean;
  /**
   * Start of the last 7 days, in which first call resolution may still change. Null if the date range has none of these
   * days.
   */
  readonly provisionalFrom: string | null;
}

export function buildMetricChartPoints(
  { series }: CopcFigure,
  { byHour, provisionalFrom }: Shape,
  format: RegionalFormat,
): readonly MetricChartPoint[] {
  const firstOpenMs = provisionalFrom === null ? Infinity : Date.parse(provisionalFrom);
  return series.map(({ at, value, n }) => {
    const endMs = Date.parse(at) + (byHour ? hourMs : dayMs);
    const point = { at, value, n, isProvisional: value !== null && endMs > firstOpenMs };
    if (!byHour)
      return {
        ...point,
        title: format.date(at),
        label: format.shortDate(at),
        day: toCalendarDay(new Date(at), format.regional.timeZone),
      };
    const label = format.time(at);
    return { ...point, title: `${label} - ${format.time(new Date(endMs).toISOString())}`, label, day: null };
  });
}

/**
 * Text on a metric's chart: '8 de 24 horas con datos; mínimo 50,0%, máximo 90,0%, último 75,0%'. Null if the chart has
 * no data.
 */
export function describeMetricChart(
  metric: CopcMetric,
  { series }: CopcFigure,
  byHour: boolean,
  format: RegionalFormat,
): string | null {
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  const last = values.at(-1);
  if (last === undefined) return null;
  const write = (value: number) => formatCopcMetricValue(metric, value, format);
  const unit = copcLabels.units[byHour ? 'hours' : 'days'];
  return copcLabels.sparkText(
    format.count(values.length),
    format.count(series.length),
    unit,
    write(Math.min(...values)),
    write(Math.max(...values)),
    write(last),
  );
}

/** Text on one point of a metric's chart, for screen readers: '21/11/2026: 85,0%, sobre 20 llamadas'. */
export function describeMetricChartPoint(
  metric: CopcMetric,
  { title, value, n, isProvisional }: MetricChartPoint,
  format: RegionalFormat,
): string {
  if (value === null) return copcDetailLabels.emptyPoint(title);
  const sentence = copcDetailLabels.point(title, formatCopcMetricValue(metric, value, format), format.count(n));
  return isProvisional ? copcDetailLabels.provisionalPoint(sentence) : sentence;
}
