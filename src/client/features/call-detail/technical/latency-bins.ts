/** Latencies in fixed bins that widen with their values, and how a call's stands to its agent's usual. Milliseconds; all pure. */

/** Four bins each time the value doubles, from 25 ms to 25.6 s; what lies beyond falls into the first or the last. */
const binsPerDoubling = 4;
const lowest = 25;
export const binCount = 40;

/** Where a bin begins. */
export function edgeOf(bin: number): number {
  return lowest * 2 ** (bin / binsPerDoubling);
}

export function binOf(milliseconds: number): number {
  const bin = Math.floor(Math.log2(milliseconds / lowest) * binsPerDoubling + 1e-9);
  return Math.min(binCount - 1, Math.max(0, bin));
}

/** How many values fall into each bin. */
export function countBins(values: readonly number[]): readonly number[] {
  const counts = Array.from({ length: binCount }, () => 0);
  for (const value of values) counts[binOf(value)] = (counts[binOf(value)] ?? 0) + 1;
  return counts;
}

/** Bins shown at least, so that a single value is no wall. */
const fewestShown = 12;

/** The first bin shown and the one after the last: all that holds any of the moments, with one to spare on each side. */
export function shownBins(moments: readonly number[]): { readonly from: number; readonly to: number } {
  const bins = moments.map(binOf);
  const from = Math.max(0, Math.min(...bins) - 1);
  const to = Math.min(binCount, Math.max(...bins) + 2);
  const lacking = Math.max(0, fewestShown - (to - from));
  const begin = Math.max(0, Math.min(from - Math.floor(lacking / 2), binCount - fewestShown));
  return { from: Math.min(from, begin), to: Math.max(to, Math.min(binCount, begin + fewestShown)) };
}

/** Where a moment lies between the first edge shown (0) and the last (1). */
export function placeOf(milliseconds: number, { from, to }: { readonly from: number; readonly to: number }): number {
  const place = (Math.log2(milliseconds / lowest) * binsPerDoubling - from) / (to - from);
  return Math.min(1, Math.max(0, place));
}

const roundMoments = [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000] as const;

/** Round moments to write under the bins. */
export function ticksOf({ from, to }: { readonly from: number; readonly to: number }): readonly number[] {
  return roundMoments.filter((moment) => moment >= edgeOf(from) && moment <= edgeOf(to));
}

/** Within a tenth of the usual a call is like the others. */
const alike = 0.1;

export type Standing = 'faster' | 'alike' | 'slower' | 'slowest';

/** A call's p50 beside its agent's usual: the median of the last calls' p50, and what nine of ten stay under. */
export function standingOf(p50: number, usual: { readonly p50: number; readonly p90: number }): Standing {
  if (Math.abs(p50 - usual.p50) <= usual.p50 * alike) return 'alike';
  if (p50 < usual.p50) return 'faster';
  return p50 > usual.p90 ? 'slowest' : 'slower';
}
