/** GET /api/copc-metrics: the quality metrics of a date range, as a time series and against the comparison period. */
import { callShareCopcMetrics, computeCopcHealthScore } from '../../../contract/copc-bands.ts';
import type { CopcFiguresByAgent, CopcFigure, CopcReport } from '../../../contract/copc.ts';
import { copcMetrics, type CopcMetric } from '../../../contract/regional.ts';
import { defaultCopcFieldNames, defaultCopcTargets, type CopcSettings } from '../../../contract/settings.ts';
import { findAgentNames } from '../agents/index.ts';
import { findQualityMetricSettings } from '../settings/index.ts';
import {
  copcCounterNames,
  copcFormulas,
  analysisFieldMeasureByMetric,
  copcMetricsFromAnalysisFields,
  type CopcInputSums,
  type CopcMetricFromAnalysisField,
} from './copc-formulas.ts';
import {
  addUpCounterSums,
  sumPreviousCountersByDirection,
  sumCountersByAgentAndDirection,
  sumCountersByDayAndDirection,
  sumCountersByHourAndDirection,
  type GroupedCounterSums,
  type AgentRangeFilter,
} from './sums/counter-sums-query.ts';
import { parseAgentFilter } from './sums/day-range-query.ts';
import { toComparedDayRanges, isOneDayRange, resolveDateRange, type DateRangeParameters } from './sums/figure-range.ts';
import {
  addUpAnalysisFieldSums,
  sumPreviousAnalysisFields,
  sumAnalysisFieldsByAgent,
  sumAnalysisFieldsByDay,
  sumAnalysisFieldsByHour,
  type RequestedAnalysisFieldSum,
  type GroupedFieldSum,
} from './sums/field-sums-query.ts';
import type { AnalyticsReadDeps } from './metrics.ts';
import { listDaysOfRange, listHoursOfFirstRangeDay, type DateRangeBucket } from './sums/range-pieces-query.ts';
import { reviewPartBits, reviewScoreRollupFieldNames, type ReviewScorePart } from './rollups/rollup-fields.ts';
import { computeFigureTrend } from './trend.ts';

const dayMs = 24 * 60 * 60_000;
/** Time in ms within which another call with the same number counts as a follow-up call. */
const followUpMs = 7 * dayMs;

export interface CopcReportParameters extends Omit<DateRangeParameters, 'range'> {
  readonly timeRange: DateRangeParameters['range'];
  readonly agentFilter?: string | undefined;
}

export async function readCopcReport(
  deps: AnalyticsReadDeps,
  workspaceId: string,
  query: CopcReportParameters,
): Promise<CopcReport> {
  const { db } = deps;
  const [range, settings] = await Promise.all([
    resolveDateRange(deps, workspaceId, { ...query, range: query.timeRange }),
    findQualityMetricSettings(db, workspaceId),
  ]);
  const of: AgentRangeFilter = { workspaceId, range, agentId: parseAgentFilter(query.agentFilter) };
  const fields = { ...defaultCopcFieldNames, ...pick(settings.fields, copcMetricsFromAnalysisFields) };
  const targets = { ...defaultCopcTargets, ...settings.targets };
  const asked = askedFields(fields);
  const isOneDay = isOneDayRange(range);
  const [pieces, counters, fieldSums, countersBefore, fieldSumsBefore] = await Promise.all([
    isOneDay ? listHoursOfFirstRangeDay(db, range) : listDaysOfRange(db, range),
    isOneDay
      ? sumCountersByHourAndDirection(db, of, copcCounterNames)
      : sumCountersByDayAndDirection(db, of, copcCounterNames),
    isOneDay ? sumAnalysisFieldsByHour(db, of, asked) : sumAnalysisFieldsByDay(db, of, asked),
    sumPreviousCountersByDirection(db, of, copcCounterNames),
    sumPreviousAnalysisFields(db, of, asked),
  ]);
  const now = sumsOf(counters, fieldSums);
  const before = sumsOf(countersBefore, fieldSumsBefore);
  const points = pointsOf(pieces, counters, fieldSums);
  const figures = Object.fromEntries(
    copcMetrics.map((metric) => [metric, figureOf(metric, now, before, points)]),
  ) as Record<CopcMetric, CopcFigure>;
  const { qaPassRate, csatT, aht, conversionToCommitment } = figures;
  return {
    ...toComparedDayRanges(range),
    ...figures,
    fcr: { ...figures.fcr, provisionalFrom: provisionalFrom(figures.fcr, range.now) },
    intervalMinutes: isOneDay ? 60 : 24 * 60,
    targets,
    fields,
    health: computeCopcHealthScore(
      {
        qaPassRate: qaPassRate.value,
        csatT: csatT.value,
        aht: aht.value,
        conversionToCommitment: conversionToCommitment.value,
      },
      targets,
    ),
  };
}

export async function readCopcMetricByAgent(
  deps: AnalyticsReadDeps,
  workspaceId: string,
  { metric, ...query }: CopcReportParameters & { readonly metric: CopcMetric },
): Promise<CopcFiguresByAgent> {
  const { db } = deps;
  const [range, settings] = await Promise.all([
    resolveDateRange(deps, workspaceId, { ...query, range: query.timeRange }),
    findQualityMetricSettings(db, workspaceId),
  ]);
  const of: AgentRangeFilter = { workspaceId, range, agentId: null };
  const asked = askedFields({ ...defaultCopcFieldNames, ...pick(settings.fields, copcMetricsFromAnalysisFields) });
  const [counters, fieldSums] = await Promise.all([
    sumCountersByAgentAndDirection(db, of, copcCounterNames),
    sumAnalysisFieldsByAgent(
      db,
      of,
      asked.filter(({ key }) => key === metric),
    ),
  ]);
  const [countersOf, fieldsOf] = [
    Map.groupBy(counters, ({ key }) => key),
    Map.groupBy(fieldSums, ({ group }) => group),
  ];
  const agents = [...new Set([...countersOf.keys(), ...fieldsOf.keys()])]
    .map((agentId) => ({
      agentId,
      ...copcFormulas[metric](sumsOf(countersOf.get(agentId) ?? [], fieldsOf.get(agentId) ?? [])),
    }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.n - a.n || (a.agentId < b.agentId ? -1 : 1));
  const ids = agents.map(({ agentId }) => agentId);
  const names = await findAgentNames(db, workspaceId, ids);
  return {
    ...toComparedDayRanges(range),
    agents: agents.map((agent) => ({ ...agent, agentName: names.get(agent.agentId) ?? null })),
  };
}

/** Key: a quality metric that people also score in call reviews. Value: the part of the review with that score. */
const reviewedParts: Partial<Readonly<Record<CopcMetricFromAnalysisField, ReviewScorePart>>> = {
  qaPassRate: 'quality',
  scriptCompliance: 'script',
  intentAccuracy: 'intent',
};

function askedFields(
  fields: Readonly<Record<CopcMetricFromAnalysisField, string>>,
): RequestedAnalysisFieldSum<CopcMetricFromAnalysisField>[] {
  return copcMetricsFromAnalysisFields.flatMap((key): RequestedAnalysisFieldSum<CopcMetricFromAnalysisField>[] => {
    const part = reviewedParts[key];
    const ofAnalysis = {
      key,
      name: fields[key],
      measure: analysisFieldMeasureByMetric[key],
      unlessReviewed: part === undefined ? 0 : reviewPartBits[part],
    };
    return part === undefined
      ? [ofAnalysis]
      : [ofAnalysis, { key, name: reviewScoreRollupFieldNames[part], measure: 'share', unlessReviewed: 0 }];
  });
}

function pick(
  given: CopcSettings['fields'],
  metrics: readonly CopcMetricFromAnalysisField[],
): Partial<Record<CopcMetricFromAnalysisField, string>> {
  return Object.fromEntries(
    metrics.flatMap((metric) => (given[metric] === undefined ? [] : [[metric, given[metric]]])),
  );
}

type Counters = GroupedCounterSums<(typeof copcCounterNames)[number]>;

function sumsOf(
  counters: readonly Counters[],
  fields: readonly GroupedFieldSum<CopcMetricFromAnalysisField>[],
): CopcInputSums {
  return {
    all: addUpCounterSums(counters, copcCounterNames),
    outbound: addUpCounterSums(
      counters.filter(({ direction }) => direction === 'outbound'),
      copcCounterNames,
    ),
    fields: Object.fromEntries(
      copcMetricsFromAnalysisFields.map((metric) => [metric, addUpAnalysisFieldSums(fields, metric)]),
    ) as CopcInputSums['fields'],
  };
}

interface Point {
  readonly at: string;
  readonly sums: CopcInputSums;
}

function pointsOf(
  pieces: readonly DateRangeBucket[],
  counters: readonly Counters[],
  fields: readonly GroupedFieldSum<CopcMetricFromAnalysisField>[],
): Point[] {
  const countersOf = Map.groupBy(counters, ({ key }) => key);
  const fieldsOf = Map.groupBy(fields, ({ group }) => group);
  return pieces.map(({ key, beginsAt }) => ({
    at: beginsAt.toISOString(),
    sums: sumsOf(countersOf.get(key) ?? [], fieldsOf.get(key) ?? []),
  }));
}

function figureOf(metric: CopcMetric, now: CopcInputSums, before: CopcInputSums, points: readonly Point[]): CopcFigure {
  const formula = copcFormulas[metric];
  const { value, n } = formula(now);
  return {
    value,
    n,
    trend: computeFigureTrend({ value, n }, formula(before), { isShare: callShareCopcMetrics.has(metric) }),
    series: points.map(({ at, sums }) => ({ at, ...formula(sums) })),
  };
}

/**
 * Start of the last seven days, in which a quality metric's values may still change. Null if the metric has no calls in
 * these days.
 */
function provisionalFrom({ series }: CopcFigure, now: Date): string | null {
  const from = new Date(now.getTime() - followUpMs).toISOString();
  const isYoung = series.some(({ n }, index) => n > 0 && (series[index + 1]?.at ?? now.toISOString()) > from);
  return isYoung ? from : null;
}
