/** Whether an agent does better or worse than on the compared days, and what moved most with it. Pure. */
import type { AgentReport, AgentVersion, Scorecard } from '../../../contract/agent-scorecards.ts';
import type { Analytics } from '../../../contract/analytics.ts';
import { changeOf } from '../../format/changes.ts';
import { percentOf } from '../../format/numbers.ts';
import { fewCalls } from '../../ui/line-marks.tsx';

export interface MovedReason {
  readonly reason: string;
  /** Percent of the finished calls whose reason is known. */
  readonly before: number;
  readonly now: number;
  /** Points, of both as they are shown. */
  readonly change: number;
}

export interface AgentVerdict {
  /** By the performance screen's trend; null: there is nothing to compare. */
  readonly verdict: 'better' | 'worse' | 'same' | null;
  /** Either range has so few finished calls that chance may have moved it. */
  readonly isOfFew: boolean;
  /** Three at most, the largest change first. */
  readonly reasons: readonly MovedReason[];
  /** The version that spoke last, where others spoke too. */
  readonly newest: AgentVersion | null;
}

const verdicts = { up: 'better', down: 'worse', stable: 'same' } as const;
const mostReasons = 3;
/** Points below which a reason's share counts as unmoved. */
const leastPoints = 1;

interface VerdictParts {
  readonly scorecard: Pick<Scorecard, 'trend' | 'finishedCalls'>;
  readonly report: Pick<AgentReport, 'previous' | 'previousReasons' | 'versions'>;
  readonly analytics: Pick<Analytics, 'disconnectionReasons' | 'callsWithReason'>;
}

export function agentVerdict({ scorecard, report, analytics }: VerdictParts): AgentVerdict {
  const { trend, finishedCalls } = scorecard;
  const [newest, another] = report.versions;
  return {
    verdict: trend && verdicts[trend.direction],
    isOfFew: Math.min(finishedCalls, report.previous?.finishedCalls ?? 0) < fewCalls,
    reasons: movedReasons(report, analytics),
    newest: newest !== undefined && another !== undefined ? newest : null,
  };
}

/** The analytics tell the five most frequent reasons; where there are fewer, a reason that is missing there has no calls. */
const toldReasons = 5;

function movedReasons(
  { previousReasons }: VerdictParts['report'],
  analytics: VerdictParts['analytics'],
): MovedReason[] {
  const { disconnectionReasons, callsWithReason } = analytics;
  const allBefore = countAll(previousReasons);
  if (allBefore === 0 || callsWithReason === 0) return [];
  const counts = new Map(disconnectionReasons.map(({ reason, count }) => [reason, count]));
  const isWhole = disconnectionReasons.length < toldReasons;
  const gone = isWhole ? previousReasons.filter(({ reason }) => !counts.has(reason)) : [];
  return [...counts.keys(), ...gone.map(({ reason }) => reason)]
    .map((reason) => {
      const now = percentOf(counts.get(reason) ?? 0, callsWithReason);
      const before = percentOf(previousReasons.find((each) => each.reason === reason)?.count ?? 0, allBefore);
      return { reason, now, before, change: changeOf({ now, before, isRate: true }) ?? 0 };
    })
    .filter(({ change }) => Math.abs(change) >= leastPoints)
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change) || (a.reason < b.reason ? -1 : 1))
    .slice(0, mostReasons);
}

export function countAll(reasons: AgentReport['previousReasons']): number {
  return reasons.reduce((sum, { count }) => sum + count, 0);
}
