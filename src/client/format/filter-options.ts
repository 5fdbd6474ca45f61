/** What each filter of the history is called and which values it offers, in the order in which filters are listed. Pure. */
import type { PanelFilter } from '../../contract/history-address.ts';
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
} from '../../labels/call-history-es.ts';
import { copcMetricLabels } from '../../labels/copc-metrics-es.ts';
import { reasonLabel, reasonTexts } from '../../labels/disconnection-reasons-es.ts';
import { judgements, resultOptions, sentimentOptions } from './history-filters.ts';

export interface FilterOptions {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** Filters of which a value is chosen; days, agents and hours of the week are filtered by in another way. */
export type ChoiceFilter = Exclude<PanelFilter, 'fromDate' | 'toDate' | 'agent' | 'weekday' | 'hour'>;

/** Reasons: those that the provider is known to give, in their order of gravity. Metrics: in words of one call. */
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
  measure: { label: labels.measure, options: measureFilterOptions },
  missed: {
    label: labels.missed,
    options: Object.entries({ ...copcMetricLabels, complaintRate: judgedLabels.complaintRate }).map(
      ([value, label]) => ({ value, label }),
    ),
  },
  ...judgements((metric) => ({ label: judgedLabels[metric], options: judgedFilterOptions })),
};

/** 'Resultado: Contestador'; a reason that nobody knows is worded by itself, any other value stands as it is. */
export function choiceText(filter: ChoiceFilter, value: string): string {
  const { label, options } = filterOptions[filter];
  const known = options.find((option) => option.value === value)?.label;
  return labels.chip(label, known ?? (filter === 'reason' ? reasonLabel(value) : value));
}

/** Filters as they are picked: days are one, and so is an hour of the week. */
export type FilterName = Exclude<PanelFilter, 'fromDate' | 'toDate' | 'weekday'>;

const filterNames: Partial<Record<PanelFilter, FilterName>> = { fromDate: 'days', toDate: 'days', weekday: 'hour' };

export const filterNameOf = (filter: PanelFilter): FilterName => filterNames[filter] ?? (filter as FilterName);
