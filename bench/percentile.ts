/** Percentiles by the nearest rank: always one of the values, the higher of two. */

/** The percentile at `share`, above 0 and up to 1, of values in any order. NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}
