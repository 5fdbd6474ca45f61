/** The range's calls by when they began, stacked by direction; as a table every figure of a day opens its calls. */
import { ChartColumnStacked, ChartNoAxesCombined, Table2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Analytics } from '../../../contract/analytics.ts';
import { figureLists } from '../../../contract/figure-lists.ts';
import { analyticsLabels, dailyLabels as labels } from '../../../labels/analytics-es.ts';
import { percentOf } from '../../format/numbers.ts';
import { HelpTip } from '../../help/help-tip.tsx';
import { useFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChartBox } from '../../ui/chart-box.tsx';
import { classNames } from '../../ui/class-names.ts';
import { seriesLooks } from '../../ui/series-looks.ts';
import { EmptyState } from '../../ui/states.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { CallsLink } from './analytics-filters.ts';
import { barSeries, type Bar } from './daily-bars.ts';
import { DailyChart } from './daily-chart.tsx';
import { dailyHeight, type DailyProps } from './daily-skeleton.tsx';
import { DailyTable } from './daily-table.tsx';

/** Each direction with its calls in the range, which it opens. */
function Directions({ analytics, linkOf }: { readonly analytics: Analytics; readonly linkOf: CallsLink }) {
  const format = useFormat();
  const { callsByDirection, totalCalls } = analytics;
  return (
    <ul aria-label={labels.directions} className="grid grid-cols-3 gap-2 sm:flex">
      {barSeries.map(({ id, origin }) => {
        const { Icon, text, fill } = seriesLooks[id];
        const count = callsByDirection[origin];
        const look =
          'flex h-14 min-w-0 flex-col items-center justify-center gap-x-2 rounded-md border border-line text-xs sm:h-8 sm:flex-row sm:px-2.5';
        const content = (
          <>
            <span className="flex items-center gap-1.5">
              <svg aria-hidden className={classNames('size-2 shrink-0 max-sm:hidden', fill)} viewBox="0 0 8 8">
                <rect width={8} height={8} rx={2} />
              </svg>
              <Icon aria-hidden className={classNames('size-3.5 shrink-0', text)} />
              {labels.series[id]}
            </span>
            <span className="font-semibold tabular-nums">{format.count(count)}</span>
            <span className="text-muted tabular-nums">{format.percent(percentOf(count, totalCalls))}</span>
          </>
        );
        return (
          <li key={id} className="min-w-0">
            {count === 0 ? (
              <span className={classNames(look, 'border-dashed text-muted')}>{content}</span>
            ) : (
              <Link
                href={linkOf(figureLists[origin])}
                data-figure={count}
                className={classNames(look, 'transition-colors hover:bg-sunken')}
              >
                {content}
                <span className="sr-only"> {analyticsLabels.seeCalls(labels.series[id])}</span>
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface DailyCardProps extends DailyProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** One day, hour by hour. */
  readonly isDay: boolean;
}

export default function DailyCard({ title, bars, isDay, analytics, period, linkOf }: DailyCardProps) {
  const format = useFormat();
  const [asTable, setAsTable] = useState(false);
  const toggle = asTable ? labels.showChart : labels.showTable;
  const isRunning = period.value !== 'yesterday';
  return (
    <Card
      title={title}
      subtitle={
        <span className="tabular-nums">{`${analyticsLabels.calls(format.count(analytics.totalCalls))} · ${period.title}`}</span>
      }
      actions={
        <>
          <HelpTip about={title} text={labels.help} />
          <Tooltip text={toggle}>
            <Button
              size="icon"
              variant="ghost"
              className="-mr-2"
              aria-label={toggle}
              onClick={() => setAsTable(!asTable)}
            >
              {asTable ? <ChartColumnStacked aria-hidden /> : <Table2 aria-hidden />}
            </Button>
          </Tooltip>
        </>
      }
      className="print:break-inside-avoid"
    >
      <div className="flex flex-col gap-3">
        <Directions analytics={analytics} linkOf={linkOf} />
        {bars.length === 0 ? (
          <div className="flex flex-col justify-center" style={{ height: dailyHeight }}>
            <EmptyState icon={ChartNoAxesCombined} title={labels.noCalls} />
          </div>
        ) : asTable ? (
          <DailyTable title={title} bars={bars} isDay={isDay} linkOf={linkOf} />
        ) : (
          <ChartBox height={dailyHeight}>
            {(width) => (
              <DailyChart
                bars={bars}
                places={isDay ? Math.max(24, bars.length) : bars.length}
                isRunning={isRunning}
                width={width}
                height={dailyHeight}
              />
            )}
          </ChartBox>
        )}
      </div>
    </Card>
  );
}
