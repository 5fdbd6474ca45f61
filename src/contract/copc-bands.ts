/** Judges a quality metric against its target, by the same rules in browser and server. Without zod. */
import type { CopcMetric } from './regional.ts';

/** Lower is better. */
export const lowerIsBetter: ReadonlySet<CopcMetric> = new Set([
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
 * Quality metrics that are shares of calls, so that changes can be tested for significance. The test is conservative if
 * a field contains fractions. The other metrics are means, or shares of time or fields.
 */
export const callShares: ReadonlySet<CopcMetric> = new Set([
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

/** Tabs of the quality metrics' screen, in the specification's order. */
export const copcTabs = {
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
 * The specification's bands of two quality metrics, as distances from the target. connectRate (target 85): good from
 * 70, regular from 50. dialerAbandonRate (target 3): good to 5, regular to 8. They move with an edited target.
 */
const specified: Partial<Record<CopcMetric, { readonly good: number; readonly regular: number }>> = {
  connectRate: { good: 15, regular: 35 },
  dialerAbandonRate: { good: 2, regular: 5 },
};

/** Tolerance for rounding errors of divisions, so that a value on the edge of two bands counts as the better one. */
const rounding = 1e-9;

/** Grade of a quality metric: excellent reaches the target, good is within 10 %, regular 25 %, unless specified. */
export function copcBandOf(metric: CopcMetric, value: number, target: number): CopcBand {
  const distance = lowerIsBetter.has(metric) ? value - target : target - value;
  const { good, regular } = specified[metric] ?? { good: 0.1 * target, regular: 0.25 * target };
  const isWithin = (limit: number): boolean => distance <= limit + rounding * Math.max(1, target);
  if (isWithin(0)) return 'excellent';
  if (isWithin(good)) return 'good';
  return isWithin(regular) ? 'regular' : 'critical';
}

/** Weights of quality metrics in the health score (specification B 4). The targets are the workspace's. */
export const healthWeights = {
  qaPassRate: 0.3,
  csatT: 0.25,
  aht: 0.2,
  conversionToCommitment: 0.25,
} as const satisfies Partial<Record<CopcMetric, number>>;
export type HealthMetric = keyof typeof healthWeights;
export const healthMetrics = Object.keys(healthWeights) as readonly HealthMetric[];

export const healthTiers = ['excellent', 'good', 'regular', 'attention'] as const;
export type HealthTier = (typeof healthTiers)[number];

/** Grade of a health score: 'Excelente' from 90, 'Bueno' from 75, 'Regular' from 60, else 'Requiere Atención'. */
export function healthTierOf(score: number): HealthTier {
  if (score >= 90) return 'excellent';
  if (score >= 75) return 'good';
  return score >= 60 ? 'regular' : 'attention';
}

/** Share of its target that a metric attains, above 1 if better. It is 1 instead of a division by 0. */
export function targetShare(metric: HealthMetric, value: number, target: number): number {
  const [part, whole] = lowerIsBetter.has(metric) ? [target, value] : [value, target];
  return whole === 0 ? 1 : part / whole;
}

/**
 * The health score, 0 to 100: the weighted mean of value / target (for aht target / value), each at most 1, over the
 * metrics that have a value. Null if none has one.
 */
export function healthScoreOf(
  values: Readonly<Record<HealthMetric, number | null>>,
  targets: Readonly<Record<HealthMetric, number>>,
): { score: number | null; metrics: HealthMetric[] } {
  const metrics = healthMetrics.filter((metric) => values[metric] !== null);
  const weight = metrics.reduce((sum, metric) => sum + healthWeights[metric], 0);
  if (weight === 0) return { score: null, metrics };
  const weighted = metrics.reduce(
    (sum, metric) =>
      sum + healthWeights[metric] * Math.min(1, targetShare(metric, values[metric] ?? 0, targets[metric])),
    0,
  );
  return { score: Math.round((1e11 * weighted) / weight) / 1e9, metrics };
}
