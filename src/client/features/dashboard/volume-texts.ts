/** Texts on one time bucket of the call volume chart, for tooltip, table and screen readers. All pure. */
import type { CallVolumeBucket } from '../../../contract/analytics.ts';
import { chartLabels } from '../../../labels/chart-es.ts';
import { dashboardVolumeLabels } from './volume-es.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import type { CallDirectionSeriesId } from '../../ui/series-looks.ts';
import type { CallVolumeSeriesTotal } from './volume-series.ts';

const defaultMinutes = 30;
const dayMinutes = 24 * 60;

/** Title of a bucket of the call volume chart: '14:00 - 14:30' for a part of a day, otherwise the date. */
export function formatVolumeBucketTitle({ time, intervalMinutes }: CallVolumeBucket, format: RegionalFormat): string {
  if (intervalMinutes >= dayMinutes) return format.date(time);
  const end = new Date(Date.parse(time) + (intervalMinutes || defaultMinutes) * 60_000);
  return `${format.time(time)} - ${format.time(end.toISOString())}`;
}

/** A number of calls as text: '1 llamada', '1.234 llamadas'. */
export function formatNumberOfCalls(count: number, format: RegionalFormat): string {
  return dashboardVolumeLabels.calls(format.count(count));
}

interface TooltipRow {
  readonly id: CallDirectionSeriesId;
  readonly text: string;
}

/** Tooltip rows for one bucket of the volume chart: a row for each of the given series that has calls in the bucket. */
export function buildVolumeTooltipRows(
  bucket: CallVolumeBucket,
  series: readonly CallVolumeSeriesTotal[],
  format: RegionalFormat,
): readonly TooltipRow[] {
  return series.flatMap(({ id, field }) =>
    bucket[field] === 0 ? [] : [{ id, text: formatNumberOfCalls(bucket[field], format) }],
  );
}

/** Describes one time bucket of the call volume chart in a sentence for screen readers. */
export function describeVolumeBucket(
  bucket: CallVolumeBucket,
  series: readonly CallVolumeSeriesTotal[],
  format: RegionalFormat,
): string {
  const rows = buildVolumeTooltipRows(bucket, series, format);
  const said =
    rows.length === 0
      ? chartLabels.noCalls
      : rows.map(({ id, text }) => `${chartLabels.series[id]} ${text}`).join(', ');
  return `${formatVolumeBucketTitle(bucket, format)}: ${said}`;
}
