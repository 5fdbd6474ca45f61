/** Chart of an agent's success rate by day, with the line of the compared days. In its table, days link to calls. */
import { ChartLine } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { AgentDay } from '../../../contract/agent-scorecards.ts';
import { callFiltersByFigure } from '../../../contract/figure-lists.ts';
import { successChartLabels as labels } from './agent-page-es.ts';
import { chartLabels } from '../../../labels/chart-es.ts';
import { noDataText } from '../../../labels/common-es.ts';
import { HelpTip } from '../../help/help-tip.tsx';
import { todayIn } from '../../layout/figure-filters.tsx';
import { useSearchState } from '../../hooks/use-search-state.ts';
import { useFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChartTable, TableToggle } from '../../ui/chart-table.tsx';
import { Chart } from '../../ui/chart.tsx';
import { LineMarks } from '../../ui/line-marks.tsx';
import { linePath } from '../../ui/line-path.ts';
import { EmptyState } from '../../ui/states.tsx';
import type { AgentCallLinks } from './agent-lists.ts';
import { successDays, successSentence, type SuccessDay } from './success-days.ts';

/** Height of the chart, in pixels. */
export const successHeight = 240;
const ticks = [0, 25, 50, 75, 100] as const;

function DayFigures({ day }: { readonly day: SuccessDay }) {
  const format = useFormat();
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

function SuccessChart({ days }: { readonly days: readonly [SuccessDay, ...SuccessDay[]] }) {
  const format = useFormat();
  const today = todayIn(format.regional.timeZone);
  const dayAt = (index: number) => days[index] ?? days[0];
  return (
    <Chart
      label={labels.explore}
      height={successHeight}
      ticks={ticks.map((count) => ({ count, text: `${count}%` }))}
      points={days.length}
      places={days.length}
      labels={days.map(({ title }) => title.slice(0, 5))}
      sentenceOf={(index) => successSentence(dayAt(index), format)}
      tooltipOf={(index) => ({
        title: dayAt(index).title,
        note: dayAt(index).date === today ? chartLabels.running : null,
        body: <DayFigures day={dayAt(index)} />,
      })}
    >
      {({ x, y, read }) => {
        const spotsOf = (rateOf: (day: SuccessDay) => number | null) =>
          days.map((day, index) => {
            const rate = rateOf(day);
            return rate === null ? null : { x: x(index), y: y(rate) };
          });
        return (
          <>
            <path
              d={linePath(spotsOf(({ before }) => before?.rate ?? null))}
              className="fill-transparent stroke-line-strong"
              strokeWidth={2}
              strokeDasharray="5 4"
              strokeLinecap="round"
            />
            <LineMarks
              spots={spotsOf(({ rate }) => rate)}
              counts={days.map(({ finished }) => finished)}
              read={read}
              few={(count) => labels.few(format.count(count))}
            />
          </>
        );
      }}
    </Chart>
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
  readonly days: readonly AgentDay[];
  readonly before: readonly AgentDay[];
  readonly lists: AgentCallLinks;
}

function SuccessTable({ days, lists }: { readonly days: readonly SuccessDay[]; readonly lists: AgentCallLinks }) {
  const format = useFormat();
  const percent = (rate: number | null) => (rate === null ? noDataText : format.percent(rate));
  return (
    <ChartTable
      title={labels.title}
      height={successHeight}
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

export default function SuccessCard({ days, before, lists }: SuccessCardProps) {
  const format = useFormat();
  const [asTable, setAsTable] = useState(false);
  const [, changeSearch] = useSearchState();
  const shown = successDays(days, before, format);
  const [first, ...rest] = shown;
  const isOne = first === undefined || rest.length === 0;
  return (
    <Card
      title={<HelpTip about={labels.title} text={labels.help} />}
      actions={
        isOne ? null : (
          <span className="-mr-2">
            <TableToggle asTable={asTable} onChange={setAsTable} Icon={ChartLine} />
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
    </Card>
  );
}
