/** Names and options of the call history's filters. Pure. */
import { panelFilters, type PanelFilter } from '../../contract/history-address.ts';
import {
  attentionFilterOptions,
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
} from '../../labels/call-history-es.ts';
import { filterRowLabels } from '../../labels/filter-row-es.ts';
import { copcMetricLabels } from '../../labels/copc-metrics-es.ts';
import { reasonLabel, reasonTexts } from '../../labels/disconnection-reasons-es.ts';
import { recordByMetric, resultOptions, sentimentOptions, type HistoryFilters } from './history-filters.ts';

export interface FilterOptions {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** Names of history filters whose value is chosen from a list, unlike days, agents and hours of the week. */
export type ChoiceFilter = Exclude<PanelFilter, 'fromDate' | 'toDate' | 'agent' | 'weekday' | 'hour'>;

/** Options of each history filter with a list of values. For disconnection reasons, those known to us. */
export const filterOptions: Readonly<Record<ChoiceFilter, FilterOptions>> = {
  result: { label: labels.result, options: resultOptions },
  days: { label: labels.days, options: dayRangeOptions },
  status: { label: labels.status, options: statusFilterOptions },
  sentiment: { label: labels.sentiment, options: sentimentOptions },
  channelType: { label: labels.channel, options: channelFilterOptions },
  origin: { label: labels.origin, options: originFilterOptions },
  goal: { label: labels.goal, options: goalFilterOptions },
  reason: {
    label: labels.reason,
    options: Object.keys(reasonTexts).map((value) => ({ value, label: reasonLabel(value) })),
  },
  attention: { label: labels.attention, options: attentionFilterOptions },
  measure: { label: labels.measure, options: measureFilterOptions },
  missed: {
    label: labels.missed,
    options: Object.entries({ ...copcMetricLabels, complaintRate: judgedLabels.complaintRate }).map(
      ([value, label]) => ({ value, label }),
    ),
  },
  ...recordByMetric((metric) => ({ label: judgedLabels[metric], options: judgedFilterOptions })),
};

/** Text for a filter's value: 'Contestador'. An unknown value is shown unchanged, except that reasons get a text. */
function writeChoice(filter: ChoiceFilter, value: string): string {
  const known = filterOptions[filter].options.find((option) => option.value === value)?.label;
  return known ?? (filter === 'reason' ? reasonLabel(value) : value);
}

/** Text of a chip: 'Resultado: Contestador' */
export function choiceText(filter: ChoiceFilter, value: string): string {
  return filterRowLabels.chip(filterOptions[filter].label, writeChoice(filter, value));
}

/** Names of history filters as people see them: both ends of a range of days are one filter. */
export type FilterName = Exclude<PanelFilter, 'fromDate' | 'toDate' | 'weekday'>;

const filterNames: Partial<Record<PanelFilter, FilterName>> = { fromDate: 'days', toDate: 'days', weekday: 'hour' };

export const filterNameOf = (filter: PanelFilter): FilterName => filterNames[filter] ?? (filter as FilterName);

/** History filters that the description of active filters leaves out. */
const plainFilters: ReadonlySet<PanelFilter> = new Set(['days', 'fromDate', 'toDate', 'agent']);

/** Texts for the active history filters except days and agent: 'Queja = Sí', 'No cumple: Tasa de conexión'. */
export function describeActiveFilters(filters: HistoryFilters): readonly string[] {
  const { weekday, hour } = filters;
  const choices = panelFilters.flatMap((filter) => {
    const value = filters[filter];
    if (value === null || plainFilters.has(filter) || filter === 'weekday' || filter === 'hour') return [];
    const choice = filter as ChoiceFilter;
    return [
      filter in judgedLabels
        ? `${filterOptions[choice].label} = ${writeChoice(choice, value)}`
        : choiceText(choice, value),
    ];
  });
  const moment = weekday === null && hour === null ? [] : [weekHourLabel(toNumber(weekday), toNumber(hour))];
  return [...choices, ...moment];
}

const toNumber = (text: string | null): number | null => (text === null ? null : Number(text));
