/** GET /api/copc-metrics: the quality metrics of a date range, as a time series and against the comparison period. */
import { callShares, healthScoreOf } from '../../../contract/copc-bands.ts';
import type { CopcAgents, CopcFigure, CopcReport } from '../../../contract/copc.ts';
import { copcMetrics, type CopcMetric } from '../../../contract/regional.ts';
import { defaultCopcFields, defaultCopcTargets, type CopcSettings } from '../../../contract/settings.ts';
import { findAgentNames } from '../agents/index.ts';
import { findCopcSettings } from '../settings/index.ts';
import {
  copcCounters,
  copcFormulas,
  fieldMeasures,
  fieldMetrics,
  type CopcSums,
  type FieldMetric,
} from './copc-formulas.ts';
import {
  addSums,
  sumPreviousByDirection,
  sumByAgentAndDirection,
  sumByDay,
  sumByHour,
  type KeyedSums,
  type AgentRangeFilter,
} from './sums/counter-sums-query.ts';
import { agentIdOfFilter } from './sums/day-range-query.ts';
import { daysOf, hasOneDay, readRange, type RangeQuery } from './sums/figure-range.ts';
import {
  addFieldSums,
  sumFieldsBefore,
  sumFieldsByAgent,
  sumFieldsByDay,
  sumFieldsByHour,
  type AskedField,
  type KeyedFieldSum,
} from './sums/field-sums-query.ts';
import type { MetricsDeps } from './metrics.ts';
import { findDays, findHours, type RangePiece } from './sums/range-pieces-query.ts';
import { reviewBits, reviewFields, type ReviewedPart } from './rollups/rollup-fields.ts';
import { trendOf } from './trend.ts';

const dayMs = 24 * 60 * 60_000;
/** Time in ms within which another call with the same number counts as a follow-up call. */
const followUpMs = 7 * dayMs;

export interface CopcQuery extends Omit<RangeQuery, 'range'> {
  readonly timeRange: RangeQuery['range'];
  readonly agentFilter?: string | undefined;
}

export async function readCopcReport(deps: MetricsDeps, workspaceId: string, query: CopcQuery): Promise<CopcReport> {
  const { db } = deps;
  const [range, settings] = await Promise.all([
    readRange(deps, workspaceId, { ...query, range: query.timeRange }),
    findCopcSettings(db, workspaceId),
  ]);
  const of: AgentRangeFilter = { workspaceId, range, agentId: agentIdOfFilter(query.agentFilter) };
  const fields = { ...defaultCopcFields, ...pick(settings.fields, fieldMetrics) };
  const targets = { ...defaultCopcTargets, ...settings.targets };
  const asked = askedFields(fields);
  const isOneDay = hasOneDay(range);
  const [pieces, counters, fieldSums, countersBefore, fieldSumsBefore] = await Promise.all([
    isOneDay ? findHours(db, range) : findDays(db, range),
    isOneDay ? sumByHour(db, of, copcCounters) : sumByDay(db, of, copcCounters),
    isOneDay ? sumFieldsByHour(db, of, asked) : sumFieldsByDay(db, of, asked),
    sumPreviousByDirection(db, of, copcCounters),
    sumFieldsBefore(db, of, asked),
  ]);
  const now = sumsOf(counters, fieldSums);
  const before = sumsOf(countersBefore, fieldSumsBefore);
  const points = pointsOf(pieces, counters, fieldSums);
  const figures = Object.fromEntries(
    copcMetrics.map((metric) => [metric, figureOf(metric, now, before, points)]),
  ) as Record<CopcMetric, CopcFigure>;
  const { qaPassRate, csatT, aht, conversionToCommitment } = figures;
  return {
    ...daysOf(range),
    ...figures,
    fcr: { ...figures.fcr, provisionalFrom: provisionalFrom(figures.fcr, range.now) },
    intervalMinutes: isOneDay ? 60 : 24 * 60,
    targets,
    fields,
    health: healthScoreOf(
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

export async function readCopcAgents(
  deps: MetricsDeps,
  workspaceId: string,
  { metric, ...query }: CopcQuery & { readonly metric: CopcMetric },
): Promise<CopcAgents> {
  const { db } = deps;
  const [range, settings] = await Promise.all([
    readRange(deps, workspaceId, { ...query, range: query.timeRange }),
    findCopcSettings(db, workspaceId),
  ]);
  const of: AgentRangeFilter = { workspaceId, range, agentId: null };
  const asked = askedFields({ ...defaultCopcFields, ...pick(settings.fields, fieldMetrics) });
  const [counters, fieldSums] = await Promise.all([
    sumByAgentAndDirection(db, of, copcCounters),
    sumFieldsByAgent(
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
    ...daysOf(range),
    agents: agents.map((agent) => ({ ...agent, agentName: names.get(agent.agentId) ?? null })),
  };
}

/** Key: a quality metric that people also score in call reviews. Value: the part of the review with that score. */
const reviewedParts: Partial<Readonly<Record<FieldMetric, ReviewedPart>>> = {
  qaPassRate: 'quality',
  scriptCompliance: 'script',
  intentAccuracy: 'intent',
};

function askedFields(fields: Readonly<Record<FieldMetric, string>>): AskedField<FieldMetric>[] {
  return fieldMetrics.flatMap((key): AskedField<FieldMetric>[] => {
    const part = reviewedParts[key];
    const ofAnalysis = {
      key,
      name: fields[key],
      measure: fieldMeasures[key],
      unlessReviewed: part === undefined ? 0 : reviewBits[part],
    };
    return part === undefined
      ? [ofAnalysis]
      : [ofAnalysis, { key, name: reviewFields[part], measure: 'share', unlessReviewed: 0 }];
  });
}

function pick(given: CopcSettings['fields'], metrics: readonly FieldMetric[]): Partial<Record<FieldMetric, string>> {
  return Object.fromEntries(
    metrics.flatMap((metric) => (given[metric] === undefined ? [] : [[metric, given[metric]]])),
  );
}

type Counters = KeyedSums<(typeof copcCounters)[number]>;

function sumsOf(counters: readonly Counters[], fields: readonly KeyedFieldSum<FieldMetric>[]): CopcSums {
  return {
    all: addSums(counters, copcCounters),
    outbound: addSums(
      counters.filter(({ direction }) => direction === 'outbound'),
      copcCounters,
    ),
    fields: Object.fromEntries(
      fieldMetrics.map((metric) => [metric, addFieldSums(fields, metric)]),
    ) as CopcSums['fields'],
  };
}

interface Point {
  readonly at: string;
  readonly sums: CopcSums;
}

function pointsOf(
  pieces: readonly RangePiece[],
  counters: readonly Counters[],
  fields: readonly KeyedFieldSum<FieldMetric>[],
): Point[] {
  const countersOf = Map.groupBy(counters, ({ key }) => key);
  const fieldsOf = Map.groupBy(fields, ({ group }) => group);
  return pieces.map(({ key, beginsAt }) => ({
    at: beginsAt.toISOString(),
    sums: sumsOf(countersOf.get(key) ?? [], fieldsOf.get(key) ?? []),
  }));
}

function figureOf(metric: CopcMetric, now: CopcSums, before: CopcSums, points: readonly Point[]): CopcFigure {
  const formula = copcFormulas[metric];
  const { value, n } = formula(now);
  return {
    value,
    n,
    trend: trendOf({ value, n }, formula(before), { isShare: callShares.has(metric) }),
    series: points.map(({ at, sums }) => ({ at, ...formula(sums) })),
  };
}

/** Start of the last seven days, if the chart has calls in them: their values may still change. Otherwise null. */
function provisionalFrom({ series }: CopcFigure, now: Date): string | null {
  const from = new Date(now.getTime() - followUpMs).toISOString();
  const isYoung = series.some(({ n }, index) => n > 0 && (series[index + 1]?.at ?? now.toISOString()) > from);
  return isYoung ? from : null;
}
