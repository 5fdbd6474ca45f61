/** The measured reads: all endpoints of dashboard, analytics, performance, quality metrics and history. */
import type { CopcReport } from '../src/contract/copc.ts';
import { copcMetrics } from '../src/contract/regional.ts';
import {
  plainAnalytics,
  plainDialingHours,
  plainMetrics,
  plainPage,
  plainPerformance,
  plainSentiment,
  plainUsage,
  plainVolume,
} from './plain-figures.ts';
import { plainCopc, plainScorecards } from './plain-quality.ts';
import type { PlainAsker, PlainPeriod } from './plain-range.ts';

export interface Answer {
  readonly body: unknown;
  /** The header X-Total-Count, if the answer has it. */
  readonly total: number | null;
}

export interface ReadCase {
  readonly endpoint: string;
  /** Path of the request; `calls`, the length of the whole list, selects the page. */
  path(calls: number): string;
  /** Part of the endpoint's answer that must equal the plain one. */
  pick(answer: Answer): unknown;
  plain(asker: PlainAsker, calls: number): Promise<unknown>;
  /** True if the endpoint's speed-up is reported by this case; its plain SQL then runs even for seconds. */
  readonly isCompared: boolean;
  /** True if the plain SQL reads at most days, so that it also runs at a million calls. */
  readonly isShort: boolean;
  /** True if the endpoint reads only rollups; a list also reads its rows. */
  readonly isRollup: boolean;
}

const agent = 'agent_bench_7';
const dayMs = 86_400_000;

interface FigureEndpoint {
  readonly endpoint: string;
  readonly periods: readonly PlainPeriod[];
  readonly query: (period: PlainPeriod) => string;
  readonly plain: (asker: PlainAsker, period: PlainPeriod, agentId?: string) => Promise<unknown>;
  readonly pick?: (body: unknown) => unknown;
  /** The range whose speed-up is reported; by default the longest. */
  readonly compared?: PlainPeriod;
}

const dashboard: readonly PlainPeriod[] = ['today', 'yesterday', '7d', '30d'];
const all: readonly PlainPeriod[] = [...dashboard, '90d'];
const timeFilter = (period: PlainPeriod): string => `timeFilter=${period}`;

const figureEndpoints: readonly FigureEndpoint[] = [
  {
    endpoint: '/api/metrics',
    periods: dashboard,
    query: (period) =>
      period === '7d' || period === '30d' ? `days=${Number.parseInt(period, 10)}` : `period=${period}`,
    plain: plainMetrics,
    compared: '7d',
  },
  {
    endpoint: '/api/calls/volume',
    periods: dashboard,
    query: (period) => `timeRange=${period}`,
    plain: plainVolume,
    compared: '7d',
  },
  { endpoint: '/api/agent-usage', periods: dashboard, query: timeFilter, plain: plainUsage },
  { endpoint: '/api/agent-sentiment', periods: dashboard, query: timeFilter, plain: plainSentiment },
  { endpoint: '/api/agent-performance', periods: all, query: timeFilter, plain: plainPerformance },
  { endpoint: '/api/analytics', periods: all, query: timeFilter, plain: plainAnalytics, compared: '7d' },
  {
    endpoint: '/api/analytics/dialing-hours',
    periods: all,
    query: timeFilter,
    plain: plainDialingHours,
    compared: '7d',
  },
  {
    endpoint: '/api/agent-scorecards',
    periods: ['1d', '7d', '30d', '90d'],
    query: timeFilter,
    plain: plainScorecards,
    compared: '7d',
  },
  {
    endpoint: '/api/copc-metrics',
    periods: all,
    query: (period) => `timeRange=${period}`,
    plain: plainCopc,
    pick: pickFigures,
    compared: '7d',
  },
];

/** The figures alone, without those of the compared range. */
function pickFigures(body: unknown): unknown {
  const report = body as CopcReport;
  return Object.fromEntries(
    copcMetrics.map((metric) => [
      metric,
      { value: report[metric].value, n: report[metric].n, trend: report[metric].trend, series: report[metric].series },
    ]),
  );
}

/** A case for each period of all agents; for one agent only the first and the longest period. */
function casesOf({ endpoint, periods, query, plain, pick = (body) => body, compared }: FigureEndpoint): ReadCase[] {
  const longest = periods.at(-1);
  return periods.flatMap((period) => {
    const of = (agentId?: string): ReadCase => ({
      endpoint,
      path: () => `${endpoint}?${query(period)}${agentId === undefined ? '' : `&agentFilter=${agentId}`}`,
      pick: ({ body }) => pick(body),
      plain: (asker) => plain(asker, period, agentId),
      isCompared: period === (compared ?? longest) && agentId === undefined,
      isShort: period === 'today' || period === '1d' || period === 'yesterday',
      isRollup: true,
    });
    return period === longest || period === periods[0] ? [of(), of(agent)] : [of()];
  });
}

const pageSize = 20;

interface ListCase {
  readonly endpoint: string;
  readonly query: string;
  /** SQL condition over `calls`, with parameters from $2 on. */
  readonly condition: string;
  readonly values: readonly unknown[];
  readonly lastPage?: boolean;
  readonly isCompared?: boolean;
}

/** The workspace's zone is three hours behind UTC, so its day ends three hours later. */
const offsetMs = 3 * 3_600_000;
const midnight = (days: number): Date =>
  new Date((Math.floor((Date.now() - offsetMs) / dayMs) - days) * dayMs + offsetMs);

const lists = (): readonly ListCase[] => [
  { endpoint: '/api/calls/all', query: '', condition: 'true', values: [], isCompared: true },
  { endpoint: '/api/calls/all', query: '', condition: 'true', values: [], lastPage: true },
  {
    endpoint: '/api/calls/all',
    query: 'status=not_connected&',
    condition: `status in ('not_connected', 'error')`,
    values: [],
  },
  {
    endpoint: '/api/calls/all',
    query: `agentId=${agent}&origin=outbound&`,
    condition: `agent_id = $2 and direction = 'outbound'`,
    values: [agent],
  },
  {
    endpoint: '/api/calls/all',
    query: 'goal=reached&status=ended&',
    condition: `is_successful and status = 'ended'`,
    values: [],
  },
  {
    endpoint: '/api/calls/all',
    query: `fromDate=${midnight(185).toISOString()}&toDate=${midnight(2).toISOString()}&sentiment=Negative&`,
    condition: `occurred_at between $2 and $3 and sentiment = 'Negative'`,
    values: [midnight(185), midnight(2)],
  },
  { endpoint: '/api/calls/filtered', query: 'days=30&', condition: 'occurred_at >= $2', values: [midnight(29)] },
  { endpoint: '/api/calls/recent', query: '', condition: 'true', values: [] },
];

function caseOfList({ endpoint, query, condition, values, lastPage = false, isCompared = false }: ListCase): ReadCase {
  const pageOf = (calls: number): number => (lastPage ? Math.ceil(calls / pageSize) : 1);
  return {
    endpoint,
    path: (calls) => `${endpoint}?${query}page=${pageOf(calls)}&pageSize=${pageSize}`,
    pick: ({ body, total }) => ({ total, ids: (body as { id: string }[]).map(({ id }) => id) }),
    plain: (asker) => plainPage(asker, condition, values, (total) => pageOf(total), pageSize),
    isCompared,
    isShort: false,
    isRollup: false,
  };
}

const active: ReadCase = {
  endpoint: '/api/calls/active',
  path: () => '/api/calls/active',
  pick: ({ body }) => (body as { id: string }[]).map(({ id }) => id),
  async plain({ pool, workspaceId }) {
    const { rows } = await pool.query<{ id: string }>(
      `select id from calls where workspace_id = $1 and status in ('registered', 'ongoing') order by occurred_at desc, id desc limit 500`,
      [workspaceId],
    );
    return rows.map(({ id }) => id);
  },
  isCompared: false,
  isShort: true,
  isRollup: false,
};

/** The cases as of now: the history's ranges start at a midnight. */
export function readCases(): ReadCase[] {
  return [...figureEndpoints.flatMap(casesOf), ...lists().map(caseOfList), active];
}
