/** Names and options of the call history's filters. Pure. */
import { callHistoryPanelFilterNames, type CallHistoryPanelFilterName } from '../../contract/history-address.ts';
import {
  callAttentionFilterOptions,
  callHistoryLabels as labels,
  callChannelFilterOptions,
  callHistoryDayRangeOptions,
  callGoalFilterOptions,
  yesNoFilterOptions,
  yesNoMetricFilterLabels,
  callMeasureFilterOptions,
  callDirectionFilterOptions,
  callStatusFilterOptions,
  formatWeekHour,
} from '../../labels/call-history-es.ts';
import { filterRowLabels } from '../../labels/filter-row-es.ts';
import { copcMetricLabels } from '../../labels/copc-metrics-es.ts';
import { getDisconnectionReasonLabel, disconnectionReasonTexts } from '../../labels/disconnection-reasons-es.ts';
import {
  buildYesNoMetricRecord,
  callResultOptions,
  callSentimentOptions,
  type CallHistoryFilters,
} from './history-filters.ts';

export interface CallHistoryFilterOptions {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/**
 * Names of the call history filters whose value is chosen from a list. Days, agents, weekdays and hours are chosen
 * otherwise.
 */
export type ListChoiceCallFilterName = Exclude<
  CallHistoryPanelFilterName,
  'fromDate' | 'toDate' | 'agent' | 'weekday' | 'hour'
>;

/**
 * Options of each call history filter that offers a list of values. Disconnection reasons are offered only if they have
 * a Spanish text.
 */
export const callHistoryFilterOptionsByName: Readonly<Record<ListChoiceCallFilterName, CallHistoryFilterOptions>> = {
  result: { label: labels.result, options: callResultOptions },
  days: { label: labels.days, options: callHistoryDayRangeOptions },
  status: { label: labels.status, options: callStatusFilterOptions },
  sentiment: { label: labels.sentiment, options: callSentimentOptions },
  channelType: { label: labels.channel, options: callChannelFilterOptions },
  origin: { label: labels.origin, options: callDirectionFilterOptions },
  goal: { label: labels.goal, options: callGoalFilterOptions },
  reason: {
    label: labels.reason,
    options: Object.keys(disconnectionReasonTexts).map((value) => ({
      value,
      label: getDisconnectionReasonLabel(value),
    })),
  },
  attention: { label: labels.attention, options: callAttentionFilterOptions },
  measure: { label: labels.measure, options: callMeasureFilterOptions },
  missed: {
    label: labels.missed,
    options: Object.entries({ ...copcMetricLabels, complaintRate: yesNoMetricFilterLabels.complaintRate }).map(
      ([value, label]) => ({ value, label }),
    ),
  },
  ...buildYesNoMetricRecord((metric) => ({ label: yesNoMetricFilterLabels[metric], options: yesNoFilterOptions })),
};

function writeChoice(filter: ListChoiceCallFilterName, value: string): string {
  const known = callHistoryFilterOptionsByName[filter].options.find((option) => option.value === value)?.label;
  return known ?? (filter === 'reason' ? getDisconnectionReasonLabel(value) : value);
}

/** Text of a chip: 'Resultado: Contestador' */
export function formatFilterChip(filter: ListChoiceCallFilterName, value: string): string {
  return filterRowLabels.chip(callHistoryFilterOptionsByName[filter].label, writeChoice(filter, value));
}

/**
 * Names of the call history filters as people see them. The two ends of a range of days are one filter, and so are
 * weekday and hour.
 */
export type CallHistoryFilterName = Exclude<CallHistoryPanelFilterName, 'fromDate' | 'toDate' | 'weekday'>;

const filterNames: Partial<Record<CallHistoryPanelFilterName, CallHistoryFilterName>> = {
  fromDate: 'days',
  toDate: 'days',
  weekday: 'hour',
};

export const toCallHistoryFilterName = (filter: CallHistoryPanelFilterName): CallHistoryFilterName =>
  filterNames[filter] ?? (filter as CallHistoryFilterName);

/** Call history filters that the text about active filters does not mention. */
const plainFilters: ReadonlySet<CallHistoryPanelFilterName> = new Set(['days', 'fromDate', 'toDate', 'agent']);

/** Texts for the active history filters except days and agent: 'Queja = Sí', 'No cumple: Tasa de conexión'. */
export function describeActiveFilters(filters: CallHistoryFilters): readonly string[] {
  const { weekday, hour } = filters;
  const choices = callHistoryPanelFilterNames.flatMap((filter) => {
    const value = filters[filter];
    if (value === null || plainFilters.has(filter) || filter === 'weekday' || filter === 'hour') return [];
    const choice = filter as ListChoiceCallFilterName;
    return [
      filter in yesNoMetricFilterLabels
        ? `${callHistoryFilterOptionsByName[choice].label} = ${writeChoice(choice, value)}`
        : formatFilterChip(choice, value),
    ];
  });
  const moment = weekday === null && hour === null ? [] : [formatWeekHour(toNumber(weekday), toNumber(hour))];
  return [...choices, ...moment];
}

const toNumber = (text: string | null): number | null => (text === null ? null : Number(text));
