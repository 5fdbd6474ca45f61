/**
 * Formulas of the 19 contact centre quality metrics (GLOSSARY.md; product.md 2, COPC). A formula computes a metric's
 * value and its number of calls from sums over the calls of a date range or of a part of it. Pure.
 */
import { defaultCopcFieldNames } from '../../../contract/settings.ts';
import type { CopcMetric } from '../../../contract/regional.ts';
import type { RollupCounterSums } from './sums/counter-sums-query.ts';
import type { AnalysisFieldSumKind, AnalysisFieldSum } from './sums/field-sums-query.ts';

/** Counters that the formulas read. */
export const copcCounterNames = [
  'finished',
  'human',
  'speech_known',
  'speechless',
  'human_ms',
  'human_n',
  'handoffs',
  'greeting_ms',
  'greeting_n',
  'silence_ms',
  'overlap_ms',
  'timed_ms',
  'timed_n',
  'contacts',
  'contacts_resolved',
  'fields_filled',
  'fields_expected',
  'fields_n',
] as const;
type CopcCounters = RollupCounterSums<(typeof copcCounterNames)[number]>;

/** A quality metric that is read from a field of the call analysis. */
export type CopcMetricFromAnalysisField = keyof typeof defaultCopcFieldNames;
export const copcMetricsFromAnalysisFields = Object.keys(
  defaultCopcFieldNames,
) as readonly CopcMetricFromAnalysisField[];

/** Key: a quality metric that reads an analysis field. Value: the way in which the field's values are summed. */
export const analysisFieldMeasureByMetric: Readonly<Record<CopcMetricFromAnalysisField, AnalysisFieldSumKind>> = {
  rpcRate: 'share',
  conversionToCommitment: 'share',
  promiseKeptRate: 'share',
  qaPassRate: 'share',
  scriptCompliance: 'share',
  csatT: 'highScore',
  complaintRate: 'share',
  intentAccuracy: 'share',
  asrWer: 'share',
  acwTime: 'number',
};

/** The sums of a group of calls. */
export interface CopcInputSums {
  /** Counters of calls of every direction. */
  readonly all: CopcCounters;
  readonly outbound: CopcCounters;
  /**
   * Sums of the analysis fields that metrics read. If a person scored a call, the score is summed instead of the
   * analysis field.
   */
  readonly fields: Readonly<Record<CopcMetricFromAnalysisField, AnalysisFieldSum>>;
}

export interface CopcMetricValue {
  readonly value: number | null;
  readonly n: number;
}
type Formula = (sums: CopcInputSums) => CopcMetricValue;

const ofAll =
  (formula: (counters: CopcCounters) => CopcMetricValue): Formula =>
  ({ all }) =>
    formula(all);
const ofOutbound =
  (formula: (counters: CopcCounters) => CopcMetricValue): Formula =>
  ({ outbound }) =>
    formula(outbound);
const ofField =
  (metric: CopcMetricFromAnalysisField): Formula =>
  ({
    fields: {
      [metric]: { sum, n },
    },
  }) =>
    percent(sum, n);

export const copcFormulas: Readonly<Record<CopcMetric, Formula>> = {
  // Limit the connect rate to 100 %. A call answered by a person can be counted before it counts as finished.
  connectRate: ofOutbound(({ human, finished }) => percent(Math.min(human, finished), finished)),
  rpcRate: ofField('rpcRate'),
  dialerAbandonRate: ofOutbound((sums) => percent(sums.speechless, sums.speech_known)),
  speedToGreeting: ofAll((sums) => seconds(sums.greeting_ms, sums.greeting_n)),
  conversionToCommitment: ofField('conversionToCommitment'),
  promiseKeptRate: ofField('promiseKeptRate'),
  qaPassRate: ofField('qaPassRate'),
  scriptCompliance: ofField('scriptCompliance'),
  dataIntegrity: ofAll((sums) => percent(sums.fields_filled, sums.fields_expected, sums.fields_n)),
  fcr: ofAll((sums) => percent(sums.contacts_resolved, sums.contacts)),
  csatT: ofField('csatT'),
  complaintRate: ofField('complaintRate'),
  aht: ofAll((sums) => seconds(sums.human_ms, sums.human_n)),
  acwTime: ({ fields: { acwTime } }) => mean(acwTime.sum, acwTime.n),
  containmentRate: ofAll((sums) => percent(sums.human - sums.handoffs, sums.human)),
  handoffRate: ofAll((sums) => percent(sums.handoffs, sums.human)),
  asrWer: ofField('asrWer'),
  intentAccuracy: ofField('intentAccuracy'),
  silenceOvertalk: ofAll((sums) => percent(sums.silence_ms + sums.overlap_ms, sums.timed_ms, sums.timed_n)),
};

/** Computes `part` as a percentage of `whole`. `n`: the number of calls behind the value; default `whole`. */
function percent(part: number, whole: number, n: number = whole): CopcMetricValue {
  return { value: whole === 0 ? null : (100 * part) / whole, n };
}

function seconds(ms: number, n: number): CopcMetricValue {
  return mean(ms / 1_000, n);
}

function mean(sum: number, n: number): CopcMetricValue {
  return { value: n === 0 ? null : sum / n, n };
}
