/**
 * Bins of the latency histogram, on a logarithmic scale, and the comparison of a call's latency with that of the
 * agent's other calls. All times are in ms.
 */

/**
 * Number of bins for each doubling of the latency. All bins together cover 25 ms to 25.6 s. Latencies outside this
 * range go to the first or last bin.
 */
const binsPerDoubling = 4;
const lowest = 25;
export const latencyBinCount = 40;

/** Lower edge of a bin. */
export function getLatencyBinLowerEdge(bin: number): number {
  return lowest * 2 ** (bin / binsPerDoubling);
}

export function getLatencyBinIndex(milliseconds: number): number {
  const bin = Math.floor(Math.log2(milliseconds / lowest) * binsPerDoubling + 1e-9);
  return Math.min(latencyBinCount - 1, Math.max(0, bin));
}

/** Number of values in each bin. */
export function countLatenciesByBin(values: readonly number[]): readonly number[] {
  const counts = Array.from({ length: latencyBinCount }, () => 0);
  for (const value of values) counts[getLatencyBinIndex(value)] = (counts[getLatencyBinIndex(value)] ?? 0) + 1;
  return counts;
}

/** Minimum number of histogram bins shown, so that a single latency does not fill the chart. */
const fewestShown = 12;

/**
 * Range of histogram bins to show: from one bin before the first latency to one after the last, widened to a minimum
 * number.
 */
export function computeShownLatencyBinRange(moments: readonly number[]): {
  readonly from: number;
  readonly to: number;
} {
  const bins = moments.map(getLatencyBinIndex);
  const from = Math.max(0, Math.min(...bins) - 1);
  const to = Math.min(latencyBinCount, Math.max(...bins) + 2);
  const lacking = Math.max(0, fewestShown - (to - from));
  const begin = Math.max(0, Math.min(from - Math.floor(lacking / 2), latencyBinCount - fewestShown));
  return { from: Math.min(from, begin), to: Math.max(to, Math.min(latencyBinCount, begin + fewestShown)) };
}

/** Position of a latency on the chart's axis, from 0 (left edge) to 1 (right edge). */
export function computeLatencyAxisPosition(
  milliseconds: number,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const place = (Math.log2(milliseconds / lowest) * binsPerDoubling - from) / (to - from);
  return Math.min(1, Math.max(0, place));
}

const roundMoments = [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000] as const;

/** Round latencies to write below the bins. */
export function listLatencyAxisTicks({ from, to }: { readonly from: number; readonly to: number }): readonly number[] {
  return roundMoments.filter(
    (moment) => moment >= getLatencyBinLowerEdge(from) && moment <= getLatencyBinLowerEdge(to),
  );
}

/** A call's latency counts as normal if it differs from the agent's usual latency by a tenth at most. */
const alike = 0.1;

export type LatencyComparison = 'faster' | 'alike' | 'slower' | 'slowest';

/**
 * Compares a call's median latency with the agent's usual latency, which is the median and the 90th percentile of the
 * agent's other recent calls.
 */
export function compareLatencyToUsual(
  p50: number,
  usual: { readonly p50: number; readonly p90: number },
): LatencyComparison {
  if (Math.abs(p50 - usual.p50) <= usual.p50 * alike) return 'alike';
  if (p50 < usual.p50) return 'faster';
  return p50 > usual.p90 ? 'slowest' : 'slower';
}
