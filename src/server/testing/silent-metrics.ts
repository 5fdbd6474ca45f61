/** For tests of a part of the server whose metrics nobody reads. */
import type { Metrics } from '../platform/metrics/metrics.ts';

export const silentMetrics: Metrics = {
  count: () => undefined,
  observe: () => undefined,
  gauge: () => undefined,
  query: () => undefined,
};
