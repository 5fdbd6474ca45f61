/** Chart of an agent's success rate by day, with the line of the compared days. In its table, days link to calls. */
import { ChartLine } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { AgentCallsOfDay } from '../../../contract/agent-scorecards.ts';
import { callFiltersByFigure } from '../../../contract/figure-lists.ts';
import { successRateChartLabels as labels } from './agent-page-es.ts';
import { chartLabels } from '../../../labels/chart-es.ts';
import { noDataText } from '../../../labels/common-es.ts';
import { LabelWithHelp } from '../../help/help-tip.tsx';
import { getTodayInZone } from '../../layout/figure-filters.tsx';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { ChartTable, ChartTableToggle } from '../../ui/chart-table.tsx';
import { TimeSeriesChart } from '../../ui/chart.tsx';
import { ChartLineWithPoints } from '../../ui/line-marks.tsx';
import { buildLinePath } from '../../ui/line-path.ts';
import { EmptyState } from '../../ui/states.tsx';
import type { AgentCallsLinkBuilder } from './agent-lists.ts';
import { pairDailySuccessRates, describeDailySuccessRate, type DailySuccessRate } from './success-days.ts';

/** Height of the chart, in pixels. */
export const successChartHeight = 240;
const ticks = [0, 25, 50, 75, 100] as const;

function DayFigures({ day }: { readonly day: DailySuccessRate }) {
  const format = useRegionalFormat();
  return (
    <>
      {day.rate === null ? (
        <p className="mt-1 text-muted">{labels.none}</p>
      ) : (
        <p className="mt-1 flex justify-between gap-2 tabular-nums">
          <span className="font-medium">{format.percent(day.rate)}</span>
          <span className="text-muted">{labels.over(format.count(day.finished))}</span>
        </p>
      )}
      {day.before === null || day.before.rate === null ? null : (
        <p className="mt-1 flex justify-between gap-2 text-muted tabular-nums">
          <span>{format.percent(day.before.rate)}</span>
          <span>{day.before.title}</span>
        </p>
      )}
    </>
  );
}

function SuccessChart({ days }: { readonly days: readonly [DailySuccessRate, ...DailySuccessRate[]] }) {
  const format = useRegionalFormat();
  const today = getTodayInZone(format.regional.timeZone);
  const dayAt = (index: number) => days[index] ?? days[0];
  return (
    <TimeSeriesChart
      label={labels.explore}
      height={successChartHeight}
      ticks={ticks.map((count) => ({ count, text: `${count}%` }))}
      points={days.length}
      places={days.length}
      labels={days.map(({ title }) => title.slice(0, 5))}
      sentenceOf={(index) => describeDailySuccessRate(dayAt(index), format)}
      tooltipOf={(index) => ({
        title: dayAt(index).title,
        note: dayAt(index).date === today ? chartLabels.running : null,
        body: <DayFigures day={dayAt(index)} />,
      })}
    >
      {({ x, y, read }) => {
        const spotsOf = (rateOf: (day: DailySuccessRate) => number | null) =>
          days.map((day, index) => {
            const rate = rateOf(day);
            return rate === null ? null : { x: x(index), y: y(rate) };
          });
        return (
          <>
            <path
              d={buildLinePath(spotsOf(({ before }) => before?.rate ?? null))}
              className="fill-transparent stroke-line-strong"
              strokeWidth={2}
              strokeDasharray="5 4"
              strokeLinecap="round"
            />
            <ChartLineWithPoints
              spots={spotsOf(({ rate }) => rate)}
              counts={days.map(({ finished }) => finished)}
              read={read}
              few={(count) => labels.few(format.count(count))}
            />
          </>
        );
      }}
    </TimeSeriesChart>
  );
}

/** Legend of the two lines. */
function Key() {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
      {[
        { name: labels.now, ink: 'stroke-accent', dash: undefined },
        { name: labels.before, ink: 'stroke-line-strong', dash: '5 4' },
      ].map(({ name, ink, dash }) => (
        <span key={name} className="flex items-center gap-2">
          <svg aria-hidden width={24} height={8} className="shrink-0">
            <line x1={0} x2={24} y1={4} y2={4} className={ink} strokeWidth={2.5} strokeDasharray={dash} />
          </svg>
          {name}
        </span>
      ))}
    </p>
  );
}

interface SuccessCardProps {
  readonly days: readonly AgentCallsOfDay[];
  readonly before: readonly AgentCallsOfDay[];
  readonly lists: AgentCallsLinkBuilder;
}

function SuccessTable({
  days,
  lists,
}: {
  readonly days: readonly DailySuccessRate[];
  readonly lists: AgentCallsLinkBuilder;
}) {
  const format = useRegionalFormat();
  const percent = (rate: number | null) => (rate === null ? noDataText : format.percent(rate));
  return (
    <ChartTable
      title={labels.title}
      height={successChartHeight}
      heads={[labels.dayColumn, labels.rateColumn, labels.finishedColumn, labels.beforeColumn]}
      rows={days.map((day) => ({
        key: day.date,
        title: day.title,
        cells: [
          percent(day.rate),
          day.finished === 0 ? (
            format.count(0)
          ) : (
            <Link
              key="finished"
              href={lists.linkOf(callFiltersByFigure.finished, { fromDate: day.date, toDate: day.date })}
              data-figure={day.finished}
              className="rounded-sm hover:text-accent-text hover:underline"
            >
              {format.count(day.finished)}
              <span className="sr-only"> {lists.seeCalls(day.title)}</span>
            </Link>
          ),
          percent(day.before?.rate ?? null),
        ],
      }))}
    />
  );
}

export default function SuccessRateChartCard({ days, before, lists }: SuccessCardProps) {
  const format = useRegionalFormat();
  const [asTable, setAsTable] = useState(false);
  const [, changeSearch] = useUrlSearchState();
  const shown = pairDailySuccessRates(days, before, format);
  const [first, ...rest] = shown;
  const isOne = first === undefined || rest.length === 0;
  return (
    <SectionCard
      title={<LabelWithHelp about={labels.title} text={labels.help} />}
      actions={
        isOne ? null : (
          <span className="-mr-2">
            <ChartTableToggle asTable={asTable} onChange={setAsTable} Icon={ChartLine} />
          </span>
        )
      }
    >
      {isOne ? (
        <EmptyState
          picture="chart"
          title={labels.oneDay}
          text={labels.oneDayText}
          action={
            <Button size="small" onClick={() => changeSearch({ period: null, from: null, to: null })}>
              {labels.longer}
            </Button>
          }
        />
      ) : (
        <div className="flex flex-col gap-2">
          <Key />
          {asTable ? <SuccessTable days={shown} lists={lists} /> : <SuccessChart days={[first, ...rest]} />}
        </div>
      )}
    </SectionCard>
  );
}
