/** Query parameters of the call history's URL, in the order in which the URL contains them. Does not import zod. */
import { yesNoMetrics } from './regional.ts';

/** Query parameters of the filters in the call history's filter panel. */
export const callHistoryPanelFilters = [
  'result',
  'days',
  'fromDate',
  'toDate',
  'status',
  'sentiment',
  'channelType',
  'agent',
  'origin',
  'goal',
  'reason',
  'attention',
  'measure',
  'missed',
  ...yesNoMetrics,
  'weekday',
  'hour',
] as const;
export type CallHistoryPanelFilter = (typeof callHistoryPanelFilters)[number];

export const callHistoryFilters = [...callHistoryPanelFilters, 'campaign', 'name', 'q'] as const;

/** Query parameters that a saved view of the call history stores: all except the page number. */
export const savedCallViewParameterNames = [...callHistoryFilters, 'sort', 'pageSize'] as const;
