/**
 * Formulas of the 19 contact centre quality metrics (GLOSSARY.md; product.md 2, COPC). A formula turns sums over calls
 * into a value and the number of calls behind it, for a date range or a point of it. Pure.
 */
import { defaultCopcFields } from '../../../contract/settings.ts';
import type { CopcMetric } from '../../../contract/regional.ts';
import type { CounterSums } from './sums/counter-sums-query.ts';
import type { FieldMeasure, FieldSum } from './sums/field-sums-query.ts';

/** Counters that the formulas read. */
export const copcCounters = [
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
type CopcCounters = CounterSums<(typeof copcCounters)[number]>;

/** A quality metric that is read from a field of the call analysis. */
export type FieldMetric = keyof typeof defaultCopcFields;
export const fieldMetrics = Object.keys(defaultCopcFields) as readonly FieldMetric[];

/** For each quality metric, how it sums the analysis field that is mapped to it. */
export const fieldMeasures: Readonly<Record<FieldMetric, FieldMeasure>> = {
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
export interface CopcSums {
  /** Counters of calls of every direction. */
  readonly all: CopcCounters;
  readonly outbound: CopcCounters;
  /** Sums of the analysis fields mapped to metrics. A person's score of a call replaces the analysis of that call. */
  readonly fields: Readonly<Record<FieldMetric, FieldSum>>;
}

/** The value of a quality metric: percent from 0 to 100, or seconds. Null if no call counts for the metric. */
export interface CopcValue {
  readonly value: number | null;
  /** Number of calls over which the quality metric was computed. */
  readonly n: number;
}
type Formula = (sums: CopcSums) => CopcValue;

const ofAll =
  (formula: (counters: CopcCounters) => CopcValue): Formula =>
  ({ all }) =>
    formula(all);
const ofOutbound =
  (formula: (counters: CopcCounters) => CopcValue): Formula =>
  ({ outbound }) =>
    formula(outbound);
const ofField =
  (metric: FieldMetric): Formula =>
  ({
    fields: {
      [metric]: { sum, n },
    },
  }) =>
    percent(sum, n);

export const copcFormulas: Readonly<Record<CopcMetric, Formula>> = {
  // The connect rate is capped, because a call can count as human before it is reported as finished.
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

/** Computes a percentage. `n` is the number of calls behind it, if `whole` counts something else than calls. */
function percent(part: number, whole: number, n: number = whole): CopcValue {
  return { value: whole === 0 ? null : (100 * part) / whole, n };
}

function seconds(ms: number, n: number): CopcValue {
  return mean(ms / 1_000, n);
}

function mean(sum: number, n: number): CopcValue {
  return { value: n === 0 ? null : sum / n, n };
}
