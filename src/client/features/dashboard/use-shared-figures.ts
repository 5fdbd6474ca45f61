/**
 * What several cards count, of one moment: one answer, which comes along with its message. Each card's own read is older or
 * newer than the others', and its sums would not add up to the tiles'.
 */
import type { Metrics } from '../../../contract/analytics.ts';
import { useMetrics } from '../../api/queries.ts';
import { toTimeRange, type PeriodOption } from './filters.ts';

interface SharedFigures {
  /** Undefined until it is known of just these filters. */
  readonly metrics: Metrics | undefined;
  /** The shared figure; a card's own only where the shared read failed, for then no tile says another. */
  readonly shared: (name: 'totalCalls' | 'activeCalls', own: number | undefined) => number | undefined;
}

export function useSharedFigures(period: PeriodOption, agentId: string | null): SharedFigures {
  const { data, isPlaceholderData, isError } = useMetrics(toTimeRange(period, agentId));
  const metrics = isPlaceholderData ? undefined : data;
  return { metrics, shared: (name, own) => metrics?.[name] ?? (isError ? own : undefined) };
}
