/** Toggle buttons for the days of the week. */
import { shortWeekdayNames, weekdayNames } from '../../labels/weekdays-es.ts';
import { classNames } from './class-names.ts';

interface DayTogglesProps {
  readonly legend: string;
  /** Chosen days: 1 Monday to 7 Sunday. */
  readonly days: readonly number[];
  /** Called with the days in order. */
  readonly onChange: (days: number[]) => void;
  readonly disabled?: boolean;
}

export function WeekdayToggles({ legend, days, onChange, disabled = false }: DayTogglesProps) {
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {weekdayNames.map((name, index) => {
          const day = index + 1;
          const on = days.includes(day);
          return (
            <label
              key={name}
              className={classNames(
                'relative flex h-9 min-w-11 items-center justify-center rounded-md border px-2.5 font-medium transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
                on ? 'border-accent bg-accent-soft text-accent-text' : 'border-line-strong text-muted hover:text-ink',
                disabled && 'cursor-not-allowed opacity-55',
              )}
            >
              <input
                type="checkbox"
                className="sr-only"
                aria-label={name}
                checked={on}
                onChange={() =>
                  onChange(on ? days.filter((each) => each !== day) : [...days, day].sort((a, b) => a - b))
                }
              />
              <span aria-hidden>{shortWeekdayNames[index]}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
