/**
 * Merges two reports of a call field by field. For each field, the value from the more reliable report wins. If both
 * are equally reliable, the greater value wins. Such a maximum is commutative, associative and idempotent.
 */
import { isDoNotCallRequestedInAnalysis } from '../../../../retell/analysis-figures.ts';
import { toCanonicalJson, isSameJson, type JsonObject, type JsonValue } from './wire-values.ts';

/**
 * How reliable a reported value is. The rank depends on the call's state in the report: 0 registered or placed, 1 in
 * progress, 2 ended, 3 analysed. A customer's name in the call's variables ranks one higher than its report. An
 * analysis that we requested for a single call ranks 4.
 */
export type EvidenceRank = 0 | 1 | 2 | 3 | 4;

export interface ExtraCallField {
  readonly rank: number;
  readonly value: JsonValue;
}

export interface ValueWithEvidence<V> {
  readonly value: V;
  readonly rank: EvidenceRank;
}

/** The provider's whole analysis of a call. */
export interface ReportedAnalysis {
  readonly said: JsonObject;
  /**
   * Time at which we requested this one call's data and got the analysis. Null if the analysis came by webhook or in a
   * list of calls.
   */
  readonly askedAt: Date | null;
}

export interface CallFieldMergeRule<V> {
  /** Compares two values of a call's field, as a comparator for `sort` does. It must be a total order. */
  readonly compare: (a: V, b: V) => number;
  /**
   * Merges two equally reliable values of a call's field into one. If this function is missing, the greater value wins.
   */
  readonly join?: (a: V, b: V) => V;
  readonly keep?: (known: V, won: V) => V;
}

/** Merge rule: the longer of two transcripts wins, because transcripts only grow during a call. */
const growing: CallFieldMergeRule<string> = { compare: (a, b) => a.length - b.length || compareText(a, b) };

export const callFieldMergeRules = {
  text: { compare: compareText },
  number: { compare: (a: number, b: number) => a - b },
  boolean: { compare: (a: boolean, b: boolean) => Number(a) - Number(b) },
  moment: { compare: (a: Date, b: Date) => a.getTime() - b.getTime() },
  decimal: { compare: (a: string, b: string) => Number(a) - Number(b) },
  growing,
  growingList: {
    compare: (a: readonly JsonValue[], b: readonly JsonValue[]) =>
      isSameJson(a, b) ? 0 : growing.compare(toCanonicalJson(a), toCanonicalJson(b)),
    keep: (known: readonly JsonValue[], won: readonly JsonValue[]) => (isSameJson(known, won) ? known : won),
  },
  object: { compare: compareJson, join: joinObjects },
  wholeObject: { compare: compareJson },
  /** Creates a merge rule: of two equally reliable JSON objects, the one with the greater value of `figure` wins. */
  ledBy,
  /**
   * Merge rule for two analyses of a call. The analysis requested last wins. If that does not decide, the analysis in
   * which the person asks for no more calls wins.
   */
  analysis: {
    compare: (a: ReportedAnalysis, b: ReportedAnalysis) =>
      (a.askedAt?.getTime() ?? 0) - (b.askedAt?.getTime() ?? 0) ||
      Number(isDoNotCallRequestedInAnalysis(a.said)) - Number(isDoNotCallRequestedInAnalysis(b.said)) ||
      compareJson(a.said, b.said),
    keep: (known: ReportedAnalysis, won: ReportedAnalysis) =>
      isSameJson(known.said, won.said) ? { said: known.said, askedAt: won.askedAt } : won,
  },
  attempt: {
    compare: (a: Placed, b: Placed) =>
      compareText(a.attemptId, b.attemptId) || (a.createdAt?.getTime() ?? 0) - (b.createdAt?.getTime() ?? 0),
  },
};

interface Placed {
  readonly attemptId: string;
  readonly createdAt: Date | null;
}

/**
 * Merges two values of a call's field. The more reliable value wins; equally reliable values are merged by the field's
 * merge rule. Returns `a` if `b` adds nothing.
 */
export function mergeCallFieldValues<V>(
  { compare, join, keep }: CallFieldMergeRule<V>,
  a: ValueWithEvidence<V> | null,
  b: ValueWithEvidence<V> | null,
): ValueWithEvidence<V> | null {
  if (a === null || b === null) return a ?? b;
  const isEqual = a.rank === b.rank;
  const order = isEqual ? compare(a.value, b.value) : a.rank - b.rank;
  if (join && isEqual && order !== 0) {
    const value = join(a.value, b.value);
    return compare(value, a.value) === 0 ? a : { value, rank: a.rank };
  }
  if (order >= 0) return a;
  return keep ? { value: keep(a.value, b.value), rank: b.rank } : b;
}

/** Highest number of provider fields in a call's column `extra`. Fields late in the alphabet are dropped. */
const mostExtraFields = 64;

/**
 * Returns a field's stored value with its reliability, which is a digit of `calls.evidence`. Null if there is no value.
 */
export function buildValueWithEvidence<V>(value: V | null, digit: string): ValueWithEvidence<V> | null {
  return digit === '-' || value === null ? null : { value, rank: Number(digit) as EvidenceRank };
}

/** Merges two sets of provider fields that have no column. Returns `a` itself if `b` adds nothing. */
export function mergeExtraCallFields(
  a: Readonly<Record<string, ExtraCallField>>,
  b: Readonly<Record<string, ExtraCallField>>,
): Readonly<Record<string, ExtraCallField>> {
  const joined = { ...a };
  for (const [name, field] of Object.entries(b)) {
    const known = ownValue(joined, name);
    if (!known || compareExtra(field, known) > 0) joined[name] = field;
  }
  const names = Object.keys(joined).sort().slice(0, mostExtraFields);
  const isSame = names.length === Object.keys(a).length && names.every((name) => joined[name] === a[name]);
  return isSame ? a : Object.fromEntries(names.flatMap((name) => (joined[name] ? [[name, joined[name]]] : [])));
}

function compareExtra(a: ExtraCallField, b: ExtraCallField): number {
  return a.rank - b.rank || compareJson(a.value, b.value);
}

/**
 * Merges two JSON objects key by key. A value wins over null. Of two different values, the one whose JSON text sorts
 * last wins.
 */
function joinObjects(a: JsonObject, b: JsonObject): JsonObject {
  const joined: Record<string, JsonValue> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const known = ownValue(joined, key) ?? null;
    if (known === null || (value !== null && compareJson(value, known) > 0)) {
      joined[key] = value;
    }
  }
  return joined;
}

/** Reads only own properties of an object, because every object inherits names such as `constructor`. */
function ownValue<V>(object: Readonly<Record<string, V>>, name: string): V | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function ledBy(figureOf: (object: JsonObject) => JsonValue | undefined): CallFieldMergeRule<JsonObject> {
  const figure = (object: JsonObject): number => {
    const value = figureOf(object);
    return typeof value === 'number' ? value : -1;
  };
  return { compare: (a, b) => figure(a) - figure(b) || compareJson(a, b) };
}

function compareJson(a: JsonValue, b: JsonValue): number {
  return isSameJson(a, b) ? 0 : compareText(toCanonicalJson(a), toCanonicalJson(b));
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a > b ? 1 : -1;
}
