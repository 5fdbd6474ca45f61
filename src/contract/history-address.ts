/** Query parameters of the call history's URL, in the order in which the URL contains them. Does not import zod. */
import { yesNoMetrics } from './regional.ts';

/** Query parameters of the filters in the call history's filter panel. */
export const callHistoryPanelFilterNames = [
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
export type CallHistoryPanelFilterName = (typeof callHistoryPanelFilterNames)[number];

export const callHistoryFilterNames = [...callHistoryPanelFilterNames, 'campaign', 'name', 'q'] as const;

/** Query parameters that a saved view of the call history stores: all except the page number. */
export const savedCallViewParameterNames = [...callHistoryFilterNames, 'sort', 'pageSize'] as const;
