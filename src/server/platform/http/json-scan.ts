/**
 * Looks at the bytes of a large JSON text before anything is made of them: what a body costs is decided by how many values
 * it holds, not by its length, and 45 MB of `{}` are gigabytes once parsed. Checks no grammar: that is the parser's.
 */

export interface JsonLimits {
  readonly depth: number;
  /** Objects, arrays, texts, numbers and the rest; objects and arrays within an array count twice, for they cost more. */
  readonly values: number;
  /** Of one object. */
  readonly members: number;
  /** Of one array: what follows is left out, so that the schema says of the others that they are too many. */
  readonly elements: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/**
 * The parts of `json` to parse, put together in their order: all of it where every array keeps within its limit.
 * @returns null when it nests deeper, holds more values, or an object of it more members, than the limits say.
 */
export function scanJson(json: Uint8Array, limits: JsonLimits): readonly Uint8Array[] | null {
  const parts: Uint8Array[] = [];
  let partStart = 0;
  let values = 0;
  /** Of each open container: what it held so far; negative for an array, counted downwards from -1. */
  const counts: number[] = [];
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) {
      at = endOfText(json, at);
    } else if (byte === comma) {
      const isArray = (counts[depth] ?? 0) < 0;
      const count = isArray ? (counts[depth] ?? 0) - 1 : (counts[depth] ?? 0) + 1;
      counts[depth] = count;
      values += 1;
      if (isArray && -count > limits.elements) {
        parts.push(json.subarray(partStart, at));
        at = endOfContainer(json, at) - 1;
        partStart = at + 1;
      } else if (count > limits.members) return null;
    } else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      values += 1;
      if (depth > limits.depth) return null;
      counts[depth] = byte === 0x5b ? -1 : 1;
    } else if ((byte === 0x7d || byte === 0x5d) && depth > 0) depth -= 1;
    if (values > limits.values) return null;
  }
  parts.push(json.subarray(partStart));
  return parts;
}

/** Of the quote that closes it; the end where none does. */
function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}

/** Of the bracket that closes what is open at `start`; the end where none does. */
function endOfContainer(json: Uint8Array, start: number): number {
  let depth = 1;
  for (let at = start; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) at = endOfText(json, at);
    else if (byte === 0x7b || byte === 0x5b) depth += 1;
    else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return json.length;
}
