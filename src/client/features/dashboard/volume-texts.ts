/** Texts on one time bucket of the call volume chart, for tooltip, table and screen readers. All pure. */
import type { VolumeBucket } from '../../../contract/analytics.ts';
import { chartLabels } from '../../../labels/chart-es.ts';
import { volumeLabels } from './volume-es.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import type { SeriesId } from '../../ui/series-looks.ts';
import type { SeriesFigure } from './volume-series.ts';

const defaultMinutes = 30;
const dayMinutes = 24 * 60;

/** Title of a bucket of the call volume chart: '14:00 - 14:30' for a part of a day, otherwise the date. */
export function bucketTitle({ time, intervalMinutes }: VolumeBucket, format: RegionalFormat): string {
  if (intervalMinutes >= dayMinutes) return format.date(time);
  const end = new Date(Date.parse(time) + (intervalMinutes || defaultMinutes) * 60_000);
  return `${format.time(time)} - ${format.time(end.toISOString())}`;
}

/** A number of calls as text: '1 llamada', '1.234 llamadas'. */
export function callsText(count: number, format: RegionalFormat): string {
  return volumeLabels.calls(format.count(count));
}

interface TooltipRow {
  readonly id: SeriesId;
  readonly text: string;
}

/** Tooltip rows for one bucket of the volume chart: a row for each of the given series that has calls in the bucket. */
export function tooltipRows(
  bucket: VolumeBucket,
  series: readonly SeriesFigure[],
  format: RegionalFormat,
): readonly TooltipRow[] {
  return series.flatMap(({ id, field }) =>
    bucket[field] === 0 ? [] : [{ id, text: callsText(bucket[field], format) }],
  );
}

/** Describes one time bucket of the call volume chart in a sentence for screen readers. */
export function bucketSentence(bucket: VolumeBucket, series: readonly SeriesFigure[], format: RegionalFormat): string {
  const rows = tooltipRows(bucket, series, format);
  const said =
    rows.length === 0
      ? chartLabels.noCalls
      : rows.map(({ id, text }) => `${chartLabels.series[id]} ${text}`).join(', ');
  return `${bucketTitle(bucket, format)}: ${said}`;
}
