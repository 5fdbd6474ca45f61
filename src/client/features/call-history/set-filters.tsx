/** Chips of the call history's active filters, with a button to add more. */
import { panelFilters } from '../../../contract/history-address.ts';
import { callHistoryLabels as labels, weekHourLabel } from '../../../labels/call-history-es.ts';
import { filterRowLabels } from '../../../labels/filter-row-es.ts';
import { useAgents } from '../../api/queries.ts';
import { agentLabel } from '../../format/calls.ts';
import { choiceText, filterNameOf, type ChoiceFilter, type FilterName } from '../../format/filter-options.ts';
import type { FilterChange, HistoryFilters } from '../../format/history-filters.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { FilterRow, type ShownFilter } from '../../layout/filter-row.tsx';
import { useFormat } from '../../session/use-format.ts';
import { idleLazy } from '../../ui/idle-code.ts';

const loadPopover = () => import('./filter-popover.tsx');
const FilterPopover = idleLazy(loadPopover);

/** Text of a chip: 'Estado: Exitosas' */
function chipText(
  filter: ChoiceFilter | 'agent' | 'fromDate' | 'toDate',
  value: string,
  agentName: string | null,
  format: RegionalFormat,
): string {
  const { chip } = filterRowLabels;
  if (filter === 'agent') return chip(labels.agent, agentLabel({ agentId: value, agentName }, labels.noAgent));
  if (filter === 'fromDate') return chip(labels.from, format.day(value));
  if (filter === 'toDate') return chip(labels.to, format.day(value));
  return choiceText(filter, value);
}

interface SetFiltersProps {
  readonly filters: HistoryFilters;
  readonly onChange: (change: FilterChange) => void;
  readonly onClear: () => void;
}

export function ActiveFilters({ filters, onChange, onClear }: SetFiltersProps) {
  const format = useFormat();
  const agents = useAgents();
  const agentName = agents.data?.find(({ agent_id }) => agent_id === filters.agent)?.agent_name ?? null;
  const { weekday, hour } = filters;
  const shown = panelFilters.flatMap((filter): ShownFilter<FilterName>[] => {
    const value = filters[filter];
    if (value === null || filter === 'weekday' || filter === 'hour') return [];
    return [
      {
        id: filter,
        filter: filterNameOf(filter),
        text: chipText(filter, value, agentName, format),
        onRemove: () => onChange({ [filter]: null }),
      },
    ];
  });
  if (weekday !== null || hour !== null)
    shown.push({
      id: 'hour',
      filter: 'hour',
      text: weekHourLabel(weekday === null ? null : Number(weekday), hour === null ? null : Number(hour)),
      onRemove: () => onChange({ weekday: null, hour: null }),
    });
  return <FilterRow shown={shown} Popover={FilterPopover} preload={() => void loadPopover()} onClear={onClear} />;
}
