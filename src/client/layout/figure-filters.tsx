/** Filters for figures: time range by name or dates, days to compare with, and agent. All are kept in the URL. */
import { useId, useState } from 'react';
import { isCalendarDay, type CalendarDayRange } from '../../contract/calendar-days.ts';
import {
  customRangeValue,
  earliestRangeDay,
  findDateRangeProblem,
  type ComparedDayRanges,
} from '../../contract/figure-range.ts';
import {
  calendarPeriodOptions,
  comparisonPeriodOptions,
  figureRangeLabels as labels,
} from '../../labels/figure-range-es.ts';
import { getServerTimeMs } from '../api/realtime.ts';
import { toCalendarDay } from '../format/dates.ts';
import {
  readFigureRangeFromUrl,
  formatDayRange,
  type SelectedFigureRange,
  type NamedRangeOptions,
} from '../format/figure-range.ts';
import { useUrlSearchState } from '../hooks/use-search-state.ts';
import { useWorkspaceTimeZone } from '../session/session.ts';
import { useRegionalFormat } from '../session/use-format.ts';
import { Select } from '../ui/input.tsx';
import { DayInput } from '../ui/moment-input.tsx';
import { PeriodAndAgentFilters } from './range-filters.tsx';

/** Today's date in a time zone, by the server's clock. */
export const getTodayInZone = (zone: string): string => toCalendarDay(new Date(getServerTimeMs()), zone);

/** The range of figures in the address. */
export function useFigureRangeFromUrl<N extends string>(named: NamedRangeOptions<N>): SelectedFigureRange<N> {
  const [search] = useUrlSearchState();
  return readFigureRangeFromUrl(search, named, getTodayInZone(useWorkspaceTimeZone()));
}

interface CustomDaysProps {
  readonly days: CalendarDayRange;
  readonly onChange: (days: CalendarDayRange) => void;
}

/** Inputs for the first and last day of a custom range. Incomplete or invalid dates are ignored. */
function CustomDays({ days, onChange }: CustomDaysProps) {
  const id = useId();
  const today = getTodayInZone(useWorkspaceTimeZone());
  const { dateLocale: locale } = useRegionalFormat().regional;
  const [shown, setShown] = useState({ days, draft: days });
  if (shown.days.from !== days.from || shown.days.to !== days.to) setShown({ days, draft: days });
  const { draft } = shown;
  const isWhole = isCalendarDay(draft.from) && isCalendarDay(draft.to);
  const problem = isWhole ? findDateRangeProblem(draft, today) : null;
  const type = (end: keyof CalendarDayRange, day: string) => {
    const typed = { ...draft, [end]: day };
    setShown({ days, draft: typed });
    if (isCalendarDay(typed.from) && isCalendarDay(typed.to) && findDateRangeProblem(typed, today) === null)
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
            min={earliestRangeDay}
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
  readonly answered: ComparedDayRanges | undefined;
  readonly onChange: (value: string) => void;
}

function ComparedDays({ chosen, answered, onChange }: ComparedDaysProps) {
  const id = useId();
  const format = useRegionalFormat();
  const today = getTodayInZone(useWorkspaceTimeZone());
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
        {comparisonPeriodOptions.map(({ value, label }) => (
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
  readonly named: NamedRangeOptions<N>;
  /** Days that the figures on screen cover; undefined while they load. */
  readonly answered: ComparedDayRanges | undefined;
  readonly agent?: { readonly id: string; readonly onChange: (id: string | null) => void };
}

export function FigureRangeFilters<N extends string>({ named, answered, agent }: FigureFiltersProps<N>) {
  const [search, changeSearch] = useUrlSearchState();
  const { period, days, compare } = useFigureRangeFromUrl(named);
  const today = getTodayInZone(useWorkspaceTimeZone());
  // The inputs of a custom range are prefilled with the days of the figures on screen.
  const shown = { from: days.from ?? answered?.days.from ?? today, to: days.to ?? answered?.days.to ?? today };
  const choose = (value: string) =>
    changeSearch({
      period: value === named.opensWith ? null : value,
      from: value === customRangeValue ? shown.from : null,
      to: value === customRangeValue ? shown.to : null,
    });
  return (
    <PeriodAndAgentFilters
      periods={[...named.options, ...calendarPeriodOptions]}
      period={period}
      agentId={agent?.id ?? search.get('agent')}
      onPeriod={choose}
      onAgent={agent?.onChange ?? ((value) => changeSearch({ agent: value }))}
      days={
        period === customRangeValue && <CustomDays days={shown} onChange={(chosen) => changeSearch({ ...chosen })} />
      }
    >
      <ComparedDays
        chosen={compare.compare ?? 'previous'}
        answered={answered}
        onChange={(value) => changeSearch({ compare: value === 'previous' ? null : value })}
      />
    </PeriodAndAgentFilters>
  );
}
