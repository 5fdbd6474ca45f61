/** Field for the dates on which nobody is called. Argentina's holidays of two years can be added at once. */
import { CalendarPlus, X } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { isCalendarDay } from '../../../../contract/calendar-days.ts';
import type { UpdateSettingsBody } from '../../../../contract/settings.ts';
import { dialingSettingsLabels as labels } from '../../../../labels/settings-es.ts';
import { getServerTimeMs } from '../../../api/realtime.ts';
import { toCalendarDay } from '../../../format/dates.ts';
import { useWorkspaceTimeZone } from '../../../session/session.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/field.tsx';
import { DayInput } from '../../../ui/moment-input.tsx';
import { listArgentineHolidays } from './argentina-holidays.ts';
import { useSettingsField, useWorkspaceLocale } from '../form/form-fields.tsx';
import type { SettingsFormValues } from '../form/settings-form.ts';
import { addTypedEntryToList, holidayListInputConfig } from '../form/typed-entries.ts';

function nameOf(date: string): string | undefined {
  return listArgentineHolidays(Number(date.slice(0, 4))).find((holiday) => holiday.date === date)?.name;
}

interface HolidayListProps {
  readonly dates: readonly string[];
  readonly today: string;
  readonly disabled: boolean;
  readonly onRemove: (date: string) => void;
}

function HolidayList({ dates, today, disabled, onRemove }: HolidayListProps) {
  const format = useRegionalFormat();
  const locale = useWorkspaceLocale();
  const weekday = new Intl.DateTimeFormat(locale.startsWith('es') ? locale : 'es-AR', {
    weekday: 'short',
    timeZone: 'UTC',
  });
  return (
    <ul className="grid max-h-72 gap-x-4 overflow-y-auto rounded-md border border-line sm:grid-cols-2">
      {dates.map((date) => (
        <li key={date} className="flex h-9 min-w-0 items-center gap-2 px-3">
          <span className={date < today ? 'shrink-0 text-muted tabular-nums' : 'shrink-0 tabular-nums'}>
            {weekday.format(new Date(date))} {format.day(date)}
          </span>
          <span className="min-w-0 flex-1 truncate text-xs text-muted" title={nameOf(date)}>
            {nameOf(date)}
          </span>
          <button
            type="button"
            disabled={disabled}
            aria-label={labels.removeHoliday(format.day(date))}
            className="shrink-0 rounded-full p-1 text-muted enabled:hover:text-ink"
            onClick={() => onRemove(date)}
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}

export function HolidaysField({ disabled }: { readonly disabled: boolean }) {
  const { value: dates, set, error } = useSettingsField<readonly string[]>('callingWindow.holidays');
  const form = useFormContext<SettingsFormValues, unknown, UpdateSettingsBody>();
  const { value: typed, set: type, bind, error: mistake } = useSettingsField<string>('callingWindow.typed');
  const locale = useWorkspaceLocale();
  const today = toCalendarDay(new Date(getServerTimeMs()), useWorkspaceTimeZone());
  const year = Number(today.slice(0, 4));
  const past = dates.filter((date) => date < today);

  return (
    <section aria-label={labels.holidays} className="flex flex-col gap-3">
      <div>
        <h3 className="font-medium">{labels.holidays}</h3>
        <p className="text-xs text-muted">{dates.length === 0 ? labels.noHolidays : labels.holidaysText}</p>
      </div>
      {dates.length > 0 ? (
        <HolidayList
          dates={dates}
          today={today}
          disabled={disabled}
          onRemove={(date) => set(dates.filter((each) => each !== date))}
        />
      ) : null}
      <div className="flex flex-wrap items-end gap-2">
        <FormField label={labels.holidayDate} error={mistake ?? error}>
          {(control) => (
            <DayInput
              {...control}
              locale={locale}
              disabled={disabled}
              className="w-44"
              value={typed}
              onChange={(day) => {
                type(day);
                form.clearErrors('callingWindow.typed');
              }}
              {...bind}
            />
          )}
        </FormField>
        <Button
          disabled={disabled || !isCalendarDay(typed)}
          onClick={() => addTypedEntryToList(form, holidayListInputConfig)}
        >
          {labels.addHoliday}
        </Button>
        <Button
          disabled={disabled}
          className="h-auto min-h-9 max-w-full shrink py-1 whitespace-normal"
          onClick={() => {
            const all = [year, year + 1].flatMap((each) => listArgentineHolidays(each).map(({ date }) => date));
            set([...new Set([...dates, ...all.filter((date) => date >= today)])].sort());
          }}
        >
          <CalendarPlus aria-hidden />
          {labels.addArgentina(`${year} y ${year + 1}`)}
        </Button>
        {past.length > 0 ? (
          <Button variant="ghost" disabled={disabled} onClick={() => set(dates.filter((date) => date >= today))}>
            {labels.removePast(past.length)}
          </Button>
        ) : null}
      </div>
      <p className="text-xs text-muted">{labels.argentinaHint}</p>
    </section>
  );
}
