/** What the volume chart says of the point that is being read. */
import type { VolumeBucket } from '../../../contract/analytics.ts';
import { volumeLabels } from '../../../labels/volume-es.ts';
import { useFormat } from '../../session/use-format.ts';
import { classNames } from '../../ui/class-names.ts';
import { seriesLooks } from '../../ui/series-looks.ts';
import { tooltipLeft, tooltipWidth } from '../../ui/chart-plot.ts';
import type { SeriesFigure } from './volume-series.ts';
import { bucketTitle, tooltipRows } from './volume-texts.ts';

interface VolumeTooltipProps {
  readonly bucket: VolumeBucket;
  readonly series: readonly SeriesFigure[];
  /** The bucket has not ended yet. */
  readonly isRunning: boolean;
  /** Of the point and of the chart, in pixels. */
  readonly x: number;
  readonly width: number;
}

export function VolumeTooltip({ bucket, series, isRunning, x, width }: VolumeTooltipProps) {
  const format = useFormat();
  const rows = tooltipRows(bucket, series, format);
  return (
    <div
      role="tooltip"
      className="pointer-events-none absolute top-2 z-10 rounded-md border border-line bg-surface px-3 py-2 text-xs shadow-pop"
      style={{ left: tooltipLeft(x, width), width: tooltipWidth }}
    >
      <p className="flex justify-between gap-2 font-semibold tabular-nums">
        <span>{bucketTitle(bucket, format)}</span>
        {isRunning ? <span className="font-normal text-muted">{volumeLabels.running}</span> : null}
      </p>
      {rows.length === 0 ? <p className="mt-1 text-muted">{volumeLabels.noCalls}</p> : null}
      {rows.map(({ id, name, text }) => {
        const { Icon, text: colour } = seriesLooks[id];
        return (
          <p key={id} className="mt-1 flex items-center gap-1.5">
            <Icon aria-hidden className={classNames('size-3 shrink-0', colour)} />
            <span className="flex-1 text-muted">{name}</span>
            <span className="font-medium whitespace-nowrap tabular-nums">{text}</span>
          </p>
        );
      })}
    </div>
  );
}
