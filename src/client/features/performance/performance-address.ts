/** What the screen's address holds — period, agent, tab, order — and where its links lead. Pure. */
import type { ApiInput } from '../../../contract/api.ts';
import type { AgentScorecards } from '../../../contract/agent-scorecards.ts';
import { figureLists, type FigureList } from '../../../contract/figure-lists.ts';
import {
  comparisonTableLabels,
  performanceTabLabels,
  scorecardPeriodOptions,
  type ComparisonColumn,
} from '../../../labels/performance-es.ts';
import { paths } from '../../paths.ts';

export type PeriodOption = (typeof scorecardPeriodOptions)[number];
export const defaultPeriod = '7d';

export type PerformanceTab = keyof typeof performanceTabLabels;
export const defaultTab: PerformanceTab = 'summary';

/** By which column, and '-' before it from the highest down. */
export type ComparisonSort = ComparisonColumn | `-${ComparisonColumn}`;
export const defaultSort: ComparisonSort = '-successRate';
export const comparisonColumns = Object.keys(comparisonTableLabels.columns) as readonly ComparisonColumn[];

/** The period that `?period=` names; seven days by default and for anything unknown. */
export function readPeriod(search: URLSearchParams): PeriodOption {
  const named = (value: string | null) => scorecardPeriodOptions.find((option) => option.value === value);
  return named(search.get('period')) ?? named(defaultPeriod) ?? scorecardPeriodOptions[0];
}

export function readTab(search: URLSearchParams): PerformanceTab {
  const tab = search.get('tab') ?? '';
  return Object.hasOwn(performanceTabLabels, tab) ? (tab as PerformanceTab) : defaultTab;
}

export function readSort(search: URLSearchParams): ComparisonSort {
  const sort = search.get('sort') ?? '';
  return Object.hasOwn(comparisonTableLabels.columns, sort.replace(/^-/, '')) ? (sort as ComparisonSort) : defaultSort;
}

/** 'All agents' is left out. */
export function toQuery(period: PeriodOption, agentId: string | null): ApiInput<'getAgentScorecards', 'query'> {
  return { timeFilter: period.value, ...(agentId ? { agentFilter: agentId } : {}) };
}

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** First and last day of the figures, 'YYYY-MM-DD'; null where no agent has calls. */
export function daysOf({ agents }: Pick<AgentScorecards, 'agents'>): DayRange | null {
  const days = agents[0]?.days;
  const [from, to] = [days?.[0]?.date, days?.at(-1)?.date];
  return from === undefined || to === undefined ? null : { from, to };
}

/** The calls of those days that a figure counts, of one agent or of all. Null: the history has no filter for calls without an agent. */
export function callsLink(
  days: DayRange | null,
  agentId: string | null,
  list: FigureList = figureLists.calls,
): string | null {
  if (days === null || agentId === '') return null;
  return paths.callHistory({
    fromDate: days.from,
    toDate: days.to,
    ...(agentId === null ? {} : { agent: agentId }),
    ...list,
  });
}

/** One agent's card, for the same period. */
export function agentLink(search: URLSearchParams, agentId: string): string {
  const next = new URLSearchParams(search);
  next.set('agent', agentId);
  next.set('tab', 'agents' satisfies PerformanceTab);
  next.delete('sort');
  return `${paths.performance()}?${next.toString()}`;
}
