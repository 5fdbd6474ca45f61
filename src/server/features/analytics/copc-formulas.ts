/**
 * The formulas of the 19 quality metrics (GLOSSARY.md; source: product.md 2, COPC), each once: from sums to the value and over
 * how many calls it is, for a whole range, for one of its points and for the range before alike. Pure.
 */
import { defaultCopcFields } from '../../../contract/settings.ts';
import type { CopcMetric } from '../../../contract/regional.ts';
import type { CounterSums } from './sums/counter-sums-query.ts';
import type { FieldMeasure, FieldSum } from './sums/field-sums-query.ts';

/** What of the rollups the formulas read. */
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

/** The metrics that are read from an analysis field. */
export type FieldMetric = keyof typeof defaultCopcFields;
export const fieldMetrics = Object.keys(defaultCopcFields) as readonly FieldMetric[];

/** What each adds up of its field. */
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

/** What some calls come to. */
export interface CopcSums {
  /** Of every direction. */
  readonly all: CopcCounters;
  readonly outbound: CopcCounters;
  /** By fieldMeasures, of the field that the workspace maps; of what people score their scores in its place. */
  readonly fields: Readonly<Record<FieldMetric, FieldSum>>;
}

/** Rates are percent from 0 to 100, times seconds. Null: there is nothing that it is made of. */
export interface CopcValue {
  readonly value: number | null;
  /** Calls. */
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
  // A call that is said to have a length before it is said to be over is human, and not finished yet.
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

/** `n` where the whole is not counted in calls. */
function percent(part: number, whole: number, n: number = whole): CopcValue {
  return { value: whole === 0 ? null : (100 * part) / whole, n };
}

function seconds(ms: number, n: number): CopcValue {
  return mean(ms / 1_000, n);
}

function mean(sum: number, n: number): CopcValue {
  return { value: n === 0 ? null : sum / n, n };
}
