/**
 * The formulas of the 19 quality metrics (GLOSSARY.md; source: product.md 2, COPC), each once: from sums to the value and over
 * how many calls it is, for a whole range, for one of its points and for the range before alike. Pure.
 */
import { defaultCopcFields } from '../../../contract/settings.ts';
import type { CopcMetric } from '../../../contract/regional.ts';
import type { CounterSums } from './counter-sums-query.ts';
import type { FieldFigures } from './field-sums-query.ts';

/** What of the rollups the formulas read. */
export const copcCounters = [
  'finished', 'human', 'speech_known', 'speechless', 'human_ms', 'human_n', 'handoffs', 'greeting_ms', 'greeting_n', 'silence_ms',
  'overlap_ms', 'timed_ms', 'timed_n', 'contacts', 'contacts_resolved', 'fields_filled', 'fields_expected', 'fields_n',
] as const;
type CopcCounters = CounterSums<(typeof copcCounters)[number]>;

/** The metrics that are read from an analysis field. */
export type FieldMetric = keyof typeof defaultCopcFields;
export const fieldMetrics = Object.keys(defaultCopcFields) as readonly FieldMetric[];

/** What some calls come to. */
export interface CopcSums {
  /** Of every direction. */
  readonly all: CopcCounters;
  readonly outbound: CopcCounters;
  /** Of the field that the workspace maps to each metric; of what people score their scores in its place. */
  readonly fields: Readonly<Record<FieldMetric, FieldFigures>>;
}

/** Rates are percent from 0 to 100, times seconds. Null: there is nothing that it is made of. */
export interface CopcValue {
  readonly value: number | null;
  /** Calls. */
  readonly n: number;
}
type Formula = (sums: CopcSums) => CopcValue;

const ofAll = (formula: (counters: CopcCounters) => CopcValue): Formula => ({ all }) => formula(all);
const ofOutbound = (formula: (counters: CopcCounters) => CopcValue): Formula => ({ outbound }) => formula(outbound);
const ofShare = (metric: FieldMetric): Formula => ({ fields: { [metric]: field } }) => percent(field.share_sum, field.share_n);

export const copcFormulas: Readonly<Record<CopcMetric, Formula>> = {
  // A call that is said to have a length before it is said to be over is human, and not finished yet.
  connectRate: ofOutbound(({ human, finished }) => percent(Math.min(human, finished), finished)),
  rpcRate: ofShare('rpcRate'),
  dialerAbandonRate: ofOutbound((sums) => percent(sums.speechless, sums.speech_known)),
  speedToGreeting: ofAll((sums) => seconds(sums.greeting_ms, sums.greeting_n)),
  conversionToCommitment: ofShare('conversionToCommitment'),
  promiseKeptRate: ofShare('promiseKeptRate'),
  qaPassRate: ofShare('qaPassRate'),
  scriptCompliance: ofShare('scriptCompliance'),
  dataIntegrity: ofAll((sums) => percent(sums.fields_filled, sums.fields_expected, sums.fields_n)),
  fcr: ofAll((sums) => percent(sums.contacts_resolved, sums.contacts)),
  csatT: ({ fields: { csatT } }) => percent(csatT.score_high, csatT.score_n),
  complaintRate: ofShare('complaintRate'),
  aht: ofAll((sums) => seconds(sums.human_ms, sums.human_n)),
  acwTime: ({ fields: { acwTime } }) => mean(acwTime.number_sum, acwTime.number_n),
  containmentRate: ofAll((sums) => percent(sums.human - sums.handoffs, sums.human)),
  handoffRate: ofAll((sums) => percent(sums.handoffs, sums.human)),
  asrWer: ofShare('asrWer'),
  intentAccuracy: ofShare('intentAccuracy'),
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
