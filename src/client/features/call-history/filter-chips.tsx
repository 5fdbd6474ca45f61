/** What is filtered by, each with a button that takes it away. */
import { X } from 'lucide-react';
import { panelFilters, type PanelFilter } from '../../../contract/history-address.ts';
import type { JudgedMetric } from '../../../contract/regional.ts';
import {
  callHistoryLabels as labels,
  channelFilterOptions,
  dayRangeOptions,
  goalFilterOptions,
  judgedFilterOptions,
  judgedLabels,
  measureFilterOptions,
  originFilterOptions,
  statusFilterOptions,
  weekHourLabel,
} from '../../../labels/call-history-es.ts';
import { reasonLabel } from '../../../labels/disconnection-reasons-es.ts';
import { useAgents } from '../../api/queries.ts';
import { agentLabel } from '../../format/calls.ts';
import { sentimentOptions, type FilterChange, type HistoryFilters } from '../../format/history-filters.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { useFormat } from '../../session/use-format.ts';
import { missedOptions, reasonOptions } from './filter-options.ts';

type Options = readonly { readonly value: string; readonly label: string }[];

const named: Readonly<
  Record<
    Exclude<PanelFilter, 'fromDate' | 'toDate' | 'agent' | 'weekday' | 'hour' | JudgedMetric>,
    { readonly label: string; readonly options: Options }
  >
> = {
  days: { label: labels.days, options: dayRangeOptions },
  status: { label: labels.status, options: statusFilterOptions },
  sentiment: { label: labels.sentiment, options: sentimentOptions },
  channelType: { label: labels.channel, options: channelFilterOptions },
  origin: { label: labels.origin, options: originFilterOptions },
  goal: { label: labels.goal, options: goalFilterOptions },
  reason: { label: labels.reason, options: reasonOptions },
  measure: { label: labels.measure, options: measureFilterOptions },
  missed: { label: labels.missed, options: missedOptions },
};

/** 'Estado: Exitosas' */
function chipText(
  filter: keyof typeof named | JudgedMetric | 'agent' | 'fromDate' | 'toDate',
  value: string,
  agentName: string | null,
  format: RegionalFormat,
): string {
  if (filter === 'agent') return labels.chip(labels.agent, agentLabel({ agentId: value, agentName }, labels.noAgent));
  if (filter === 'fromDate') return labels.chip(labels.from, format.day(value));
  if (filter === 'toDate') return labels.chip(labels.to, format.day(value));
  const { label, options } =
    filter in named
      ? named[filter as keyof typeof named]
      : { label: judgedLabels[filter as JudgedMetric], options: judgedFilterOptions };
  return labels.chip(
    label,
    options.find((option) => option.value === value)?.label ?? (filter === 'reason' ? reasonLabel(value) : value),
  );
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
