/** Legend of the volume chart: a button for each series, with its name and calls, which shows or hides its line. */
import { chartLabels } from '../../../labels/chart-es.ts';
import { dashboardVolumeLabels } from './volume-es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { classNames } from '../../ui/class-names.ts';
import { callDirectionSeriesLooks, type CallDirectionSeriesId } from '../../ui/series-looks.ts';
import type { CallVolumeSeriesTotal } from './volume-series.ts';

interface VolumeLegendProps {
  readonly figures: readonly CallVolumeSeriesTotal[];
  readonly hidden: ReadonlySet<CallDirectionSeriesId>;
  readonly onToggle: (series: CallDirectionSeriesId) => void;
}

export function CallVolumeLegend({ figures, hidden, onToggle }: VolumeLegendProps) {
  const format = useRegionalFormat();
  return (
    <fieldset className="grid grid-cols-3 gap-x-2 sm:-mx-2 sm:flex">
      <legend className="sr-only">{dashboardVolumeLabels.legend}</legend>
      {figures.map(({ id, count }) => {
        const { Icon, text, stroke, dash } = callDirectionSeriesLooks[id];
        const isOn = count > 0 && !hidden.has(id);
        return (
          <button
            key={id}
            type="button"
            aria-pressed={!hidden.has(id)}
            disabled={count === 0}
            onClick={() => onToggle(id)}
            className={classNames(
              'flex h-12 min-w-0 flex-col items-center justify-center gap-x-2 rounded-md text-xs transition-colors enabled:hover:bg-sunken sm:h-8 sm:flex-row sm:px-2',
              isOn ? 'text-ink' : 'text-muted disabled:opacity-55',
            )}
          >
            <span className="flex items-center gap-1.5">
              <Icon aria-hidden className={classNames('size-3.5 shrink-0', isOn && text)} />
              <span className={classNames(!isOn && count > 0 && 'line-through')}>{chartLabels.series[id]}</span>
            </span>
            <svg
              aria-hidden
              width={20}
              height={4}
              className={classNames('max-sm:hidden', isOn ? stroke : 'stroke-line-strong')}
            >
              <line x1={1} x2={19} y1={2} y2={2} strokeWidth={2} strokeLinecap="round" strokeDasharray={dash} />
            </svg>
            <span className="font-semibold tabular-nums">{format.count(count)}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
