/**
 * Scans the bytes of a large JSON body before it is parsed, because the cost of parsing depends on the number of
 * values: 45 MB of `{}` take gigabytes of memory. The scan does not check JSON syntax.
 */

export interface JsonScanLimits {
  readonly depth: number;
  /**
   * Maximum number of values in a JSON body. Objects and arrays inside an array count twice, because they cost more.
   */
  readonly values: number;
  readonly members: number;
  /** Maximum length of a JSON array. Further elements are dropped. The schema then reports that there are too many. */
  readonly elements: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/**
 * Returns a JSON text as byte ranges that omit the elements of an array beyond `limits.elements`.
 * @returns null if the depth, the number of values or an object's number of members exceeds `limits`.
 */
export function truncateLongJsonArrays(json: Uint8Array, limits: JsonScanLimits): readonly Uint8Array[] | null {
  const parts: Uint8Array[] = [];
  let partStart = 0;
  let values = 0;
  /**
   * Number of values so far in each unclosed JSON object or array, by depth. The number is negative for arrays and
   * positive for objects.
   */
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

function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}

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
