/** Grades quality metrics against their targets, by the same rules in browser and server. Does not import zod. */
import type { CopcMetric } from './regional.ts';

/** Lower is better. */
export const lowerIsBetterMetrics: ReadonlySet<CopcMetric> = new Set([
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
export const metricsInSeconds: ReadonlySet<CopcMetric> = new Set(['speedToGreeting', 'aht', 'acwTime']);

/**
 * Quality metrics that are percentages of calls, so that a change can be tested for significance. If a field has
 * fractions instead of yes and no, the test is conservative. The other metrics are means, or shares of time or fields.
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
 * Limits of the grades of two quality metrics, by the specification: distances from the target. connectRate, target 85:
 * good from 70, regular from 50. dialerAbandonRate, target 3: good to 5, regular to 8.
 */
const specified: Partial<Record<CopcMetric, { readonly good: number; readonly regular: number }>> = {
  connectRate: { good: 15, regular: 35 },
  dialerAbandonRate: { good: 2, regular: 5 },
};

/** Tolerance for rounding errors, so that a value exactly on the limit between two grades gets the better one. */
const rounding = 1e-9;

/** Returns a metric's grade. excellent: target reached. good: missed by up to 10 %. regular: up to 25 %. */
export function findCopcBand(metric: CopcMetric, value: number, target: number): CopcBand {
  const distance = lowerIsBetterMetrics.has(metric) ? value - target : target - value;
  const { good, regular } = specified[metric] ?? { good: 0.1 * target, regular: 0.25 * target };
  const isWithin = (limit: number): boolean => distance <= limit + rounding * Math.max(1, target);
  if (isWithin(0)) return 'excellent';
  if (isWithin(good)) return 'good';
  return isWithin(regular) ? 'regular' : 'critical';
}

/** Weights of quality metrics in the health score (specification B 4). */
export const healthScoreWeights = {
  qaPassRate: 0.3,
  csatT: 0.25,
  aht: 0.2,
  conversionToCommitment: 0.25,
} as const satisfies Partial<Record<CopcMetric, number>>;
export type CopcHealthMetric = keyof typeof healthScoreWeights;
export const copcHealthMetrics = Object.keys(healthScoreWeights) as readonly CopcHealthMetric[];

export const copcHealthTiers = ['excellent', 'good', 'regular', 'attention'] as const;
export type CopcHealthTier = (typeof copcHealthTiers)[number];

/** Returns the grade of a health score: excellent from 90, good from 75, regular from 60, otherwise attention. */
export function findCopcHealthTier(score: number): CopcHealthTier {
  if (score >= 90) return 'excellent';
  if (score >= 75) return 'good';
  return score >= 60 ? 'regular' : 'attention';
}

/** Returns the value as a share of its target: 1 if reached, above 1 if better. Never divides by 0. */
export function computeShareOfMetricTarget(metric: CopcHealthMetric, value: number, target: number): number {
  const [part, whole] = lowerIsBetterMetrics.has(metric) ? [target, value] : [value, target];
  return whole === 0 ? 1 : part / whole;
}

/**
 * Returns the health score, 0 to 100: the weighted mean of each metric's share of its target, at most 1 each. Metrics
 * without a value do not count. `score` is null if no metric has a value.
 */
export function computeHealthScore(
  values: Readonly<Record<CopcHealthMetric, number | null>>,
  targets: Readonly<Record<CopcHealthMetric, number>>,
): { score: number | null; metrics: CopcHealthMetric[] } {
  const metrics = copcHealthMetrics.filter((metric) => values[metric] !== null);
  const weight = metrics.reduce((sum, metric) => sum + healthScoreWeights[metric], 0);
  if (weight === 0) return { score: null, metrics };
  const weighted = metrics.reduce(
    (sum, metric) =>
      sum +
      healthScoreWeights[metric] *
        Math.min(1, computeShareOfMetricTarget(metric, values[metric] ?? 0, targets[metric])),
    0,
  );
  return { score: Math.round((1e11 * weighted) / weight) / 1e9, metrics };
}
