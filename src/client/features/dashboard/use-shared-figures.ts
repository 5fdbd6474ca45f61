/**
 * How many calls there are, and how many go on: figures that several cards say, and that are read once. Cards that counted
 * for themselves were read at moments of their own, and said different numbers while calls came.
 */
import { useMetrics } from '../../api/queries.ts';
import { toTimeRange, type PeriodOption } from './filters.ts';

/** Undefined until it is known of just these filters. */
export function useSharedFigures(
  period: PeriodOption,
  agentId: string | null,
): { readonly calls: number | undefined; readonly active: number | undefined } {
  const { data, isPlaceholderData, isError } = useMetrics(toTimeRange(period, agentId));
  const metrics = isPlaceholderData || isError ? undefined : data;
  return { calls: metrics?.totalCalls, active: metrics?.activeCalls };
}
