/**
 * Grades quality metrics against their targets. Browser and server share this module, which does not import zod, to
 * keep the browser's code small.
 */
import type { CopcMetric } from './regional.ts';

/** Lower is better. */
export const lowerIsBetterCopcMetrics: ReadonlySet<CopcMetric> = new Set([
  'dialerAbandonRate',
  'speedToGreeting',
  'complaintRate',
  'aht',
  'acwTime',
  'handoffRate',
  'asrWer',
  'silenceOvertalk',
]);

/** Metrics in seconds. All others are percent. */
export const copcMetricsInSeconds: ReadonlySet<CopcMetric> = new Set(['speedToGreeting', 'aht', 'acwTime']);

/**
 * Quality metrics that are percentages of calls, so that their changes can be tested for statistical significance. If
 * an analysis field has fractions instead of yes and no, the test is conservative.
 * All other metrics are means, or shares of time or of fields.
 */
export const callShareCopcMetrics: ReadonlySet<CopcMetric> = new Set([
  'connectRate',
  'rpcRate',
  'dialerAbandonRate',
  'conversionToCommitment',
  'promiseKeptRate',
  'qaPassRate',
  'scriptCompliance',
  'fcr',
  'csatT',
  'complaintRate',
  'containmentRate',
  'handoffRate',
  'intentAccuracy',
]);

/** Quality metrics by tab of their screen, in the specification's order. */
export const copcMetricsByTab = {
  roman: [
    'connectRate',
    'rpcRate',
    'dialerAbandonRate',
    'speedToGreeting',
    'conversionToCommitment',
    'promiseKeptRate',
    'qaPassRate',
    'scriptCompliance',
    'dataIntegrity',
    'fcr',
    'csatT',
    'complaintRate',
  ],
  rolo: ['aht', 'acwTime', 'containmentRate', 'handoffRate', 'asrWer', 'intentAccuracy', 'silenceOvertalk'],
} as const satisfies Record<string, readonly CopcMetric[]>;

export const copcBands = ['excellent', 'good', 'regular', 'critical'] as const;
export type CopcBand = (typeof copcBands)[number];

/**
 * How far two quality metrics may miss their target and still be good or regular, in percentage points, by the
 * specification. connectRate, with target 85, is good from 70 and regular from 50. dialerAbandonRate, with target 3, is
 * good up to 5 and regular up to 8.
 */
const specified: Partial<Record<CopcMetric, { readonly good: number; readonly regular: number }>> = {
  connectRate: { good: 15, regular: 35 },
  dialerAbandonRate: { good: 2, regular: 5 },
};

/** Tolerance for rounding errors, so that a value exactly on the limit between two grades gets the better one. */
const rounding = 1e-9;

/**
 * Returns a quality metric's grade, which is excellent if the target is reached. A metric that misses its target by up
 * to 10 % of the target is good, by up to 25 % regular, otherwise critical. Two metrics have their own limits.
 */
export function findCopcBand(metric: CopcMetric, value: number, target: number): CopcBand {
  const distance = lowerIsBetterCopcMetrics.has(metric) ? value - target : target - value;
  const { good, regular } = specified[metric] ?? { good: 0.1 * target, regular: 0.25 * target };
  const isWithin = (limit: number): boolean => distance <= limit + rounding * Math.max(1, target);
  if (isWithin(0)) return 'excellent';
  if (isWithin(good)) return 'good';
  return isWithin(regular) ? 'regular' : 'critical';
}

/** Weights of quality metrics in the health score (specification B 4). */
export const copcHealthScoreWeights = {
  qaPassRate: 0.3,
  csatT: 0.25,
  aht: 0.2,
  conversionToCommitment: 0.25,
} as const satisfies Partial<Record<CopcMetric, number>>;
export type CopcHealthMetric = keyof typeof copcHealthScoreWeights;
export const copcHealthMetrics = Object.keys(copcHealthScoreWeights) as readonly CopcHealthMetric[];

export const copcHealthTiers = ['excellent', 'good', 'regular', 'attention'] as const;
export type CopcHealthTier = (typeof copcHealthTiers)[number];

/** Returns the grade of a health score: excellent from 90, good from 75, regular from 60, otherwise attention. */
export function findCopcHealthTier(score: number): CopcHealthTier {
  if (score >= 90) return 'excellent';
  if (score >= 75) return 'good';
  return score >= 60 ? 'regular' : 'attention';
}

/**
 * Returns a quality metric's value as a share of its target: 1 if the target is just reached, above 1 if the value is
 * better. Never divides by 0.
 */
export function computeShareOfMetricTarget(metric: CopcHealthMetric, value: number, target: number): number {
  const [part, whole] = lowerIsBetterCopcMetrics.has(metric) ? [target, value] : [value, target];
  return whole === 0 ? 1 : part / whole;
}

/**
 * Returns the health score, 0 to 100: the weighted mean of each metric's share of its target, at most 1 each. Metrics
 * without a value do not count. `score` is null if no metric has a value.
 */
export function computeCopcHealthScore(
  values: Readonly<Record<CopcHealthMetric, number | null>>,
  targets: Readonly<Record<CopcHealthMetric, number>>,
): { score: number | null; metrics: CopcHealthMetric[] } {
  const metrics = copcHealthMetrics.filter((metric) => values[metric] !== null);
  const weight = metrics.reduce((sum, metric) => sum + copcHealthScoreWeights[metric], 0);
  if (weight === 0) return { score: null, metrics };
  const weighted = metrics.reduce(
    (sum, metric) =>
      sum +
      copcHealthScoreWeights[metric] *
        Math.min(1, computeShareOfMetricTarget(metric, values[metric] ?? 0, targets[metric])),
    0,
  );
  return { score: Math.round((1e11 * weighted) / weight) / 1e9, metrics };
}
