/** Filters for figures: time range by name or dates, days to compare with, and agent. All are kept in the URL. */
import { useId, useState } from 'react';
import { isCalendarDay, type Days } from '../../contract/calendar-days.ts';
import { customRange, firstRangeDay, findRangeProblem, type ResponseDays } from '../../contract/figure-range.ts';
import { calendarPeriods, comparisonOptions, figureRangeLabels as labels } from '../../labels/figure-range-es.ts';
import { serverNow } from '../api/realtime.ts';
import { calendarDay } from '../format/dates.ts';
import { readFigureRange, formatDayRange, type FigureRange, type NamedRanges } from '../format/figure-range.ts';
import { useSearchState } from '../hooks/use-search-state.ts';
import { useTimeZone } from '../session/session.ts';
import { useFormat } from '../session/use-format.ts';
import { Select } from '../ui/input.tsx';
import { DayInput } from '../ui/moment-input.tsx';
import { RangeFilters } from './range-filters.tsx';

/** Today's date in a time zone, by the server's clock. */
export const todayIn = (zone: string): string => calendarDay(new Date(serverNow()), zone);

/** The range of figures in the address. */
export function useFigureRange<N extends string>(named: NamedRanges<N>): FigureRange<N> {
  const [search] = useSearchState();
  return readFigureRange(search, named, todayIn(useTimeZone()));
}

interface CustomDaysProps {
  readonly days: Days;
  readonly onChange: (days: Days) => void;
}

/** Inputs for the first and last day of a custom range. Incomplete or invalid dates are ignored. */
function CustomDays({ days, onChange }: CustomDaysProps) {
  const id = useId();
  const today = todayIn(useTimeZone());
  const { dateLocale: locale } = useFormat().regional;
  const [shown, setShown] = useState({ days, draft: days });
  if (shown.days.from !== days.from || shown.days.to !== days.to) setShown({ days, draft: days });
  const { draft } = shown;
  const isWhole = isCalendarDay(draft.from) && isCalendarDay(draft.to);
  const problem = isWhole ? findRangeProblem(draft, today) : null;
  const type = (end: keyof Days, day: string) => {
    const typed = { ...draft, [end]: day };
    setShown({ days, draft: typed });
    if (isCalendarDay(typed.from) && isCalendarDay(typed.to) && findRangeProblem(typed, today) === null)
      onChange(typed);
  };
  return (
    <div
      className="flex flex-wrap items-center gap-x-4 gap-y-3 max-sm:w-full"
      onBlur={() => isWhole || setShown({ days, draft: days })}
    >
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="flex items-center gap-2 max-sm:w-full">
          <label htmlFor={`${id}-${end}`} className="shrink-0 text-muted max-sm:w-16">
            {labels[end]}
          </label>
          <DayInput
            id={`${id}-${end}`}
            locale={locale}
            className="w-full sm:w-38"
            min={firstRangeDay}
            max={today}
            value={draft[end]}
            aria-invalid={problem === null ? undefined : true}
            aria-describedby={problem === null ? undefined : `${id}-problem`}
            onChange={(day) => type(end, day)}
          />
        </div>
      ))}
      {problem === null ? null : (
        <p id={`${id}-problem`} role="alert" className="text-xs text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

interface ComparedDaysProps {
  readonly chosen: string;
  readonly answered: ResponseDays | undefined;
  readonly onChange: (value: string) => void;
}

function ComparedDays({ chosen, answered, onChange }: ComparedDaysProps) {
  const id = useId();
  const format = useFormat();
  const today = todayIn(useTimeZone());
  const written = answered && formatDayRange(answered.compared, format);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:w-full">
      <label htmlFor={id} className="shrink-0 text-muted max-sm:w-16">
        {labels.compare}
      </label>
      <Select
        id={id}
        className="max-sm:flex-1 sm:w-60"
        value={chosen}
        onChange={(event) => onChange(event.target.value)}
      >
        {comparisonOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <span className="text-xs text-muted tabular-nums max-sm:w-full max-sm:pl-18">
        {written && answered.days.to === today ? labels.untilNow(written) : written}
      </span>
    </div>
  );
}

interface FigureFiltersProps<N extends string> {
  readonly named: NamedRanges<N>;
  /** Days that the figures on screen cover; undefined while they load. */
  readonly answered: ResponseDays | undefined;
  readonly agent?: { readonly id: string; readonly onChange: (id: string | null) => void };
}

export function FigureFilters<N extends string>({ named, answered, agent }: FigureFiltersProps<N>) {
  const [search, changeSearch] = useSearchState();
  const { period, days, compare } = useFigureRange(named);
  const today = todayIn(useTimeZone());
  // The inputs of a custom range are prefilled with the days of the figures on screen.
  const shown = { from: days.from ?? answered?.days.from ?? today, to: days.to ?? answered?.days.to ?? today };
  const choose = (value: string) =>
    changeSearch({
      period: value === named.opensWith ? null : value,
      from: value === customRange ? shown.from : null,
      to: value === customRange ? shown.to : null,
    });
  return (
    <RangeFilters
      periods={[...named.options, ...calendarPeriods]}
      period={period}
      agentId={agent?.id ?? search.get('agent')}
      onPeriod={choose}
      onAgent={agent?.onChange ?? ((value) => changeSearch({ agent: value }))}
      days={period === customRange && <CustomDays days={shown} onChange={(chosen) => changeSearch({ ...chosen })} />}
    >
      <ComparedDays
        chosen={compare.compare ?? 'previous'}
        answered={answered}
        onChange={(value) => changeSearch({ compare: value === 'previous' ? null : value })}
      />
    </RangeFilters>
  );
}
