/**
 * Inputs for a date or time in the workspace's format. If the typed text can be parsed, `value` is ISO ('2026-11-21',
 * '09:30'). Otherwise `value` is the typed text, so that no caller keeps the previous date by mistake.
 */
import { Calendar } from 'lucide-react';
import { useId, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import type { DateLocale } from '../../contract/regional.ts';
import { isCalendarDay, isClockTime } from '../../contract/calendar-days.ts';
import { momentInputLabels as labels } from '../../labels/moment-input-es.ts';
import {
  buildDayInputPlaceholder,
  parseTypedClockTime,
  parseTypedDay,
  formatDayForInput,
} from '../format/typed-moments.ts';
import { classNames } from './class-names.ts';
import { Input } from './input.tsx';

interface MomentInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'min' | 'max'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

interface TypedInputProps extends MomentInputProps {
  readonly write: (value: string) => string;
  readonly read: (text: string, isFinished: boolean) => string | null;
  readonly isRead: (value: string) => boolean;
  readonly problem: string;
  readonly children?: ReactNode;
}

function TypedInput({ value, onChange, write, read, isRead, problem, className, children, ...input }: TypedInputProps) {
  const problemId = useId();
  const [shown, setShown] = useState({ value, text: write(value) });
  const [isLeft, setIsLeft] = useState(true);
  if (shown.value !== value) setShown({ value, text: write(value) });
  const isRefused = isLeft && value.trim() !== '' && !isRead(value);
  const reportMoment = (text: string, isFinished: boolean) => {
    const told = read(text, isFinished) ?? text;
    setShown({ value: told, text: isFinished ? write(told) : text });
    setIsLeft(isFinished);
    if (told !== value) onChange(told);
  };
  return (
    <span className={classNames('relative block', className)}>
      <Input
        autoComplete="off"
        inputMode="numeric"
        {...input}
        aria-invalid={isRefused || input['aria-invalid']}
        aria-describedby={
          [input['aria-describedby'], isRefused ? problemId : ''].filter(Boolean).join(' ') || undefined
        }
        className={classNames('tabular-nums', children ? 'pr-9' : undefined)}
        value={shown.text}
        onChange={(event) => reportMoment(event.target.value, false)}
        onBlur={(event) => {
          reportMoment(shown.text, true);
          input.onBlur?.(event);
        }}
        // Runs before Enter submits the form.
        onKeyDown={(event) => {
          if (event.key === 'Enter') reportMoment(shown.text, true);
        }}
      />
      {children}
      {isRefused ? (
        <span id={problemId} role="alert" className="mt-1.5 block text-xs text-bad">
          {problem}
        </span>
      ) : null}
    </span>
  );
}

interface DayInputProps extends MomentInputProps {
  readonly locale: DateLocale;
  /** First and last day that the calendar popup offers. Typed dates may be outside. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

export function DayInput({ locale, min, max, ...props }: DayInputProps) {
  const pattern = buildDayInputPlaceholder(locale);
  const picker = useRef<HTMLInputElement>(null);
  const open = () => {
    if (!picker.current) return;
    picker.current.value = isCalendarDay(props.value) ? props.value : '';
    picker.current.showPicker();
  };
  return (
    <TypedInput
      // Remount the date input when the locale changes, because its text still has the previous locale's order of day
      // and month.
      key={locale}
      placeholder={pattern}
      write={(value) => formatDayForInput(value, locale)}
      read={(typed, isFinished) => parseTypedDay(typed, locale, isFinished)}
      isRead={isCalendarDay}
      problem={labels.dayProblem(pattern)}
      {...props}
    >
      <span className="absolute top-0 right-0">
        <input
          ref={picker}
          type="date"
          tabIndex={-1}
          aria-hidden
          className="pointer-events-none absolute inset-0 size-9 opacity-0"
          min={min}
          max={max}
          disabled={props.disabled}
          onChange={(event) => {
            if (event.target.value !== '') props.onChange(event.target.value);
            // Empty the invisible native date input. If its date were out of range, the browser would block the form's
            // submission.
            event.target.value = '';
          }}
        />
        <button
          type="button"
          aria-label={labels.calendar}
          title={labels.calendar}
          disabled={props.disabled}
          className="relative flex size-9 items-center justify-center rounded-md text-muted enabled:hover:text-ink"
          onClick={open}
        >
          <Calendar aria-hidden className="size-4" />
        </button>
      </span>
    </TypedInput>
  );
}

export function ClockTimeInput(props: MomentInputProps) {
  return (
    <TypedInput
      placeholder={labels.timePattern}
      write={(value) => value}
      read={parseTypedClockTime}
      isRead={isClockTime}
      problem={labels.timeProblem}
      {...props}
    />
  );
}
