/** The fields behind 'Agregar filtro': days by name or by date, and what can be chosen. */
import { useState } from 'react';
import { isCalendarDay } from '../../../contract/calendar-days.ts';
import { judgedMetrics } from '../../../contract/regional.ts';
import {
  callHistoryLabels as labels,
  channelFilterOptions,
  dayRangeOptions,
  goalFilterOptions,
  judgedFilterOptions,
  judgedLabels,
  originFilterOptions,
  statusFilterOptions,
} from '../../../labels/call-history-es.ts';
import { actionLabels } from '../../../labels/common-es.ts';
import { reasonLabel } from '../../../labels/disconnection-reasons-es.ts';
import { filterHelp } from '../../../labels/form-help-es.ts';
import { useAgents } from '../../api/queries.ts';
import { agentLabel } from '../../format/calls.ts';
import {
  filteredDays,
  sentimentOptions,
  type FilterChange,
  type HistoryFilters,
} from '../../format/history-filters.ts';
import { HelpField } from '../../help/help-field.tsx';
import { HelpTip } from '../../help/help-tip.tsx';
import { useTimeZone } from '../../session/session.ts';
import { useFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Select } from '../../ui/input.tsx';
import { DayInput } from '../../ui/moment-input.tsx';
import { filterOptions } from '../../format/filter-options.ts';

const { options: reasonOptions } = filterOptions.reason;
const { options: missedOptions } = filterOptions.missed;

interface FilterFieldsProps {
  readonly filters: HistoryFilters;
  readonly onChange: (change: FilterChange) => void;
}

interface ChoiceProps {
  readonly label: string;
  readonly help?: string;
  readonly value: string | null;
  readonly allLabel?: string;
  readonly hint?: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string | null) => void;
}

function Choice({ label, help, value, allLabel = labels.all, hint, options, onChange }: ChoiceProps) {
  return (
    <HelpField label={label} hint={hint} help={help}>
      {(control) => (
        <Select {...control} value={value ?? ''} onChange={(event) => onChange(event.target.value || null)}>
          <option value="">{allLabel}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </HelpField>
  );
}

interface DayProps {
  readonly label: string;
  readonly help: string;
  readonly value: string | null;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChange: (value: string | null) => void;
}

/** Keeps what is being typed to itself until it is a whole day, so that half a year asks nothing of the server. */
function Day({ label, help, value, min, max = '9999-12-31', onChange }: DayProps) {
  const { dateLocale: locale } = useFormat().regional;
  const [shown, setShown] = useState({ value, draft: value ?? '' });
  if (shown.value !== value) setShown({ value, draft: value ?? '' });
  return (
    <HelpField label={label} help={help}>
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
    </HelpField>
  );
}

function AgentChoice({ value, onChange }: Pick<ChoiceProps, 'value' | 'onChange'>) {
  const agents = useAgents();
  const known = (agents.data ?? []).map((agent) => ({ value: agent.agent_id, label: agent.agent_name }));
  const isKnown = value === null || known.some((agent) => agent.value === value);
  return (
    <div className="flex flex-col gap-1.5">
      <Choice
        label={labels.agent}
        help={filterHelp.agent}
        value={value}
        allLabel={agents.isPending ? labels.agentsLoading : labels.all}
        // Below and not in the field, which on a phone is too narrow for it.
        hint={agents.isLoadingError ? labels.agentsFailed : undefined}
        options={
          isKnown
            ? known
            : [...known, { value, label: agentLabel({ agentId: value, agentName: null }, labels.noAgent) }]
        }
        onChange={onChange}
      />
      {agents.isLoadingError ? (
        <Button size="small" className="md:self-start" onClick={() => void agents.refetch()}>
          {actionLabels.retry}
        </Button>
      ) : null}
    </div>
  );
}

/** A reason that nobody knows, from an address, is one to choose too. */
function ReasonChoice({ value, onChange }: Pick<ChoiceProps, 'value' | 'onChange'>) {
  const isKnown = value === null || reasonOptions.some((option) => option.value === value);
  const options = isKnown ? reasonOptions : [...reasonOptions, { value, label: reasonLabel(value) }];
  return <Choice label={labels.reason} help={filterHelp.reason} value={value} options={options} onChange={onChange} />;
}

/** Days that move on with the calendar; pressing the chosen one again takes it away. */
function DayRanges({ filters: { days }, onChange }: FilterFieldsProps) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{labels.days}</legend>
      {dayRangeOptions.map(({ value, label }) => (
        <Button
          key={value}
          size="small"
          aria-pressed={days === value}
          className={classNames(days === value && 'border-accent bg-accent-soft text-accent-text')}
          onClick={() => onChange({ days: days === value ? null : value, fromDate: null, toDate: null })}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

export function FilterFields({ filters, onChange }: FilterFieldsProps) {
  const { fromDate, toDate } = filteredDays(filters, useTimeZone());
  // A date of one's own replaces the named days, whose other end stays.
  const setDays = (change: { fromDate?: string | null; toDate?: string | null }) =>
    onChange({ days: null, fromDate, toDate, ...change });
  return (
    <div className="flex flex-col gap-3">
      <DayRanges filters={filters} onChange={onChange} />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
        <Day
          label={labels.from}
          help={filterHelp.from}
          value={fromDate}
          max={toDate ?? undefined}
          onChange={(value) => setDays({ fromDate: value })}
        />
        <Day
          label={labels.to}
          help={filterHelp.to}
          value={toDate}
          min={fromDate ?? undefined}
          onChange={(value) => setDays({ toDate: value })}
        />
        <Choice
          label={labels.status}
          help={filterHelp.status}
          value={filters.status}
          options={statusFilterOptions}
          onChange={(status) => onChange({ status })}
        />
        <Choice
          label={labels.sentiment}
          help={filterHelp.sentiment}
          value={filters.sentiment}
          options={sentimentOptions}
          onChange={(sentiment) => onChange({ sentiment })}
        />
        <Choice
          label={labels.channel}
          help={filterHelp.channel}
          value={filters.channelType}
          options={channelFilterOptions}
          onChange={(channelType) => onChange({ channelType })}
        />
        <AgentChoice value={filters.agent} onChange={(agent) => onChange({ agent })} />
        <Choice
          label={labels.origin}
          help={filterHelp.origin}
          value={filters.origin}
          options={originFilterOptions}
          onChange={(origin) => onChange({ origin })}
        />
        <Choice
          label={labels.goal}
          help={filterHelp.goal}
          value={filters.goal}
          options={goalFilterOptions}
          onChange={(goal) => onChange({ goal })}
        />
        <Choice
          label={labels.missed}
          help={filterHelp.missed}
          value={filters.missed}
          options={missedOptions}
          onChange={(missed) => onChange({ missed })}
        />
        <div className="max-md:col-span-2">
          <ReasonChoice value={filters.reason} onChange={(reason) => onChange({ reason })} />
        </div>
      </div>
      <fieldset className="border-t border-line pt-3">
        <legend className="sr-only">{labels.judged}</legend>
        <div className="mb-2 text-muted">
          <HelpTip about={labels.judged} text={filterHelp.judged} place="aside" />
        </div>
        <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
          {judgedMetrics.map((metric) => (
            <Choice
              key={metric}
              label={judgedLabels[metric]}
              value={filters[metric]}
              options={judgedFilterOptions}
              onChange={(value) => onChange({ [metric]: value })}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}
