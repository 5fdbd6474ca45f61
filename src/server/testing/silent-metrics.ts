/** Metrics for tests that only record counters. */
import type { ServerMetricRecorder } from '../platform/metrics/metrics.ts';

export interface CountingMetrics extends ServerMetricRecorder {
  /** A counter's value for these label values, or over all of them if none is given. */
  readonly counted: (name: string, ...values: readonly string[]) => number;
}

export function createCountingMetrics(): CountingMetrics {
  const counts: { readonly name: string; readonly values: readonly string[]; readonly by: number }[] = [];
  return {
    count: (name, labels, by = 1) => void counts.push({ name, values: Object.values(labels), by }),
    observe: () => undefined,
    gauge: () => undefined,
    query: () => undefined,
    counted: (name, ...values) =>
      counts
        .filter((each) => each.name === name && values.every((value) => each.values.includes(value)))
        .reduce((sum, { by }) => sum + by, 0),
  };
}

/** Where nobody asks. */
export const silentMetrics: ServerMetricRecorder = { ...createCountingMetrics(), count: () => undefined };
