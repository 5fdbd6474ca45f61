/** The filters that are set: each opens its control again, and has a button that takes it away. */
import { X } from 'lucide-react';
import { panelFilters } from '../../../contract/history-address.ts';
import { callHistoryLabels as labels, weekHourLabel } from '../../../labels/call-history-es.ts';
import { useAgents } from '../../api/queries.ts';
import { agentLabel } from '../../format/calls.ts';
import { choiceText, filterNameOf, type ChoiceFilter, type FilterName } from '../../format/filter-options.ts';
import type { FilterChange, HistoryFilters } from '../../format/history-filters.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { useFormat } from '../../session/use-format.ts';
import { idleLazy } from '../../ui/idle-code.ts';
import { LazyPopup } from '../../ui/lazy-popup.tsx';

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

const loadControl = () => import('./filter-popover.tsx');
const FilterPopover = idleLazy(loadControl);

interface ChipProps {
  readonly text: string;
  readonly filter: FilterName;
  readonly onRemove: () => void;
}

function Chip({ text, filter, onRemove }: ChipProps) {
  return (
    <span className="inline-flex h-7 max-w-full items-center rounded-full border border-line bg-sunken text-xs text-ink transition-colors hover:border-line-strong">
      <LazyPopup
        kind="dialog"
        Panel={FilterPopover}
        given={{ filter }}
        preload={() => void loadControl()}
        trigger={
          <button type="button" aria-label={labels.changeFilter(text)} className="h-full min-w-0 rounded-l-full pl-2.5">
            <span className="block truncate">{text}</span>
          </button>
        }
      />
      <button
        type="button"
        aria-label={labels.removeFilter(text)}
        className="flex h-full shrink-0 items-center rounded-r-full pr-2 pl-1 text-muted hover:text-ink"
        onClick={onRemove}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
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
    <ul className="flex max-w-full flex-wrap gap-1.5 empty:hidden">
      {panelFilters.map((filter) => {
        const value = filters[filter];
        if (value === null || filter === 'weekday' || filter === 'hour') return null;
        return (
          <li key={filter} className="max-w-full">
            <Chip
              text={chipText(filter, value, agentName, format)}
              filter={filterNameOf(filter)}
              onRemove={() => onChange({ [filter]: null })}
            />
          </li>
        );
      })}
      {weekday === null && hour === null ? null : (
        <li className="max-w-full">
          <Chip
            text={weekHourLabel(weekday === null ? null : Number(weekday), hour === null ? null : Number(hour))}
            filter="hour"
            onRemove={() => onChange({ weekday: null, hour: null })}
          />
        </li>
      )}
    </ul>
  );
}
