/**
 * Reads values from the provider. A value becomes null if PostgreSQL refuses it or if it is too large. It also becomes
 * null if it is absurd, such as a negative duration or a time outside this century. NUL and lone surrogates are removed
 * from texts.
 */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

const earliestMs = Date.UTC(2010, 0, 1);
const latestMs = Date.UTC(2100, 0, 1);
const deepest = 32;

/** Reads a text without NUL and lone surrogates, cut to `maximum` characters. Null if the value is empty or no text. */
export function parseWireText(value: unknown, maximum: number): string | null {
  if (typeof value !== 'string') return null;
  const text = cleanText(value.length > maximum ? value.slice(0, maximum) : value);
  return text === '' ? null : text;
}

/** Reads a number from 0 to `maximum` and rounds it to a whole number. Otherwise null. */
export function parseWireWholeNumber(value: unknown, maximum: number): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  const count = Math.round(value);
  return count >= 0 && count <= maximum ? count + 0 : null;
}

/** Reads a number from 0 to `maximum` as an exact decimal text, such as `12.5`. Otherwise null. */
export function parseWireDecimal(value: unknown, maximum: number): string | null {
  if (typeof value !== 'number' || !(value >= 0 && value <= maximum)) return null;
  const text = String(value + 0);
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
}

/** Reads a time in ms since the epoch. Null if it is not between 2010 and 2100. */
export function parseWireEpochTime(value: unknown): Date | null {
  if (typeof value !== 'number' || !(value >= earliestMs && value < latestMs)) return null;
  return new Date(Math.round(value));
}

export function parseWireBoolean(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** Longest accepted duration of a call in ms: a week. */
const longestMs = 7 * 24 * 3_600_000;

export function parseWireDurationMs(value: unknown): number | null {
  return parseWireWholeNumber(value, longestMs);
}

/** Computes a call's duration from start to end, if both are known. */
export function computeCallDurationMs(startAt: Date | null, endAt: Date | null): number | null {
  return startAt && endAt && parseWireDurationMs(endAt.getTime() - startAt.getTime());
}

/** Reads a JSON object and cleans its values for storage. Null if the value is empty or no object. */
export function toStorableJsonObject(value: unknown): JsonObject | null {
  if (!isObject(value)) return null;
  const object = cleanJson(value, 0) as JsonObject;
  return Object.keys(object).length > 0 ? object : null;
}

/** Reads a JSON array and cleans its values for storage. Null if the value is empty or no array. */
export function toStorableJsonArray(value: unknown): readonly JsonValue[] | null {
  return Array.isArray(value) && value.length > 0 ? (cleanJson(value, 0) as readonly JsonValue[]) : null;
}

/** Makes any JSON value storable. */
export function toStorableJson(value: unknown): JsonValue {
  return cleanJson(value, 0);
}

/** Formats JSON with sorted keys, so that equal values have equal texts. */
export function toCanonicalJson(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  const object = value as JsonObject;
  const members = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${toCanonicalJson(object[key] ?? null)}`);
  return `{${members.join(',')}}`;
}

/** True if two JSON values are equal, whatever the order of keys. Faster than comparing their canonical texts. */
export function isSameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => isSameJson(item, b[index] as JsonValue))
    );
  }
  const [one, other] = [a as JsonObject, b as JsonObject];
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameJson(one[key], other[key]))
  );
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cleanText(text: string): string {
  return text.isWellFormed() && !text.includes('\u0000') ? text : text.toWellFormed().replaceAll('\u0000', '');
}

function cleanJson(value: unknown, depth: number): JsonValue {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'boolean') return value;
  // Adding 0 turns -0 into 0, because `JSON.stringify` writes -0 as 0.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (depth >= deepest) return null;
  if (Array.isArray(value)) return value.map((item) => cleanJson(item, depth + 1));
  if (!isObject(value)) return null;
  const object: Record<string, JsonValue> = {};
  for (const { key, name } of namesOf(Object.keys(value))) {
    if (value[key] !== undefined) object[name] = cleanJson(value[key], depth + 1);
  }
  return object;
}

interface CleanName {
  readonly key: string;
  readonly name: string;
}
/**
 * Cache: keys of the JSON object that was cleaned last. Consecutive objects, such as the words of a transcript, often
 * have the same keys.
 */
let lastKeys: readonly string[] = [];
let lastNames: readonly CleanName[] = [];

function namesOf(keys: readonly string[]): readonly CleanName[] {
  if (keys.length === lastKeys.length && keys.every((key, index) => key === lastKeys[index])) return lastNames;
  lastKeys = keys;
  // Assigning `__proto__` would set the object's prototype.
  lastNames = keys
    .toSorted()
    .map((key) => ({ key, name: cleanText(key) }))
    .filter(({ name }) => name !== '__proto__');
  return lastNames;
}
