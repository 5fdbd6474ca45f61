/** The collapsible filter panel: seven filters that live in the address. It keeps its height when one is set. */
import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import {
  callHistoryLabels,
  channelFilterOptions,
  originFilterOptions,
  statusFilterOptions,
} from '../../../labels/call-history-es.ts';
import { filterHelp } from '../../../labels/help-es.ts';
import { useAgents } from '../../api/queries.ts';
import { HelpTip } from '../../help/help-tip.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { countFilters, isCalendarDay, sentimentOptions, type HistoryFilters, type PanelFilter } from '../../format/history-filters.ts';

interface FilterPanelProps {
  readonly filters: HistoryFilters;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onChange: (filter: PanelFilter, value: string | null) => void;
  readonly onClear: () => void;
}

interface ChoiceProps {
  readonly label: string;
  readonly help: string;
  readonly value: string | null;
  readonly allLabel?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string | null) => void;
}

function Choice({ label, help, value, allLabel = callHistoryLabels.all, options, onChange }: ChoiceProps) {
  return (
    <Field label={label} help={<HelpTip about={label} text={help} />}>
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
    </Field>
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
  const [shown, setShown] = useState({ value, draft: value ?? '' });
  if (shown.value !== value) setShown({ value, draft: value ?? '' });
  return (
    <Field label={label} help={<HelpTip about={label} text={help} />}>
      {(control) => (
        <Input
          {...control}
          type="date"
          className="pr-2"
          value={shown.draft}
          min={min}
          max={max}
          onChange={(event) => {
            const draft = event.target.value;
            const settled = draft === '' || isCalendarDay(draft);
            setShown({ value: settled ? draft || null : value, draft });
            if (settled) onChange(draft || null);
          }}
        />
      )}
    </Field>
  );
}

function AgentChoice({ value, onChange }: Pick<ChoiceProps, 'value' | 'onChange'>) {
  const agents = useAgents();
  const known = (agents.data ?? []).map((agent) => ({ value: agent.agent_id, label: agent.agent_name }));
  const isKnown = value === null || known.some((agent) => agent.value === value);
  const allLabel = agents.isPending
    ? callHistoryLabels.agentsLoading
    : agents.isError
      ? callHistoryLabels.agentsFailed
      : callHistoryLabels.all;
  return (
    <Choice
      label={callHistoryLabels.agent}
      help={filterHelp.agent}
      value={value}
      allLabel={allLabel}
      options={isKnown ? known : [...known, { value, label: value }]}
      onChange={onChange}
    />
  );
}

export function FilterPanel({ filters, open, onToggle, onChange, onClear }: FilterPanelProps) {
  const bodyId = useId();
  const active = countFilters(filters);
  return (
    <section aria-label={callHistoryLabels.filters} className="rounded-lg border border-line bg-surface">
      <header className="flex h-11 items-center justify-between gap-2 px-2">
        <Button size="small" variant="ghost" className="px-2 text-sm text-ink" aria-expanded={open} aria-controls={open ? bodyId : undefined} onClick={onToggle}>
          <SlidersHorizontal aria-hidden />
          {callHistoryLabels.filters}
          {active > 0 ? (
            <Badge tone="accent">
              <span aria-hidden>{active}</span>
              <span className="sr-only">{callHistoryLabels.activeFilters(active)}</span>
            </Badge>
          ) : null}
          <ChevronDown aria-hidden className={classNames('transition-transform', open && 'rotate-180')} />
        </Button>
        {active > 0 ? (
          <Button size="small" variant="ghost" onClick={onClear}>
            {callHistoryLabels.clearFilters}
          </Button>
        ) : null}
      </header>
      {open ? (
        <div id={bodyId} className="grid grid-cols-2 gap-3 px-4 pt-1 pb-4 md:grid-cols-4 xl:grid-cols-7">
          <Day
            label={callHistoryLabels.from}
            help={filterHelp.from}
            value={filters.fromDate}
            max={filters.toDate ?? undefined}
            onChange={(value) => onChange('fromDate', value)}
          />
          <Day label={callHistoryLabels.to} help={filterHelp.to} value={filters.toDate} min={filters.fromDate ?? undefined} onChange={(value) => onChange('toDate', value)} />
          <Choice
            label={callHistoryLabels.status}
            help={filterHelp.status}
            value={filters.status}
            options={statusFilterOptions}
            onChange={(value) => onChange('status', value)}
          />
          <Choice
            label={callHistoryLabels.sentiment}
            help={filterHelp.sentiment}
            value={filters.sentiment}
            options={sentimentOptions}
            onChange={(value) => onChange('sentiment', value)}
          />
          <Choice
            label={callHistoryLabels.channel}
            help={filterHelp.channel}
            value={filters.channelType}
            options={channelFilterOptions}
            onChange={(value) => onChange('channelType', value)}
          />
          <AgentChoice value={filters.agent} onChange={(value) => onChange('agent', value)} />
          <Choice
            label={callHistoryLabels.origin}
            help={filterHelp.origin}
            value={filters.origin}
            options={originFilterOptions}
            onChange={(value) => onChange('origin', value)}
          />
        </div>
      ) : null}
    </section>
  );
}
