/** Parameters of the call history's address, in a fixed order. Without zod, for the browser. Views use them too. */
import { judgedMetrics } from './regional.ts';

/** The filters of the panel. Campaign, name and search are outside it. */
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
  ...judgedMetrics,
  'weekday',
  'hour',
] as const;
export type PanelFilter = (typeof panelFilters)[number];

export const historyFilters = [...panelFilters, 'campaign', 'name', 'q'] as const;

/** The parameters that a view stores. The page is not one of them. */
export const viewParameters = [...historyFilters, 'sort', 'pageSize'] as const;
