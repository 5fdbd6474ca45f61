/** Chips of the call history's active filters, with a button to add more. */
import { callHistoryPanelFilterNames } from '../../../contract/history-address.ts';
import { callHistoryLabels as labels, formatWeekHour } from '../../../labels/call-history-es.ts';
import { filterRowLabels } from '../../../labels/filter-row-es.ts';
import { useAgentNames } from '../../api/queries.ts';
import { formatAgentLabel } from '../../format/calls.ts';
import {
  formatFilterChip,
  toCallHistoryFilterName,
  type ListChoiceCallFilterName,
  type CallHistoryFilterName,
} from '../../format/filter-options.ts';
import type { CallHistoryFilterChange, CallHistoryFilters } from '../../format/history-filters.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { ActiveFilterRow, type ActiveFilterChip } from '../../layout/filter-row.tsx';
import { useRegionalFormat } from '../../session/use-format.ts';
import { lazyWithIdlePreload } from '../../ui/idle-code.ts';

const loadPopover = () => import('./filter-popover.tsx');
const FilterPopover = lazyWithIdlePreload(loadPopover);

/** Text of a chip: 'Estado: Exitosas' */
function chipText(
  filter: ListChoiceCallFilterName | 'agent' | 'fromDate' | 'toDate',
  value: string,
  agentName: string | null,
  format: RegionalFormat,
): string {
  const { chip } = filterRowLabels;
  if (filter === 'agent') return chip(labels.agent, formatAgentLabel({ agentId: value, agentName }, labels.noAgent));
  if (filter === 'fromDate') return chip(labels.from, format.day(value));
  if (filter === 'toDate') return chip(labels.to, format.day(value));
  return formatFilterChip(filter, value);
}

interface SetFiltersProps {
  readonly filters: CallHistoryFilters;
  readonly onChange: (change: CallHistoryFilterChange) => void;
  readonly onClear: () => void;
}

export function ActiveCallFilterChips({ filters, onChange, onClear }: SetFiltersProps) {
  const format = useRegionalFormat();
  const agents = useAgentNames();
  const agentName = agents.data?.find(({ agent_id }) => agent_id === filters.agent)?.agent_name ?? null;
  const { weekday, hour } = filters;
  const shown = callHistoryPanelFilterNames.flatMap((filter): ActiveFilterChip<CallHistoryFilterName>[] => {
    const value = filters[filter];
    if (value === null || filter === 'weekday' || filter === 'hour') return [];
    return [
      {
        id: filter,
        filter: toCallHistoryFilterName(filter),
        text: chipText(filter, value, agentName, format),
        onRemove: () => onChange({ [filter]: null }),
      },
    ];
  });
  if (weekday !== null || hour !== null)
    shown.push({
      id: 'hour',
      filter: 'hour',
      text: formatWeekHour(weekday === null ? null : Number(weekday), hour === null ? null : Number(hour)),
      onRemove: () => onChange({ weekday: null, hour: null }),
    });
  return <ActiveFilterRow shown={shown} Popover={FilterPopover} preload={() => void loadPopover()} onClear={onClear} />;
}
