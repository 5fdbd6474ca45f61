/** GET /api/agents/:id/report: an agent's figures of the comparison period, why its calls ended, and its versions. */
import {
  maxCallsGroupedByVersion,
  type AgentReport,
  type AgentVersionFigures,
} from '../../../contract/agent-scorecards.ts';
import { defaultCopcFieldNames } from '../../../contract/settings.ts';
import { AppError } from '../../platform/errors.ts';
import { findQualityMetricSettings } from '../settings/index.ts';
import {
  countPreviousAgentDisconnectionReasons,
  findLatestAgentName,
  sumCallsByAgentVersion,
  type AgentVersionSums,
} from './agent-report-query.ts';
import { countSuccessesByAgentAndDay } from './agent-scorecards-query.ts';
import {
  computeScorecardFigures,
  scorecardCounterNames,
  computeRatioOrNull,
  type AgentScorecardsParameters,
} from './agent-scorecards.ts';
import { addUpCounterSums, sumPreviousCountersByDirection } from './sums/counter-sums-query.ts';
import { sumPreviousAnalysisFields, type RequestedAnalysisFieldSum } from './sums/field-sums-query.ts';
import { toComparedDayRanges, getComparedDateRange, resolveDateRange } from './sums/figure-range.ts';
import type { AnalyticsReadDeps } from './metrics.ts';

/** Reads the analytics report of an agent. @throws {AppError} `not_found` for an unknown agent. */
export async function readAgentReport(
  deps: AnalyticsReadDeps,
  workspaceId: string,
  agentId: string,
  query: Omit<AgentScorecardsParameters, 'agentFilter'>,
  limit = maxCallsGroupedByVersion,
): Promise<AgentReport> {
  const { db } = deps;
  const range = await resolveDateRange(deps, workspaceId, { ...query, range: query.timeFilter });
  const of = { workspaceId, range, agentId };
  const agentName = await findLatestAgentName(db, workspaceId, agentId);
  if (agentName === undefined) throw new AppError('not_found');
  const { fields } = await findQualityMetricSettings(db, workspaceId);
  const scored: RequestedAnalysisFieldSum<'csat'> = {
    key: 'csat',
    name: fields.csatT ?? defaultCopcFieldNames.csatT,
    measure: 'score',
    unlessReviewed: 0,
  };
  const [before, scores, reasons, days, versions] = await Promise.all([
    sumPreviousCountersByDirection(db, of, scorecardCounterNames),
    sumPreviousAnalysisFields(db, of, [scored]),
    countPreviousAgentDisconnectionReasons(db, of),
    countSuccessesByAgentAndDay(db, workspaceId, getComparedDateRange(range), [agentId]),
    sumCallsByAgentVersion(db, of, limit),
  ]);
  const previous = computeScorecardFigures(addUpCounterSums(before, scorecardCounterNames), scores);
  return {
    ...toComparedDayRanges(range),
    agentId,
    agentName,
    previous: previous.totalCalls === 0 ? null : previous,
    previousReasons: reasons,
    previousDays: [...(days.get(agentId) ?? [])],
    versions: versions.map(versionOf),
    versionsAreCapped: versions.reduce((sum, { calls }) => sum + calls, 0) >= limit,
  };
}

function versionOf(sums: AgentVersionSums): AgentVersionFigures {
  return {
    version: sums.version,
    totalCalls: sums.calls,
    finishedCalls: sums.finished,
    successRate: computeRatioOrNull(100 * sums.succeeded, sums.finished),
    averageDuration: sums.averageDuration,
    judgedCalls: sums.judged,
    goalRate: computeRatioOrNull(100 * sums.reached, sums.judged),
    firstCallAt: sums.firstAt.toISOString(),
    lastCallAt: sums.lastAt.toISOString(),
  };
}
