/**
 * SQL conditions on calls by a quality metric: its value is worse than the target, or its answer is yes (or no). The
 * metric is computed for each call alone. Analysis fields are read as in the rollups (rollup-fields.ts).
 */
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { lowerIsBetterCopcMetrics } from '../../../../contract/copc-bands.ts';
import type { CopcMetric } from '../../../../contract/regional.ts';
import { defaultCopcFieldNames, defaultCopcTargets } from '../../../../contract/settings.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { findQualityMetricSettings } from '../../settings/index.ts';
import { joinCallConditionsByAnd, callFieldOneOfCondition, type CallCondition } from './call-condition.ts';
import type { CallReviewScores } from './call-columns.ts';
import {
  finishedCallCondition,
  handoffCallCondition,
  humanCallCondition,
  callMeasureConditions,
} from './call-facts.ts';

/** A quality metric, with the analysis field and the target that the workspace configured for it. */
export interface CopcMetricTarget {
  readonly metric: CopcMetric;
  /** Name of the analysis field that the metric reads. Empty if it reads none. */
  readonly field: string;
  readonly target: number;
}

export async function findCopcMetricTarget(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  metric: CopcMetric,
): Promise<CopcMetricTarget> {
  const { fields, targets } = await findQualityMetricSettings(db, workspaceId);
  const field = Object.hasOwn(defaultCopcFieldNames, metric)
    ? (fields[metric] ?? defaultCopcFieldNames[metric as keyof typeof defaultCopcFieldNames])
    : '';
  return { metric, field, target: targets[metric] ?? defaultCopcTargets[metric] };
}

/** SQL condition: the metric's value, computed for the call `c` alone, is worse than the metric's target. */
export function missesMetricTargetCondition({ metric, field, target }: CopcMetricTarget): RawBuilder<SqlBool> {
  const isWorse = sql.raw(lowerIsBetterCopcMetrics.has(metric) ? '>' : '<');
  return sql<SqlBool>`(${ownValues[metric](sql`(c.figures -> ${field}::text)`)} ${isWorse} ${target}::numeric)`;
}

/** A quality metric, and the answer (yes or no) that it must give for a call to match. */
export interface MetricAnswerFilter {
  readonly aim: CopcMetricTarget;
  readonly answer: 'yes' | 'no';
}

/**
 * SQL condition: the call `c` has the expected answer to a yes-or-no metric. A value of 50 % or more means yes. The
 * condition is null if the call has no value.
 */
export function metricAnswerCondition({ aim: { metric, field }, answer }: MetricAnswerFilter): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${ownValues[metric](sql`(c.figures -> ${field}::text)`)} ${sql.raw(answer === 'yes' ? '>=' : '<')} 50)`;
}

/**
 * Function that builds SQL for the value of a quality metric for one call. The value is null if the metric does not
 * apply. `figure` is SQL for the analysis field as JSON.
 */
type OwnValue = (figure: RawBuilder<unknown>) => RawBuilder<unknown>;

const of = (over: CallCondition, value: string): OwnValue => {
  const own = sql.raw(`case when ${over.sql} then ${value} end`);
  return () => own;
};
const share = (over: CallCondition, counted: CallCondition): OwnValue =>
  of(over, `case when ${counted.sql} then 100 else 0 end`);

const number = (figure: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when jsonb_typeof(${figure}) = 'number' then ${figure}::numeric end`;

/**
 * SQL: an analysis field as a percentage. If a person scored the call, the score is used instead of the field. A number
 * up to 1 is read as a fraction (0.8 is 80 %), and a larger number as a percentage.
 */
const fieldShare =
  (part?: keyof CallReviewScores): OwnValue =>
  (figure) =>
    sql`coalesce(
    100 * ${part === undefined ? sql`null` : sql`(c.review ->> ${part}::text)`}::numeric,
    case jsonb_typeof(${figure})
      when 'boolean' then case when ${figure} = 'true' then 100 else 0 end
      when 'number' then case
        when ${figure}::numeric <= 1 then 100 * ${figure}::numeric
        when ${figure}::numeric <= 100 then ${figure}::numeric end
    end)`;

const isOutbound = callFieldOneOfCondition('direction', 'outbound');
const { human_fielded, human_greeted, human_judged, human_timed, human_transcribed, human_worded } =
  callMeasureConditions;

const ownValues: Readonly<Record<CopcMetric, OwnValue>> = {
  connectRate: share(joinCallConditionsByAnd(isOutbound, finishedCallCondition), humanCallCondition),
  rpcRate: fieldShare(),
  dialerAbandonRate: share(
    joinCallConditionsByAnd(isOutbound, human_transcribed),
    callFieldOneOfCondition('agentSpoke', false),
  ),
  speedToGreeting: of(human_greeted, 'c.greeting_ms / 1000.0'),
  conversionToCommitment: fieldShare(),
  promiseKeptRate: fieldShare(),
  qaPassRate: fieldShare('quality'),
  scriptCompliance: fieldShare('script'),
  dataIntegrity: of(human_fielded, '100.0 * c.fields_filled / c.fields_expected'),
  fcr: share(
    human_judged,
    joinCallConditionsByAnd(
      callFieldOneOfCondition('isSuccessful', true),
      callFieldOneOfCondition('isFollowedUp', false),
    ),
  ),
  csatT: (figure) =>
    sql`case when ${number(figure)} between 1 and 5 then case when ${number(figure)} >= 4 then 100 else 0 end end`,
  complaintRate: fieldShare(),
  aht: of(human_timed, 'c.duration_ms / 1000.0'),
  acwTime: number,
  containmentRate: of(humanCallCondition, `case when ${handoffCallCondition.sql} then 0 else 100 end`),
  handoffRate: share(humanCallCondition, handoffCallCondition),
  asrWer: fieldShare(),
  intentAccuracy: fieldShare('intent'),
  silenceOvertalk: of(human_worded, '100.0 * (c.silence_ms + coalesce(c.overlap_ms, 0)) / c.duration_ms'),
};
