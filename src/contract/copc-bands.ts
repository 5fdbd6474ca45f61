/** How a quality metric stands against its target, without zod: browser and server judge by the same rules. */
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

/** Seconds; the others are percent. */
export const inSeconds: ReadonlySet<CopcMetric> = new Set(['speedToGreeting', 'aht', 'acwTime']);

/**
 * Shares of the calls that they are over: chance can be judged of them, on the safe side where a field says a part of one. The others are
 * means, or shares of time and of fields.
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

/** The tabs of the screen, in the specification's order. */
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
 * The specification's bands, as distance from the target on its worse side, for the two that have some: connectRate (target
 * 85) good from 70, regular from 50; dialerAbandonRate (target 3) good to 5, regular to 8. They move with an edited target.
 */
const specified: Partial<Record<CopcMetric, { readonly good: number; readonly regular: number }>> = {
  connectRate: { good: 15, regular: 35 },
  dialerAbandonRate: { good: 2, regular: 5 },
};

/** What lies on an edge but for the last bits of a division lies on its better side. */
const rounding = 1e-9;

/** Excellent reaches the target; good lies within 10 % of it and regular within 25 %, but for those the specification bands. */
export function bandOf(metric: CopcMetric, value: number, target: number): CopcBand {
  const distance = lowerIsBetter.has(metric) ? value - target : target - value;
  const { good, regular } = specified[metric] ?? { good: 0.1 * target, regular: 0.25 * target };
  const isWithin = (limit: number): boolean => distance <= limit + rounding * Math.max(1, target);
  if (isWithin(0)) return 'excellent';
  if (isWithin(good)) return 'good';
  return isWithin(regular) ? 'regular' : 'critical';
}

/** Spec B 4. Their targets are the workspace's. */
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

/** 'Excelente' from 90, 'Bueno' from 75, 'Regular' from 60, else 'Requiere Atención'. */
export function healthTierOf(score: number): HealthTier {
  if (score >= 90) return 'excellent';
  if (score >= 75) return 'good';
  return score >= 60 ? 'regular' : 'attention';
}

/** Which part of its target a metric attains, above 1 where it passes it. A target of 0 counts as reached, but for aht above it: 0. */
export function attainment(metric: HealthMetric, value: number, target: number): number {
  const [part, whole] = lowerIsBetter.has(metric) ? [target, value] : [value, target];
  return whole === 0 ? 1 : part / whole;
}

/**
 * 0 to 100: the weighted mean of value / target, of aht target / value, each at most 1, over the metrics that have a value;
 * null without any.
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
      sum + healthWeights[metric] * Math.min(1, attainment(metric, values[metric] ?? 0, targets[metric])),
    0,
  );
  return { score: Math.round((1e11 * weighted) / weight) / 1e9, metrics };
}
