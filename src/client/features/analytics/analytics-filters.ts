/** The screen's filters as the address holds them and as the API takes them, and the links into the call history. Pure. */
import type { ApiInput } from '../../../contract/api.ts';
import type { Analytics } from '../../../contract/analytics.ts';
import type { FigureList } from '../../../contract/figure-lists.ts';
import { figurePeriods } from '../../../labels/common-es.ts';
import { paths, type CallHistoryLink } from '../../paths.ts';

export type PeriodOption = (typeof figurePeriods)[number];
export const defaultPeriod = '7d';

/** The period that `?period=` names; seven days by default and for anything unknown. */
export function readPeriod(search: URLSearchParams): PeriodOption {
  const named = (value: string | null) => figurePeriods.find((option) => option.value === value);
  return named(search.get('period')) ?? named(defaultPeriod) ?? figurePeriods[0];
}

/** 'All agents' is left out. */
export function toQuery(period: PeriodOption, agentId: string | null): ApiInput<'getAnalytics', 'query'> {
  return { timeFilter: period.value, ...(agentId ? { agentFilter: agentId } : {}) };
}

/** First and last day of the figures, 'YYYY-MM-DD'. */
export function daysOf({ callsByDay }: Pick<Analytics, 'callsByDay'>): { readonly from: string; readonly to: string } {
  return { from: callsByDay[0]?.date ?? '', to: callsByDay.at(-1)?.date ?? '' };
}

/** Address of the calls behind a figure: of the figures' days and agent unless told otherwise. */
export type CallsLink = (list: FigureList, more?: Pick<CallHistoryLink, 'agent' | 'fromDate' | 'toDate'>) => string;

export function linkTo(analytics: Pick<Analytics, 'callsByDay'>, agentId: string | null): CallsLink {
  const { from, to } = daysOf(analytics);
  return (list, more = {}) =>
    paths.callHistory({ fromDate: from, toDate: to, ...(agentId ? { agent: agentId } : {}), ...list, ...more });
}
