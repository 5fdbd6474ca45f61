/** Compares two answers: numbers up to the rounding of a division, everything else exactly. */

const rounding = 1e-9;

/** The first difference, as a path and both values; null without one. A key with undefined counts as absent. */
export function differenceOf(a: unknown, b: unknown, path = ''): string | null {
  if (typeof a === 'number' && typeof b === 'number') {
    return Math.abs(a - b) <= rounding * Math.max(1, Math.abs(a), Math.abs(b)) ? null : told(path, a, b);
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return a === b ? null : told(path, a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return told(path, a, b);
  const [ofA, ofB] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  for (const key of new Set([...ofA.keys(), ...ofB.keys()])) {
    const difference = differenceOf(ofA.get(key), ofB.get(key), path === '' ? key : `${path}.${key}`);
    if (difference !== null) return difference;
  }
  return null;
}

function told(path: string, a: unknown, b: unknown): string {
  return `${path || 'the whole'}: ${JSON.stringify(a) ?? 'nothing'} and ${JSON.stringify(b) ?? 'nothing'}`;
}
