/** GET /api/agents/:id/report: an agent's figures of the comparison period, why its calls ended, and its versions. */
import { maxCallsByVersion, type AgentReport, type AgentVersion } from '../../../contract/agent-scorecards.ts';
import { defaultCopcFields } from '../../../contract/settings.ts';
import { AppError } from '../../platform/errors.ts';
import { findCopcSettings } from '../settings/index.ts';
import { countReasonsBefore, findAgentName, sumCallsByAgentVersion, type VersionSums } from './agent-report-query.ts';
import { sumOutcomesByAgentAndDay } from './agent-scorecards-query.ts';
import {
  computeScorecardFigures,
  scorecardCounters,
  ratioOrNull,
  type AgentScorecardsQuery,
} from './agent-scorecards.ts';
import { addSums, sumPreviousByDirection } from './sums/counter-sums-query.ts';
import { sumFieldsBefore, type AskedField } from './sums/field-sums-query.ts';
import { daysOf, previousRangeOf, readRange } from './sums/figure-range.ts';
import type { MetricsDeps } from './metrics.ts';

/** Reads the report of an agent. @throws {AppError} `not_found` for an unknown agent. */
export async function readAgentReport(
  deps: MetricsDeps,
  workspaceId: string,
  agentId: string,
  query: Omit<AgentScorecardsQuery, 'agentFilter'>,
  limit = maxCallsByVersion,
): Promise<AgentReport> {
  const { db } = deps;
  const range = await readRange(deps, workspaceId, { ...query, range: query.timeFilter });
  const of = { workspaceId, range, agentId };
  const agentName = await findAgentName(db, workspaceId, agentId);
  if (agentName === undefined) throw new AppError('not_found');
  const { fields } = await findCopcSettings(db, workspaceId);
  const scored: AskedField<'csat'> = {
    key: 'csat',
    name: fields.csatT ?? defaultCopcFields.csatT,
    measure: 'score',
    unlessReviewed: 0,
  };
  const [before, scores, reasons, days, versions] = await Promise.all([
    sumPreviousByDirection(db, of, scorecardCounters),
    sumFieldsBefore(db, of, [scored]),
    countReasonsBefore(db, of),
    sumOutcomesByAgentAndDay(db, workspaceId, previousRangeOf(range), [agentId]),
    sumCallsByAgentVersion(db, of, limit),
  ]);
  const previous = computeScorecardFigures(addSums(before, scorecardCounters), scores);
  return {
    ...daysOf(range),
    agentId,
    agentName,
    previous: previous.totalCalls === 0 ? null : previous,
    previousReasons: reasons,
    previousDays: [...(days.get(agentId) ?? [])],
    versions: versions.map(versionOf),
    versionsAreCapped: versions.reduce((sum, { calls }) => sum + calls, 0) >= limit,
  };
}

function versionOf(sums: VersionSums): AgentVersion {
  return {
    version: sums.version,
    totalCalls: sums.calls,
    finishedCalls: sums.finished,
    successRate: ratioOrNull(100 * sums.succeeded, sums.finished),
    averageDuration: sums.averageDuration,
    judgedCalls: sums.judged,
    goalRate: ratioOrNull(100 * sums.reached, sums.judged),
    firstCallAt: sums.firstAt.toISOString(),
    lastCallAt: sums.lastAt.toISOString(),
  };
}
