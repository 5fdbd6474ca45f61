/** What the history's address may say, in one order; without zod, for the browser writes it and a saved view keeps it. */
import { judgedMetrics } from './regional.ts';

/** The filters of the panel; campaign, name and search stand apart. */
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

/** All that a view keeps; the page is no part of it. */
export const viewParameters = [...historyFilters, 'sort', 'pageSize'] as const;
