/** Finds possible causes of a change in an agent's rates: disconnection reasons and agent versions. Pure. */
import type { AgentReport, AgentVersionFigures } from '../../../contract/agent-scorecards.ts';
import type { Analytics } from '../../../contract/analytics.ts';
import { judgeRateChange, computeRatePercent } from '../../../contract/rate-changes.ts';
import { computeFigureChange } from '../../format/changes.ts';

export interface DisconnectionReasonChange {
  readonly reason: string;
  /**
   * Percent of a period's finished calls with known disconnection reason that ended for this reason. `before`: in the
   * earlier period. `now`: in the current period.
   */
  readonly before: number;
  readonly now: number;
  /** Difference in points of both displayed shares. */
  readonly change: number;
}

export interface AgentChangeCauses {
  /** At most three disconnection reasons whose share changed by more than chance, the largest change first. */
  readonly reasons: readonly DisconnectionReasonChange[];
  /** Figures of the agent version that the newest call in the range used. Null if all calls had the same version. */
  readonly newest: AgentVersionFigures | null;
}

const mostReasons = 3;

interface MovesParts {
  readonly report: Pick<AgentReport, 'previousReasons' | 'versions'>;
  readonly analytics: Pick<Analytics, 'disconnectionReasons' | 'callsWithReason'>;
}

export function findAgentChangeCauses({ report, analytics }: MovesParts): AgentChangeCauses {
  const [newest, another] = report.versions;
  return {
    reasons: movedReasons(report, analytics),
    newest: newest !== undefined && another !== undefined ? newest : null,
  };
}

/** Number of disconnection reasons that the analytics endpoint lists at most. If it lists fewer, it lists all. */
const toldReasons = 5;

function movedReasons(
  { previousReasons }: MovesParts['report'],
  analytics: MovesParts['analytics'],
): DisconnectionReasonChange[] {
  const { disconnectionReasons, callsWithReason } = analytics;
  const allBefore = sumDisconnectReasonCounts(previousReasons);
  if (allBefore === 0 || callsWithReason === 0) return [];
  const counts = new Map(disconnectionReasons.map(({ reason, count }) => [reason, count]));
  const isWhole = disconnectionReasons.length < toldReasons;
  const gone = isWhole ? previousReasons.filter(({ reason }) => !counts.has(reason)) : [];
  return [...counts.keys(), ...gone.map(({ reason }) => reason)]
    .flatMap((reason) => {
      const now = { calls: callsWithReason, hits: counts.get(reason) ?? 0 };
      const before = {
        calls: allBefore,
        hits: previousReasons.find((each) => each.reason === reason)?.count ?? 0,
      };
      const movement = judgeRateChange(now, before);
      if (movement !== 'up' && movement !== 'down') return [];
      const [rate, old] = [computeRatePercent(now) ?? 0, computeRatePercent(before) ?? 0];
      return [
        { reason, now: rate, before: old, change: computeFigureChange({ now: rate, before: old, isRate: true }) ?? 0 },
      ];
    })
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change) || (a.reason < b.reason ? -1 : 1))
    .slice(0, mostReasons);
}

export function sumDisconnectReasonCounts(reasons: AgentReport['previousReasons']): number {
  return reasons.reduce((sum, { count }) => sum + count, 0);
}
