/** What the tooltip, the table and a screen reader say of one bucket. All pure. */
import type { VolumeBucket } from '../../../contract/analytics.ts';
import { chartLabels } from '../../../labels/chart-es.ts';
import { volumeLabels } from '../../../labels/volume-es.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import type { SeriesId } from '../../ui/series-looks.ts';
import type { SeriesFigure } from './volume-series.ts';

const defaultMinutes = 30;
const dayMinutes = 24 * 60;

/** '14:00 - 14:30' of a part of a day, else the day. */
export function bucketTitle({ time, intervalMinutes }: VolumeBucket, format: RegionalFormat): string {
  if (intervalMinutes >= dayMinutes) return format.date(time);
  const end = new Date(Date.parse(time) + (intervalMinutes || defaultMinutes) * 60_000);
  return `${format.time(time)} - ${format.time(end.toISOString())}`;
}

/** '1 llamada', '1.234 llamadas'. */
export function callsText(count: number, format: RegionalFormat): string {
  return volumeLabels.calls(format.count(count));
}

interface TooltipRow {
  readonly id: SeriesId;
  readonly text: string;
}

/** One row for each of these series that has calls in the bucket. */
export function tooltipRows(
  bucket: VolumeBucket,
  series: readonly SeriesFigure[],
  format: RegionalFormat,
): readonly TooltipRow[] {
  return series.flatMap(({ id, field }) =>
    bucket[field] === 0 ? [] : [{ id, text: callsText(bucket[field], format) }],
  );
}

/** The same as one sentence. */
export function bucketSentence(bucket: VolumeBucket, series: readonly SeriesFigure[], format: RegionalFormat): string {
  const rows = tooltipRows(bucket, series, format);
  const said =
    rows.length === 0
      ? chartLabels.noCalls
      : rows.map(({ id, text }) => `${chartLabels.series[id]} ${text}`).join(', ');
  return `${bucketTitle(bucket, format)}: ${said}`;
}
