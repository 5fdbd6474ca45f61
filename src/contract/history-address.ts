/** Query parameters of the call history's URL, in a fixed order, which saved views also use. Does not import zod. */
import { yesNoMetrics } from './regional.ts';

/** Filters in the call history's panel. Campaign, name and search are outside the panel. */
export const panelFilters = [
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
export type PanelFilter = (typeof panelFilters)[number];

export const historyFilters = [...panelFilters, 'campaign', 'name', 'q'] as const;

/** Query parameters that a saved view stores: all except the page. */
export const viewParameters = [...historyFilters, 'sort', 'pageSize'] as const;
