/**
 * Input of one filter of the call history, in a popover. The popover closes when an option is picked, but not when a
 * day or hour is typed.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isCalendarDay } from '../../../contract/calendar-days.ts';
import { callHistoryLabels as labels, callHistoryDayRangeOptions } from '../../../labels/call-history-es.ts';
import { getDisconnectionReasonLabel } from '../../../labels/disconnection-reasons-es.ts';
import { callFilterControlLabels as words } from '../../../labels/filter-control-es.ts';
import { callHistoryFilterHelp } from '../../../labels/form-help-es.ts';
import { weekdayNames } from '../../../labels/weekdays-es.ts';
import { formatAgentLabel } from '../../format/calls.ts';
import {
  callHistoryFilterOptionsByName,
  type ListChoiceCallFilterName,
  type CallHistoryFilterName,
} from '../../format/filter-options.ts';
import {
  resolveCallHistoryFilterDays,
  type CallHistoryFilterChange,
  type CallHistoryFilters,
} from '../../format/history-filters.ts';
import { FieldWithHelp } from '../../help/help-field.tsx';
import { AgentOptionList } from './agent-options.tsx';
import { useWorkspaceTimeZone } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FormField } from '../../ui/field.tsx';
import { Select } from '../../ui/input.tsx';
import { DayInput } from '../../ui/moment-input.tsx';
import { OptionList } from '../../ui/option-list.tsx';

export function getCallFilterLabel(filter: CallHistoryFilterName): string {
  if (filter === 'agent') return labels.agent;
  return filter === 'hour' ? words.hourOfWeek : callHistoryFilterOptionsByName[filter].label;
}

interface ControlProps {
  readonly filters: CallHistoryFilters;
  readonly onChange: (change: CallHistoryFilterChange) => void;
}

interface DayProps {
  readonly label: string;
  readonly help: string;
  readonly value: string | null;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChange: (value: string | null) => void;
}

/** Date input that reports only complete dates, so that a half-typed year sends no request. */
function Day({ label, help, value, min, max = '9999-12-31', onChange }: DayProps) {
  const { dateLocale: locale } = useRegionalFormat().regional;
  const [shown, setShown] = useState({ value, draft: value ?? '' });
  if (shown.value !== value) setShown({ value, draft: value ?? '' });
  return (
    <FieldWithHelp label={label} help={help}>
      {(control) => (
        <DayInput
          {...control}
          locale={locale}
          value={shown.draft}
          min={min}
          max={max}
          onChange={(draft) => {
            const settled = draft === '' || isCalendarDay(draft);
            setShown({ value: settled ? draft || null : value, draft });
            if (settled) onChange(draft || null);
          }}
        />
      )}
    </FieldWithHelp>
  );
}

/** Container that focuses its first field or button when mounted. */
function Focused({ children }: { readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector<HTMLElement>('button, input, select')?.focus(), []);
  return (
    <div ref={frame} className="flex flex-col gap-3 p-2">
      {children}
    </div>
  );
}

/** Inputs of the date filter: buttons for named ranges, which a second click removes, and two dates. */
function DaysControl({ filters, onChange }: ControlProps) {
  const { fromDate, toDate } = resolveCallHistoryFilterDays(filters, useWorkspaceTimeZone());
  // A typed date replaces a named range such as 'last 7 days'. The date that was not typed stays as in that range.
  const setDays = (change: { fromDate?: string | null; toDate?: string | null }) =>
    onChange({ days: null, fromDate, toDate, ...change });
  return (
    <Focused>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{labels.days}</legend>
        {callHistoryDayRangeOptions.map(({ value, label }) => (
          <Button
            key={value}
            size="small"
            aria-pressed={filters.days === value}
            className={classNames(filters.days === value && 'border-accent bg-accent-soft text-accent-text')}
            onClick={() => onChange({ days: filters.days === value ? null : value, fromDate: null, toDate: null })}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <Day
        label={labels.from}
        help={callHistoryFilterHelp.from}
        value={fromDate}
        max={toDate ?? undefined}
        onChange={(value) => setDays({ fromDate: value })}
      />
      <Day
        label={labels.to}
        help={callHistoryFilterHelp.to}
        value={toDate}
        min={fromDate ?? undefined}
        onChange={(value) => setDays({ toDate: value })}
      />
    </Focused>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour));

function HourControl({ filters, onChange }: ControlProps) {
  return (
    <Focused>
      <FormField label={words.weekday}>
        {(control) => (
          <Select
            {...control}
            value={filters.weekday ?? ''}
            onChange={(event) => onChange({ weekday: event.target.value || null })}
          >
            <option value="">{labels.all}</option>
            {weekdayNames.map((name, index) => (
              <option key={name} value={index + 1}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField label={words.hour}>
        {(control) => (
          <Select
            {...control}
            value={filters.hour ?? ''}
            onChange={(event) => onChange({ hour: event.target.value || null })}
          >
            <option value="">{words.allHours}</option>
            {hours.map((hour) => (
              <option key={hour} value={hour}>
                {words.oneHour(hour)}
              </option>
            ))}
          </Select>
        )}
      </FormField>
    </Focused>
  );
}

interface ChoiceProps {
  readonly filter: ListChoiceCallFilterName;
  readonly value: string | null;
  readonly onChoose: (value: string) => void;
}

/** List of a filter's options. A value in the URL that is not among the options is added to them. */
function Choice({ filter, value, onChoose }: ChoiceProps) {
  const { label, options } = callHistoryFilterOptionsByName[filter];
  const isKnown = value === null || options.some((option) => option.value === value);
  return (
    <OptionList
      label={label}
      options={isKnown ? options : [{ value, label: getDisconnectionReasonLabel(value) }, ...options]}
      value={value}
      onChoose={onChoose}
    />
  );
}

interface FilterControlProps extends ControlProps {
  readonly filter: CallHistoryFilterName;
  readonly onDone: () => void;
}

export function CallFilterInput({ filter, filters, onChange, onDone }: FilterControlProps) {
  const choose = (value: string | null) => {
    // Close the filter's popover before changing the filter, so that the focus returns to the popover's button.
    onDone();
    onChange({ [filter]: value });
  };
  if (filter === 'days') return <DaysControl filters={filters} onChange={onChange} />;
  if (filter === 'hour') return <HourControl filters={filters} onChange={onChange} />;
  if (filter !== 'agent') return <Choice filter={filter} value={filters[filter]} onChoose={choose} />;
  return (
    <AgentOptionList
      label={getCallFilterLabel(filter)}
      value={filters.agent}
      nameOf={(id) => formatAgentLabel({ agentId: id, agentName: null }, labels.noAgent)}
      onChoose={choose}
    />
  );
}
