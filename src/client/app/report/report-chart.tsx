/**
 * Chart of calls by day or hour in the printed report. It has no tooltips, because its figures are written beside it.
 */
import { chartLabels } from '../../../labels/chart-es.ts';
import { reportPageLabels as labels } from '../../../labels/report-es.ts';
import {
  describeVolumeBar,
  analyticsVolumeSeries,
  stackBarSegments,
  type CallVolumeBar,
} from '../../features/analytics/daily-bars.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { computeCountTicks } from '../../ui/chart-plot.ts';
import { listLabelledAxisIndexes } from './report-rows.ts';

const looks = { inbound: 'report-inbound', outbound: 'report-outbound', web: 'report-web' } as const;

const isEmpty = (bars: readonly CallVolumeBar[]): boolean => bars.every(({ total }) => total === 0);

export function ReportChartLegend({ bars }: { readonly bars: readonly CallVolumeBar[] }) {
  const format = useRegionalFormat();
  if (isEmpty(bars)) return null;
  return (
    <ul className="report-legend report-small">
      {analyticsVolumeSeries.map(({ id }) => (
        <li key={id}>
          <svg aria-hidden viewBox="0 0 8 8" className={looks[id]}>
            <rect width={8} height={8} />
          </svg>
          {chartLabels.series[id]} {format.count(bars.reduce((sum, bar) => sum + bar[id], 0))}
        </li>
      ))}
    </ul>
  );
}

const mostApart = 100;

interface ReportChartProps {
  readonly title: string;
  readonly bars: readonly CallVolumeBar[];
  /** Number of bars for which the report chart's axis has room, including days or hours still to come. */
  readonly places: number;
}

export function ReportChart({ title, bars, places }: ReportChartProps) {
  const format = useRegionalFormat();
  const [first] = bars;
  if (first === undefined || isEmpty(bars)) return <p>{chartLabels.noCalls}.</p>;
  const busiest = bars.reduce((most, bar) => (bar.total > most.total ? bar : most), first);
  const ticks = computeCountTicks(busiest.total);
  const highest = ticks.at(-1) ?? 1;
  const total = bars.reduce((sum, bar) => sum + bar.total, 0);
  // If there are many bars, neighbours overlap a little, because hairline gaps between them would flicker.
  const gap = places > mostApart ? -0.3 : 1.5;
  const said = [`${title}. ${labels.total(format.count(total))}.`, labels.busiest(describeVolumeBar(busiest, format))];
  return (
    <figure aria-label={said.join(' ')} className="report-plot">
      <div aria-hidden>
        {ticks.map((count) => (
          <div key={count} className="report-tick" style={{ bottom: `${(100 * count) / highest}%` }}>
            <span className="report-small">{format.count(count)}</span>
          </div>
        ))}
        <svg viewBox={`0 0 ${10 * places} ${highest}`} preserveAspectRatio="none">
          {bars.flatMap((bar, index) =>
            stackBarSegments(bar).map(({ id, from, to }) => (
              <rect
                key={`${bar.key} ${id}`}
                className={looks[id]}
                x={10 * index + gap}
                width={10 - 2 * gap}
                y={highest - to}
                height={to - from}
              />
            )),
          )}
        </svg>
        {listLabelledAxisIndexes(places).flatMap((index) =>
          index >= bars.length
            ? []
            : [
                <span
                  key={bars[index]?.key}
                  className="report-place report-small"
                  // Keeps the axis's last label inside the chart's right edge.
                  style={{ left: `min(${(100 * (index + 0.5)) / places}%, 100% - 1.5em)` }}
                >
                  {bars[index]?.label}
                </span>,
              ],
        )}
      </div>
    </figure>
  );
}
