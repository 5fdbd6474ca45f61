/**
 * The fields of a call that reports fill in, each with the order that decides between two values of equal evidence.
 * A field together with its evidence is a chain (nothing < any value; weaker < stronger evidence; smaller < greater
 * value), so that joining by the maximum is commutative, associative and idempotent.
 */
import { canonicalJson, isSameJson, type JsonObject, type JsonValue } from './wire-values.ts';

/**
 * How strong a report's evidence is: 0 registered or placed, 1 under way, 2 over, 3 analysed. A customer's name among the
 * variables has one more, up to 4. What an analysis says that was run again here has 4 and the number of its run.
 */
export type Evidence = 0 | 1 | 2 | 3 | 4 | AnalysisEvidence;
type AnalysisEvidence = 5 | 6 | 7 | 8 | 9;

/** Which of the analyses that were run again by order from here, from 1. */
export type AnalysisRun = 1 | 2 | 3 | 4 | 5;
/** An evidence is one digit, so that there can be no more. */
export const mostAnalysisRuns = 5;

export function evidenceOfRun(run: AnalysisRun): AnalysisEvidence {
  return (4 + run) as AnalysisEvidence;
}

export interface AttemptFact {
  readonly attemptId: string;
  readonly campaignId: string;
  /** Null when the call's own times make it unnecessary. */
  readonly createdAt: Date | null;
}

export interface ExtraField {
  readonly rank: number;
  readonly value: JsonValue;
}

/** What each field holds once known. */
export interface FieldValues {
  direction: 'inbound' | 'outbound' | 'web_call';
  fromNumber: string;
  toNumber: string;
  agentId: string;
  agentVersion: number;
  customerName: string;
  attempt: AttemptFact;
  startAt: Date;
  endAt: Date;
  durationMs: number;
  disconnectionReason: string;
  sentiment: string;
  isSuccessful: boolean;
  inVoicemail: boolean;
  costCents: string;
  e2eP50Ms: string;
  transcript: string;
  transcriptObject: readonly JsonValue[];
  recordingUrl: string;
  callAnalysis: JsonObject;
  callCost: JsonObject;
  latency: JsonObject;
  llmTokenUsage: JsonObject;
  dynamicVariables: JsonObject;
  collectedVariables: JsonObject;
  metadata: JsonObject;
  toolCalls: readonly JsonValue[];
  agentSpoke: boolean;
}
export type FieldName = keyof FieldValues;

export interface Fact<V> {
  /** Null: known to be none, which only an analysis that was run again can tell: what the one before said is void. */
  readonly value: V | null;
  readonly rank: Evidence;
}
export type Facts = { readonly [F in FieldName]: Fact<FieldValues[F]> | null };

interface FieldRule<V> {
  /** Negative, 0 or positive, as sort wants it: a total order of the values. */
  readonly compare: (a: V, b: V) => number;
  /** Joins two values of equal evidence where the greater one alone would lose something. */
  readonly join?: (a: V, b: V) => V;
  /** Of values that are large: whether both are the same. */
  readonly isSame?: (a: V | null, b: V | null) => boolean;
}

const text: FieldRule<string> = { compare: compareText };
const number: FieldRule<number> = { compare: (a, b) => a - b };
const boolean: FieldRule<boolean> = { compare: (a, b) => Number(a) - Number(b) };
const moment: FieldRule<Date> = { compare: (a, b) => a.getTime() - b.getTime() };
const decimal: FieldRule<string> = { compare: (a, b) => Number(a) - Number(b) };
/** The longer one is the later one: transcripts grow. */
const growing: FieldRule<string> = { compare: (a, b) => a.length - b.length || compareText(a, b) };
const growingList: FieldRule<readonly JsonValue[]> = {
  compare: (a, b) => (isSameJson(a, b) ? 0 : growing.compare(canonicalJson(a), canonicalJson(b))),
  isSame: isSameJson,
};
const object: FieldRule<JsonObject> = {
  compare: compareJson,
  join: joinObjects,
};

/** One digit of `calls.evidence` each, in this order: new fields go to the end. */
export const fieldRules: { readonly [F in FieldName]: FieldRule<FieldValues[F]> } = {
  direction: text as FieldRule<FieldValues['direction']>,
  fromNumber: text,
  toNumber: text,
  agentId: text,
  agentVersion: number,
  customerName: text,
  attempt: {
    compare: (a, b) =>
      compareText(a.attemptId, b.attemptId) || (a.createdAt?.getTime() ?? 0) - (b.createdAt?.getTime() ?? 0),
  },
  startAt: moment,
  endAt: moment,
  durationMs: number,
  disconnectionReason: text,
  sentiment: text,
  isSuccessful: boolean,
  inVoicemail: boolean,
  costCents: decimal,
  e2eP50Ms: decimal,
  transcript: growing,
  transcriptObject: growingList,
  recordingUrl: text,
  callAnalysis: object,
  // Whole, led by the figure that its column holds, so that both come from the same report.
  callCost: { compare: ledBy((cost) => cost['combined_cost']) },
  latency: { compare: ledBy((latency) => (latency['e2e'] as JsonObject | null | undefined)?.['p50']) },
  llmTokenUsage: { compare: object.compare },
  dynamicVariables: object,
  collectedVariables: object,
  metadata: object,
  toolCalls: growingList,
  // Beside the transcripts, for an empty one says so too and is not stored.
  agentSpoke: boolean,
};
export const fieldNames = Object.keys(fieldRules) as readonly FieldName[];

/** The join of what two sides know of one field; the same object as `a` when `b` adds nothing. */
export function joinFact<F extends FieldName>(
  field: F,
  a: Fact<FieldValues[F]> | null,
  b: Fact<FieldValues[F]> | null,
): Fact<FieldValues[F]> | null {
  if (a === null || b === null) return a ?? b;
  if (a.rank > b.rank) return a;
  // Stronger evidence for what is known already: the value stays the very one, so that it is not measured and stored again.
  if (a.rank < b.rank) return fieldRules[field].isSame?.(a.value, b.value) ? { value: a.value, rank: b.rank } : b;
  if (a.value === null || b.value === null) return b.value === null ? a : b;
  const { compare, join } = fieldRules[field];
  const order = compare(a.value, b.value);
  if (order === 0) return a;
  if (join) {
    const value = join(a.value, b.value);
    return compare(value, a.value) === 0 ? a : { value, rank: a.rank };
  }
  return order > 0 ? a : b;
}

/** Fields that the provider's objects have and ours have not are bounded: the first names in order stay. */
const mostExtraFields = 64;

/** What a stored value and its digit of `calls.evidence` say. */
export function factOf<V>(value: V | null, digit: string): Fact<V> | null {
  const rank = digit === '-' ? null : (Number(digit) as Evidence);
  return rank === null || (value === null && rank < evidenceOfRun(1)) ? null : { value, rank };
}

/** Joins the fields without a column, each with its own evidence; the same object as `a` when `b` adds nothing. */
export function joinExtra(
  a: Readonly<Record<string, ExtraField>>,
  b: Readonly<Record<string, ExtraField>>,
): Readonly<Record<string, ExtraField>> {
  const joined = { ...a };
  for (const [name, field] of Object.entries(b)) {
    const known = ownValue(joined, name);
    if (!known || compareExtra(field, known) > 0) joined[name] = field;
  }
  const names = Object.keys(joined).sort().slice(0, mostExtraFields);
  const isSame = names.length === Object.keys(a).length && names.every((name) => joined[name] === a[name]);
  return isSame ? a : Object.fromEntries(names.flatMap((name) => (joined[name] ? [[name, joined[name]]] : [])));
}

function compareExtra(a: ExtraField, b: ExtraField): number {
  return a.rank - b.rank || compareJson(a.value, b.value);
}

/** Key by key: a value beats none, the canonically greater one wins. */
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

/** A name such as `constructor` is not there because every object inherits one. */
function ownValue<V>(object: Readonly<Record<string, V>>, name: string): V | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function ledBy(figureOf: (object: JsonObject) => JsonValue | undefined): (a: JsonObject, b: JsonObject) => number {
  const figure = (object: JsonObject): number => {
    const value = figureOf(object);
    return typeof value === 'number' ? value : -1;
  };
  return (a, b) => figure(a) - figure(b) || object.compare(a, b);
}

function compareJson(a: JsonValue, b: JsonValue): number {
  return isSameJson(a, b) ? 0 : compareText(canonicalJson(a), canonicalJson(b));
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a > b ? 1 : -1;
}
