/** What is filtered by, each with a button that takes it away. */
import { X } from 'lucide-react';
import { panelFilters } from '../../../contract/history-address.ts';
import { callHistoryLabels as labels, weekHourLabel } from '../../../labels/call-history-es.ts';
import { useAgents } from '../../api/queries.ts';
import { agentLabel } from '../../format/calls.ts';
import { choiceText, type ChoiceFilter } from '../../format/filter-options.ts';
import type { FilterChange, HistoryFilters } from '../../format/history-filters.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { useFormat } from '../../session/use-format.ts';

/** 'Estado: Exitosas' */
function chipText(
  filter: ChoiceFilter | 'agent' | 'fromDate' | 'toDate',
  value: string,
  agentName: string | null,
  format: RegionalFormat,
): string {
  if (filter === 'agent') return labels.chip(labels.agent, agentLabel({ agentId: value, agentName }, labels.noAgent));
  if (filter === 'fromDate') return labels.chip(labels.from, format.day(value));
  if (filter === 'toDate') return labels.chip(labels.to, format.day(value));
  return choiceText(filter, value);
}

function Chip({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  return (
    <button
      type="button"
      aria-label={labels.removeFilter(text)}
      className="inline-flex h-7 max-w-full items-center gap-1 rounded-full border border-line bg-sunken pr-1.5 pl-2.5 text-xs text-ink transition-colors hover:border-line-strong"
      onClick={onRemove}
    >
      <span className="truncate">{text}</span>
      <X aria-hidden className="size-3.5 shrink-0 text-muted" />
    </button>
  );
}

interface ChipsProps {
  readonly filters: HistoryFilters;
  readonly onChange: (change: FilterChange) => void;
}

export function FilterChips({ filters, onChange }: ChipsProps) {
  const format = useFormat();
  const { weekday, hour } = filters;
  const agents = useAgents();
  const agentName = agents.data?.find(({ agent_id }) => agent_id === filters.agent)?.agent_name ?? null;
  return (
    <ul className="flex flex-wrap gap-1.5 empty:hidden">
      {panelFilters.map((filter) => {
        const value = filters[filter];
        if (value === null || filter === 'weekday' || filter === 'hour') return null;
        return (
          <li key={filter} className="max-w-full">
            <Chip text={chipText(filter, value, agentName, format)} onRemove={() => onChange({ [filter]: null })} />
          </li>
        );
      })}
      {weekday === null && hour === null ? null : (
        <li className="max-w-full">
          <Chip
            text={weekHourLabel(weekday === null ? null : Number(weekday), hour === null ? null : Number(hour))}
            onRemove={() => onChange({ weekday: null, hour: null })}
          />
        </li>
      )}
    </ul>
  );
}
