/** GET /api/agent-scorecards: each agent's figures in a date range, compared with the comparison period. */
import type { AgentScorecard, AgentScorecards, Scorecard } from '../../../contract/agent-scorecards.ts';
import { defaultCopcFieldNames } from '../../../contract/settings.ts';
import { findQualityMetricSettings } from '../settings/index.ts';
import {
  findAgentNamesAndLastCalls,
  countSuccessesByAgentAndDay,
  sumAnalysisScoresByAgent,
} from './agent-scorecards-query.ts';
import {
  addUpCounterSums,
  sumPreviousCountersByAgent,
  sumCountersByAgent,
  type RollupCounterSums,
  type GroupedCounterSums,
} from './sums/counter-sums-query.ts';
import type { AnalysisFieldSum } from './sums/field-sums-query.ts';
import { parseAgentFilter } from './sums/day-range-query.ts';
import { toComparedDayRanges, resolveDateRange, type DateRangeParameters } from './sums/figure-range.ts';
import type { AnalyticsReadDeps } from './metrics.ts';
import { computeFigureTrend, type FigureWithCallCount } from './trend.ts';

export interface AgentScorecardsParameters extends Omit<DateRangeParameters, 'range'> {
  readonly timeFilter: DateRangeParameters['range'];
  readonly agentFilter?: string | undefined;
}

const rated = ['finished', 'succeeded'] as const;
/** Counters that a scorecard reads. */
export const scorecardCounterNames = [
  'calls',
  ...rated,
  'goal_known',
  'goal_reached',
  'duration_ms',
  'duration_n',
  'voice_known',
  'voice_clear',
  'e2e_p50_ms',
  'e2e_p50_n',
  'mood_positive',
  'mood_neutral',
  'mood_negative',
] as const;
type Sums = RollupCounterSums<(typeof scorecardCounterNames)[number]>;
type RatedSums = RollupCounterSums<(typeof rated)[number]>;

/** Number of agents (those with most calls) whose scorecard also contains figures for each day (spec B 9). */
const agentsWithDays = 5;

interface Parts {
  readonly sums: Sums;
  readonly before: RatedSums;
  readonly scores: readonly AnalysisFieldSum[];
}

export async function readAgentScorecards(
  deps: AnalyticsReadDeps,
  workspaceId: string,
  query: AgentScorecardsParameters,
): Promise<AgentScorecards> {
  const { db } = deps;
  const range = await resolveDateRange(deps, workspaceId, { ...query, range: query.timeFilter });
  const of = { workspaceId, range, agentId: parseAgentFilter(query.agentFilter) };
  const { fields } = await findQualityMetricSettings(db, workspaceId);
  const [rows, before, scores] = await Promise.all([
    sumCountersByAgent(db, of, scorecardCounterNames),
    sumPreviousCountersByAgent(db, of, rated),
    sumAnalysisScoresByAgent(db, of, fields.csatT ?? defaultCopcFieldNames.csatT),
  ]);
  const agents = mostCallsFirst(rows);
  const agentIds = agents.map(({ agentId }) => agentId);
  const [faces, days] = await Promise.all([
    findAgentNamesAndLastCalls(db, workspaceId, range, agentIds),
    countSuccessesByAgentAndDay(db, workspaceId, range, agentIds.slice(0, agentsWithDays)),
  ]);
  const beforeOf = Map.groupBy(before, ({ key }) => key);
  const faceOf = new Map(faces.map((face) => [face.agentId, face]));
  return {
    ...toComparedDayRanges(range),
    total: scorecardOf({
      sums: addUpCounterSums(rows, scorecardCounterNames),
      before: addUpCounterSums(before, rated),
      scores,
    }),
    agents: agents.map(({ agentId, sums }): AgentScorecard => {
      const face = faceOf.get(agentId);
      return {
        agentId,
        agentName: face?.agentName ?? null,
        ...scorecardOf({
          sums,
          before: addUpCounterSums(beforeOf.get(agentId) ?? [], rated),
          scores: scores.filter((score) => score.agentId === agentId),
        }),
        lastCall: face?.callId && face.callAt ? { id: face.callId, at: face.callAt.toISOString() } : null,
        days: [...(days.get(agentId) ?? [])],
      };
    }),
  };
}

function mostCallsFirst(
  rows: readonly GroupedCounterSums<keyof Sums>[],
): { readonly agentId: string; readonly sums: Sums }[] {
  return [...Map.groupBy(rows, ({ key }) => key)]
    .map(([agentId, ofAgent]) => ({ agentId, sums: addUpCounterSums(ofAgent, scorecardCounterNames) }))
    .filter(({ sums }) => sums.calls > 0)
    .sort((a, b) => b.sums.calls - a.sums.calls || (a.agentId < b.agentId ? -1 : 1));
}

/** Computes an agent's scorecard by the formulas of the performance screen (GLOSSARY.md, product.md 1). */
function scorecardOf({ sums, before, scores }: Parts): Scorecard {
  return {
    ...computeScorecardFigures(sums, scores),
    trend: computeFigureTrend(ratedOf(sums), ratedOf(before), { isShare: true }),
  };
}

/** Computes a scorecard's figures without its trend. */
export function computeScorecardFigures(sums: Sums, scores: readonly AnalysisFieldSum[]): Omit<Scorecard, 'trend'> {
  return {
    totalCalls: sums.calls,
    finishedCalls: sums.finished,
    successfulCalls: sums.succeeded,
    failedCalls: sums.finished - sums.succeeded,
    successRate: ratedOf(sums).value,
    judgedCalls: sums.goal_known,
    goalRate: computeRatioOrNull(100 * sums.goal_reached, sums.goal_known),
    averageDuration: computeRatioOrNull(sums.duration_ms / 1_000, sums.duration_n),
    callsWithDuration: sums.duration_n,
    ...satisfactionOf(scores, sums),
    voiceQuality: computeRatioOrNull(100 * sums.voice_clear, sums.voice_known),
    callsWithVoice: sums.voice_known,
    responseTime: computeRatioOrNull(sums.e2e_p50_ms, sums.e2e_p50_n),
    callsWithResponse: sums.e2e_p50_n,
  };
}

/** Computes the success rate (successful / finished calls), with the number of finished calls. */
function ratedOf({ finished, succeeded }: RatedSums): FigureWithCallCount {
  return { value: computeRatioOrNull(100 * succeeded, finished), n: finished };
}

/** Computes satisfaction: the mean CSAT score, otherwise a mean of moods (positive 5, neutral 3, negative 1). */
function satisfactionOf(
  scores: readonly AnalysisFieldSum[],
  { mood_positive: positive, mood_neutral: neutral, mood_negative: negative }: Sums,
): Pick<Scorecard, 'satisfaction' | 'callsWithSatisfaction' | 'satisfactionIsEstimated'> {
  const scored = add(scores, ({ n }) => n);
  if (scored > 0)
    return {
      satisfaction: add(scores, ({ sum }) => sum) / scored,
      callsWithSatisfaction: scored,
      satisfactionIsEstimated: false,
    };
  const felt = positive + neutral + negative;
  const points = 5 * positive + 3 * neutral + negative;
  return {
    satisfaction: computeRatioOrNull(points, felt),
    callsWithSatisfaction: felt,
    satisfactionIsEstimated: felt > 0,
  };
}

function add<T>(parts: readonly T[], figure: (part: T) => number): number {
  return parts.reduce((sum, part) => sum + figure(part), 0);
}

/** Returns part / whole, or null if `whole` is 0. */
export function computeRatioOrNull(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
