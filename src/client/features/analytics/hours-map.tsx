/**
 * Heat map of answer rates by weekday and hour. The hours are columns if there is room, otherwise rows. The map is a
 * single tab stop, and arrow keys move between its cells. A line below describes the focused cell. Cells with calls
 * link to them.
 */
import { useRef, useState, type KeyboardEvent } from 'react';
import { Link } from 'wouter';
import type { WeekHourCallCounts } from '../../../contract/analytics.ts';
import { makeWeekHourCallFilters } from '../../../contract/figure-lists.ts';
import { analyticsLabels } from '../../../labels/analytics-es.ts';
import { answerRateHeatMapLabels as labels } from './analytics-hours-es.ts';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { classNames } from '../../ui/class-names.ts';
import type { FigureCallsLinkBuilder } from './analytics-filters.ts';
import {
  findBestDialingHours,
  describeBestDialingHours,
  computeHeatLevel,
  heatLevelCount,
  describeHourAnswerRate,
  minAttemptsForAnswerRate,
  computeAnswerRate,
} from './dialing-hours.ts';

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);
/** CSS classes of the heat map's colours, from lowest to highest answer rate. Text is readable on all of them. */
const shades = ['bg-accent/8', 'bg-accent/16', 'bg-accent/25', 'bg-accent/35', 'bg-accent/45'] as const;

interface Place {
  readonly weekday: number;
  readonly hour: number;
}

const steps: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
const within = (value: number, first: number, last: number): number => Math.max(first, Math.min(last, value));

function placeAfter({ weekday, hour }: Place, key: string, isAcross: boolean): Place | null {
  const step = steps[key];
  if (!step) return null;
  const [hours, days] = isAcross ? step : [step[1], step[0]];
  return { weekday: within(weekday + days, 1, 7), hour: within(hour + hours, 0, 23) };
}

function Legend() {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
      <span className="flex items-center gap-1.5">
        {labels.legend}
        <span aria-hidden className="flex gap-px">
          {shades.slice(0, heatLevelCount).map((shade) => (
            <span key={shade} className={`size-3 rounded-sm ${shade}`} />
          ))}
        </span>
        {labels.legendEnd}
      </span>
      <span>{labels.fewLegend(minAttemptsForAnswerRate)}</span>
    </div>
  );
}

interface WeekCellProps {
  readonly place: Place;
  readonly cell: WeekHourCallCounts | undefined;
  readonly level: number | null;
  readonly isBest: boolean;
  readonly isStop: boolean;
  /** Link to the calls of the hour. */
  readonly href: string;
  readonly onPoint: (place: Place) => void;
}

function WeekCell({ place, cell, level, isBest, isStop, href, onPoint }: WeekCellProps) {
  const format = useRegionalFormat();
  const { weekday, hour } = place;
  const sentence = describeHourAnswerRate(weekday, hour, cell, format);
  // The focusable element of a heat-map cell is its link if the hour has calls, otherwise the cell itself.
  const stop = { tabIndex: isStop ? 0 : -1, 'data-place': `${weekday}-${hour}` };
  return (
    <td
      {...(cell ? {} : stop)}
      onFocus={() => onPoint(place)}
      onPointerEnter={() => onPoint(place)}
      className={classNames(
        'relative h-7 rounded-sm text-center text-xs tabular-nums -outline-offset-2',
        level === null ? 'text-muted' : shades[level],
        !cell && 'bg-sunken/40',
        isBest && 'font-bold ring-2 ring-accent ring-inset',
      )}
    >
      {cell ? (
        <Link
          href={href}
          data-figure={cell.attempts}
          {...stop}
          className="grid h-7 place-items-center rounded-sm -outline-offset-2 hover:underline"
        >
          <span aria-hidden>{format.count(Math.round(computeAnswerRate(cell)))}</span>
          <span className="sr-only">{analyticsLabels.seeCalls(sentence)}</span>
        </Link>
      ) : (
        <span className="sr-only">{sentence}</span>
      )}
    </td>
  );
}

interface HoursMapProps {
  readonly hours: readonly WeekHourCallCounts[];
  readonly linkOf: FigureCallsLinkBuilder;
}

export default function AnswerRateHeatMap({ hours, linkOf }: HoursMapProps) {
  const format = useRegionalFormat();
  const isAcross = useMediaQuery('(min-width: 48rem), print');
  const table = useRef<HTMLTableElement>(null);
  const [pointed, setPointed] = useState<Place | null>(null);
  const cells = new Map(hours.map((hour) => [`${hour.weekday}-${hour.hour}`, hour]));
  const cellAt = ({ weekday, hour }: Place) => cells.get(`${weekday}-${hour}`);
  const [best] = findBestDialingHours(hours);
  const stop = pointed ?? best ?? { weekday: 1, hour: 9 };

  function walk(event: KeyboardEvent): void {
    const next = placeAfter(stop, event.key, isAcross);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setPointed(next);
    table.current?.querySelector<HTMLElement>(`[data-place="${next.weekday}-${next.hour}"]`)?.focus();
  }

  const cellOf = (weekday: number, hour: number) => {
    const place = { weekday, hour };
    const cell = cellAt(place);
    const isStop = stop.weekday === weekday && stop.hour === hour;
    const href = linkOf(makeWeekHourCallFilters(weekday, hour));
    return (
      <WeekCell
        key={`${weekday}-${hour}`}
        place={place}
        cell={cell}
        level={computeHeatLevel(cell, hours)}
        isBest={cell !== undefined && cell === best}
        isStop={isStop}
        href={href}
        onPoint={setPointed}
      />
    );
  };
  const head = (text: string, name: string, isRow: boolean) => (
    <th
      key={name}
      scope={isRow ? 'row' : 'col'}
      className={classNames('text-xs font-normal text-muted', isRow ? 'pr-1.5 text-left' : 'h-6 text-center')}
    >
      <span aria-hidden>{text}</span>
      <span className="sr-only">{name}</span>
    </th>
  );
  const dayHead = (weekday: number) =>
    head(labels.shortWeekdays[weekday - 1] ?? '', labels.weekdays[weekday - 1] ?? '', isAcross);
  const hourHead = (hour: number) => head(String(hour), labels.hourName(hour), !isAcross);
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium">{describeBestDialingHours(hours, format)}</p>
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table whose cells are walked through
        role="grid"
        aria-label={labels.table}
        onKeyDown={walk}
        className="w-full table-fixed border-separate border-spacing-0.5"
      >
        <thead>
          <tr>
            <th scope="col" className={isAcross ? 'w-9' : 'w-7'}>
              <span className="sr-only">{labels.hour}</span>
            </th>
            {isAcross ? hoursOfDay.map(hourHead) : weekdays.map(dayHead)}
          </tr>
        </thead>
        <tbody>
          {isAcross
            ? weekdays.map((weekday) => (
                <tr key={weekday}>
                  {dayHead(weekday)}
                  {hoursOfDay.map((hour) => cellOf(weekday, hour))}
                </tr>
              ))
            : hoursOfDay.map((hour) => (
                <tr key={hour}>
                  {hourHead(hour)}
                  {weekdays.map((weekday) => cellOf(weekday, hour))}
                </tr>
              ))}
        </tbody>
      </table>
      <p className="min-h-10 text-muted tabular-nums sm:min-h-5 print:hidden">
        {pointed === null
          ? labels.hint
          : describeHourAnswerRate(pointed.weekday, pointed.hour, cellAt(pointed), format)}
      </p>
      <Legend />
    </div>
  );
}
