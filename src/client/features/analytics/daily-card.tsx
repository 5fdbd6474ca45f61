/** Card with the call volume chart, stacked by direction. Its table view links the counts of each day to the calls. */
import { ChartColumnStacked } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Analytics } from '../../../contract/analytics.ts';
import { callFiltersByFigure, type FigureCallFilters } from '../../../contract/figure-lists.ts';
import { analyticsLabels, callVolumeLabels as labels } from '../../../labels/analytics-es.ts';
import { chartLabels } from '../../../labels/chart-es.ts';
import { formatDayRange } from '../../format/figure-range.ts';
import { computePercent } from '../../format/numbers.ts';
import { LabelWithHelp } from '../../help/help-tip.tsx';
import {
  buildCampaignStartMarks,
  describeCampaignStartsAtChartIndex,
  useCampaignsOfAgent,
} from '../../layout/campaign-starts.ts';
import { getTodayInZone } from '../../layout/figure-filters.tsx';
import { useRegionalFormat } from '../../session/use-format.ts';
import { SectionCard } from '../../ui/card.tsx';
import { ChartTable, ChartTableToggle } from '../../ui/chart-table.tsx';
import { classNames } from '../../ui/class-names.ts';
import { callDirectionSeriesLooks } from '../../ui/series-looks.ts';
import { EmptyState } from '../../ui/states.tsx';
import type { FigureCallsLinkBuilder } from './analytics-filters.ts';
import { findVolumeBarIndexAtTime, analyticsVolumeSeries, type CallVolumeBar } from './daily-bars.ts';
import { AnalyticsCallVolumeChart } from './daily-chart.tsx';
import { callVolumeChartHeight, type AnalyticsCallVolumeProps } from './daily-skeleton.tsx';

/** Number of calls of each direction in the date range, each a link to those calls. */
function Directions({ analytics, linkOf }: { readonly analytics: Analytics; readonly linkOf: FigureCallsLinkBuilder }) {
  const format = useRegionalFormat();
  const { callsByDirection, totalCalls } = analytics;
  return (
    <ul aria-label={labels.directions} className="grid grid-cols-3 gap-x-2 sm:-mx-2 sm:flex">
      {analyticsVolumeSeries.map(({ id, origin }) => {
        const { Icon, text, fill } = callDirectionSeriesLooks[id];
        const count = callsByDirection[origin];
        const look =
          'flex h-14 min-w-0 flex-col items-center justify-center gap-x-2 rounded-md text-xs sm:h-8 sm:flex-row sm:px-2';
        const content = (
          <>
            <span className="flex items-center gap-1.5">
              <svg aria-hidden className={classNames('size-2 shrink-0 max-sm:hidden', fill)} viewBox="0 0 8 8">
                <rect width={8} height={8} rx={2} />
              </svg>
              <Icon aria-hidden className={classNames('size-3.5 shrink-0', text)} />
              {chartLabels.series[id]}
            </span>
            <span className="font-semibold tabular-nums">{format.count(count)}</span>
            <span className="text-muted tabular-nums">{format.percent(computePercent(count, totalCalls))}</span>
          </>
        );
        return (
          <li key={id} className="min-w-0">
            {count === 0 ? (
              <span className={classNames(look, 'text-muted')}>{content}</span>
            ) : (
              <Link
                href={linkOf(callFiltersByFigure[origin])}
                data-figure={count}
                className={classNames(look, 'transition-colors hover:bg-sunken')}
              >
                {content}
                <span className="sr-only"> {analyticsLabels.seeCalls(chartLabels.series[id])}</span>
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface CountProps {
  readonly bar: CallVolumeBar;
  readonly count: number;
  readonly about: string;
  readonly list: FigureCallFilters;
  readonly linkOf: FigureCallsLinkBuilder;
}

/** A number of calls as a link to the calls of its day. An hour has no link, as the history can't filter by hour. */
function Count({ bar, count, about, list, linkOf }: CountProps) {
  const format = useRegionalFormat();
  if (count === 0) return <span className="text-muted">0</span>;
  if (bar.date === null) return format.count(count);
  return (
    <Link
      href={linkOf(list, { fromDate: bar.date, toDate: bar.date })}
      data-figure={count}
      className="rounded-sm hover:text-accent-text hover:underline"
    >
      {format.count(count)}
      <span className="sr-only"> {analyticsLabels.seeCalls(`${about}, ${bar.title}`)}</span>
    </Link>
  );
}

interface DailyCardProps extends AnalyticsCallVolumeProps {
  readonly title: string;
  readonly bars: readonly CallVolumeBar[];
  /** True if the call volume chart shows the hours of one day, false if it shows days. */
  readonly isDay: boolean;
}

export default function AnalyticsCallVolumeCard({
  title,
  bars,
  isDay,
  analytics,
  range,
  agentId,
  linkOf,
}: DailyCardProps) {
  const format = useRegionalFormat();
  const [asTable, setAsTable] = useState(false);
  const marks = buildCampaignStartMarks(useCampaignsOfAgent(agentId), (at) =>
    findVolumeBarIndexAtTime(bars, at, format.regional.timeZone),
  );
  const [first, ...rest] = bars;
  const columns = [
    ...analyticsVolumeSeries.map(({ id, origin }) => ({
      head: chartLabels.series[id],
      list: callFiltersByFigure[origin],
      of: (bar: CallVolumeBar) => bar[id],
    })),
    { head: chartLabels.totalColumn, list: callFiltersByFigure.calls, of: (bar: CallVolumeBar) => bar.total },
  ];
  return (
    <SectionCard
      title={<LabelWithHelp about={title} text={labels.help} />}
      subtitle={
        <span className="tabular-nums">{`${analyticsLabels.calls(format.count(analytics.totalCalls))} · ${range.period === 'custom' ? formatDayRange(analytics.days, format) : range.title}`}</span>
      }
      actions={
        <span className="-mr-2">
          <ChartTableToggle asTable={asTable} onChange={setAsTable} Icon={ChartColumnStacked} />
        </span>
      }
      className="print:break-inside-avoid"
    >
      <div className="flex flex-col gap-3">
        <Directions analytics={analytics} linkOf={linkOf} />
        {first === undefined ? (
          <div className="flex flex-col justify-center" style={{ height: callVolumeChartHeight }}>
            <EmptyState picture="chart" title={chartLabels.noCalls} />
          </div>
        ) : asTable ? (
          <ChartTable
            title={title}
            height={callVolumeChartHeight}
            heads={[isDay ? labels.hourColumn : labels.dayColumn, ...columns.map(({ head }) => head)]}
            rows={bars.map((bar, index) => ({
              note: describeCampaignStartsAtChartIndex(marks, index),
              key: bar.key,
              title: bar.title,
              cells: columns.map(({ head, list, of }) => (
                <Count key={head} bar={bar} count={of(bar)} about={head} list={list} linkOf={linkOf} />
              )),
            }))}
          />
        ) : (
          <AnalyticsCallVolumeChart
            bars={[first, ...rest]}
            marks={marks}
            places={isDay ? Math.max(24, bars.length) : bars.length}
            isRunning={analytics.days.to === getTodayInZone(format.regional.timeZone)}
            height={callVolumeChartHeight}
          />
        )}
      </div>
    </SectionCard>
  );
}
