/** The chart's figures as a table in its place; those of a day open the calls behind them. */
import { Link } from 'wouter';
import { figureLists, type FigureList } from '../../../contract/figure-lists.ts';
import { analyticsLabels, dailyLabels as labels } from '../../../labels/analytics-es.ts';
import { useFormat } from '../../session/use-format.ts';
import type { CallsLink } from './analytics-filters.ts';
import { barSeries, type Bar } from './daily-bars.ts';
import { dailyHeight } from './daily-skeleton.tsx';

const cell = 'h-8 px-1 text-right sm:px-4';

interface DailyTableProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly isDay: boolean;
  readonly linkOf: CallsLink;
}

/** The history knows days and not hours. */
function Count({
  bar,
  count,
  about,
  list,
  linkOf,
}: {
  readonly bar: Bar;
  readonly count: number;
  readonly about: string;
  readonly list: FigureList;
  readonly linkOf: CallsLink;
}) {
  const format = useFormat();
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

export function DailyTable({ title, bars, isDay, linkOf }: DailyTableProps) {
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls takes the keyboard for that
      tabIndex={0}
      aria-label={title}
      className="overflow-auto rounded-sm print:max-h-none! print:overflow-visible"
      style={{ maxHeight: dailyHeight, minHeight: dailyHeight }}
    >
      <table className="w-full border-collapse text-xs">
        <thead className="sticky top-0 bg-surface text-muted">
          <tr>
            <th scope="col" className="h-8 px-1 text-left font-medium sm:px-4">
              {isDay ? labels.hourColumn : labels.dayColumn}
            </th>
            {barSeries.map(({ id }) => (
              <th key={id} scope="col" className={`${cell} font-medium`}>
                {labels.series[id]}
              </th>
            ))}
            <th scope="col" className={`${cell} font-medium`}>
              {labels.totalColumn}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.key} className="border-t border-line hover:bg-sunken/60">
              <th scope="row" className="h-8 px-1 text-left font-normal whitespace-nowrap sm:px-4">
                {bar.title}
              </th>
              {barSeries.map(({ id, origin }) => (
                <td key={id} className={cell}>
                  <Count
                    bar={bar}
                    count={bar[id]}
                    about={labels.series[id]}
                    list={figureLists[origin]}
                    linkOf={linkOf}
                  />
                </td>
              ))}
              <td className={`${cell} font-medium`}>
                <Count
                  bar={bar}
                  count={bar.total}
                  about={labels.totalColumn}
                  list={figureLists.calls}
                  linkOf={linkOf}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
