/** Selects the table rows that fit the printed report and sums up the others, with rates computed from counts. Pure. */
import type { AgentScorecard } from '../../../contract/agent-scorecards.ts';
import type { CampaignsWithCalls } from '../../../contract/campaigns.ts';
import { computeRatePercent, toRateCounts } from '../../../contract/rate-changes.ts';
import { maxRateChangeCauses, type PeriodRateChangeCause, type PeriodVerdict } from '../../../contract/verdicts.ts';

/**
 * Number of table rows that fit the printed report, including rows that sum up omitted rows. Sixteen fit only if no
 * name wraps to a second line, which depends on the font.
 */
export const reportRowCapacity = 15;

interface Parts {
  readonly upper: number;
  readonly lower: number;
}

/**
 * Divides the printed page's rows evenly between upper and lower tables. Each may also use rows that the other does not
 * need.
 */
export function divideReportRowCapacity(rows: Parts): Parts {
  const half = Math.ceil(reportRowCapacity / 2);
  const upper = Math.min(rows.upper, Math.max(half, reportRowCapacity - rows.lower));
  return { upper, lower: Math.min(rows.lower, reportRowCapacity - upper) };
}

interface Fitted<T> {
  readonly shown: readonly T[];
  readonly rest: readonly T[];
}

/** Cuts the rows of a report table. If not all of them fit, the last row is left free for the sum of the others. */
export function fitReportRows<T>(rows: readonly T[], places: number): Fitted<T> {
  const count = rows.length <= places ? rows.length : Math.max(0, places - 1);
  return { shown: rows.slice(0, count), rest: rows.slice(count) };
}

type AgentCounts = Pick<
  AgentScorecard,
  'totalCalls' | 'finishedCalls' | 'successfulCalls' | 'successRate' | 'judgedCalls' | 'goalRate'
>;
export type ReportAgentTotals = Pick<AgentCounts, 'totalCalls' | 'successRate' | 'goalRate'>;

/** Sums of the agents' call counts, and the rates computed from them, for one row of the report. */
export function sumAgentCounts(agents: readonly AgentCounts[]): ReportAgentTotals {
  const sum = (countOf: (agent: AgentCounts) => number) => agents.reduce((total, agent) => total + countOf(agent), 0);
  const reached = sum(({ goalRate, judgedCalls }) => toRateCounts(goalRate, judgedCalls).hits);
  return {
    totalCalls: sum(({ totalCalls }) => totalCalls),
    successRate: computeRatePercent({
      calls: sum(({ finishedCalls }) => finishedCalls),
      hits: sum(({ successfulCalls }) => successfulCalls),
    }),
    goalRate: computeRatePercent({ calls: sum(({ judgedCalls }) => judgedCalls), hits: reached }),
  };
}

type CampaignCounts = Pick<CampaignsWithCalls['totals'], 'sentCount' | 'contactedCount' | 'successfulCount'>;

/**
 * Returns the campaigns that fit the report, and the sum of all other campaigns, including those missing from the
 * server's list.
 */
export function fitReportCampaigns(
  { calledCampaigns, totals }: CampaignsWithCalls,
  places: number,
): {
  readonly shown: CampaignsWithCalls['calledCampaigns'];
  readonly restCount: number;
  readonly rest: CampaignCounts;
} {
  const hasPlace = totals.calledCount <= Math.min(places, calledCampaigns.length);
  const shown = hasPlace ? calledCampaigns : calledCampaigns.slice(0, Math.max(0, places - 1));
  const restOf = (name: keyof CampaignCounts) => shown.reduce((left, row) => left - row[name], totals[name]);
  return {
    shown,
    restCount: totals.calledCount - shown.length,
    rest: {
      sentCount: restOf('sentCount'),
      contactedCount: restOf('contactedCount'),
      successfulCount: restOf('successfulCount'),
    },
  };
}

/** The agents and hours of the day that contributed most to the change of the goal rate. */
export function selectTopRateChangeCauses({
  agents,
  hours,
}: Pick<PeriodVerdict, 'agents' | 'hours'>): readonly PeriodRateChangeCause[] {
  return [...agents, ...hours]
    .toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    .slice(0, maxRateChangeCauses);
}

/** Shortens a name to `most` characters by cutting its middle, because names often differ only at the end. */
export function shortenNameInMiddle(name: string, most: number): string {
  const letters = Array.from(name);
  if (letters.length <= most) return name;
  const last = Math.floor((most - 1) * 0.45);
  const [beginning, end] = [letters.slice(0, most - 1 - last), letters.slice(-last)];
  return `${beginning.join('').trimEnd()}…${end.join('').trimStart()}`;
}

/** Maximum number of labels on the report chart's axis. */
const mostNames = 9;

export function listLabelledAxisIndexes(count: number): readonly number[] {
  const step = Math.max(1, Math.ceil(count / mostNames));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}
