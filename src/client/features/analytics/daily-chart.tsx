/** Stacked bar chart of calls by direction, for each day or hour. */
import { chartLabels } from '../../../labels/chart-es.ts';
import { callVolumeLabels as labels } from '../../../labels/analytics-es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { describeCampaignStartsAtChartIndex } from '../../layout/campaign-starts.ts';
import type { ChartEventMark } from '../../ui/chart-labels.ts';
import { TimeSeriesChart, type ChartPlot } from '../../ui/chart.tsx';
import { computeCountTicks } from '../../ui/chart-plot.ts';
import { callDirectionSeriesLooks } from '../../ui/series-looks.ts';
import { SeriesTooltipRows, CampaignStartsTooltipRow } from '../../ui/series-rows.tsx';
import { describeVolumeBar, analyticsVolumeSeries, stackBarSegments, type CallVolumeBar } from './daily-bars.ts';

interface DailyChartProps {
  /** The bars, at least one. */
  readonly bars: readonly [CallVolumeBar, ...CallVolumeBar[]];
  readonly marks: readonly ChartEventMark[];
  /**
   * Number of bars for which the chart's axis has room: all of `bars`, and one bar for each hour of today that is still
   * to come.
   */
  readonly places: number;
  /** True if the day or hour of the last chart bar is not over yet. */
  readonly isRunning: boolean;
  readonly height: number;
}

const widestBar = 44;

function Stack({ bar, x, plot }: { readonly bar: CallVolumeBar; readonly x: number; readonly plot: ChartPlot }) {
  const width = Math.max(1, Math.min(widestBar, plot.step * 0.72));
  return (
    <g data-bar={bar.key}>
      {stackBarSegments(bar).map(({ id, from, to }) => {
        const [top, bottom] = [plot.y(to), plot.y(from)];
        // Keep a gap of one pixel between a bar's segments, for readers who can't tell their colours apart.
        return (
          <rect
            key={id}
            x={x - width / 2}
            y={top}
            width={width}
            height={Math.max(1, bottom - top - (from > 0 ? 1 : 0))}
            className={callDirectionSeriesLooks[id].fill}
          />
        );
      })}
    </g>
  );
}

export function AnalyticsCallVolumeChart({ bars, marks, places, isRunning, height }: DailyChartProps) {
  const format = useRegionalFormat();
  const barAt = (index: number) => bars[index] ?? bars[0];
  const lastParts = stackBarSegments(bars.findLast(({ total }) => total > 0) ?? bars[0]);
  return (
    <TimeSeriesChart
      label={labels.explore}
      height={height}
      ticks={computeCountTicks(Math.max(...bars.map(({ total }) => total))).map((count) => ({
        count,
        text: format.count(count),
      }))}
      points={bars.length}
      places={places}
      asBars
      labels={bars.map(({ label }) => label)}
      // Put the label of each series beside its segment of the last stacked bar that has calls.
      ends={lastParts.map(({ id, from, to }) => ({
        key: id,
        text: chartLabels.series[id],
        count: (from + to) / 2,
        className: callDirectionSeriesLooks[id].fill,
      }))}
      marks={marks}
      sentenceOf={(index) =>
        [describeVolumeBar(barAt(index), format), describeCampaignStartsAtChartIndex(marks, index)]
          .filter(Boolean)
          .join('. ')
      }
      tooltipOf={(index) => ({
        title: barAt(index).title,
        note: isRunning && index === bars.length - 1 ? chartLabels.running : null,
        body: (
          <>
            <SeriesTooltipRows
              rows={analyticsVolumeSeries.flatMap(({ id }) => {
                const count = barAt(index)[id];
                return count === 0 ? [] : [{ id, text: format.count(count) }];
              })}
            />
            <CampaignStartsTooltipRow text={describeCampaignStartsAtChartIndex(marks, index)} />
          </>
        ),
      })}
    >
      {(plot) => bars.map((bar, index) => <Stack key={bar.key} bar={bar} x={plot.x(index)} plot={plot} />)}
    </TimeSeriesChart>
  );
}
