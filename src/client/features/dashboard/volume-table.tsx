/** The volume chart's figures as a table, in the same place: to read, to copy, and for screen readers. */
import type { VolumeBucket } from '../../../contract/analytics.ts';
import { volumeLabels } from '../../../labels/volume-es.ts';
import { useFormat } from '../../session/use-format.ts';
import { isDayView } from './volume-axes.ts';
import { volumeSeries } from './volume-series.ts';
import { bucketTitle } from './volume-texts.ts';

const cell = 'h-8 px-1 text-right sm:px-4';

export function VolumeTable({
  buckets,
  height,
}: {
  readonly buckets: readonly VolumeBucket[];
  readonly height: number;
}) {
  const format = useFormat();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls takes the keyboard for that
    <section tabIndex={0} aria-label={volumeLabels.title} className="overflow-auto rounded-sm" style={{ height }}>
      <table className="w-full border-collapse text-xs">
        <thead className="sticky top-0 bg-surface text-muted">
          <tr>
            <th scope="col" className="h-8 px-1 text-left font-medium sm:px-4">
              {isDayView(buckets) ? volumeLabels.hourColumn : volumeLabels.dayColumn}
            </th>
            {volumeSeries.map(({ id }) => (
              <th key={id} scope="col" className={`${cell} font-medium`}>
                {volumeLabels.series[id]}
              </th>
            ))}
            <th scope="col" className={`${cell} font-medium`}>
              {volumeLabels.totalColumn}
            </th>
          </tr>
        </thead>
        <tbody>
          {buckets.map((bucket) => (
            <tr key={bucket.time} className="border-t border-line hover:bg-sunken/60">
              <th scope="row" className="h-8 px-1 text-left font-normal whitespace-nowrap sm:px-4">
                {bucketTitle(bucket, format)}
              </th>
              {volumeSeries.map(({ id, field }) => (
                <td key={id} className={`${cell} ${bucket[field] === 0 ? 'text-muted' : ''}`}>
                  {format.count(bucket[field])}
                </td>
              ))}
              <td className={`${cell} font-medium`}>{format.count(bucket.totalCalls)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
