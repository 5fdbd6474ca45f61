/**
 * React context with the call metrics that several dashboard cards show. All cards use one query. Separate queries
 * would be read at different times, and the cards' sums would not match the tiles.
 */
import { createContext, useContext, type ReactNode } from 'react';
import type { DashboardMetrics } from '../../../contract/analytics.ts';
import { useDashboardMetrics } from '../../api/queries.ts';
import { toDashboardMetricsQuery, type DashboardPeriodOption } from './filters.ts';

const Read = createContext<ReturnType<typeof useDashboardMetrics> | null>(null);

interface SharedMetricsProps {
  readonly period: DashboardPeriodOption;
  readonly agentId: string | null;
  readonly children: ReactNode;
}

export function SharedDashboardMetricsProvider({ period, agentId, children }: SharedMetricsProps) {
  const read = useDashboardMetrics(toDashboardMetricsQuery(period, agentId));
  return <Read value={read}>{children}</Read>;
}

/** Hook: the query of the call metrics that all dashboard cards share, for the present filters. */
export function useSharedDashboardMetricsQuery(): ReturnType<typeof useDashboardMetrics> {
  const read = useContext(Read);
  if (read === null) throw new Error('no SharedMetrics around');
  return read;
}

interface SharedFigures {
  /** Call metrics of the dashboard; undefined until they are loaded for the present filters. */
  readonly metrics: DashboardMetrics | undefined;
  /**
   * Returns a total from the call metrics that all dashboard cards share; undefined while they load. If loading them
   * failed, returns `own`, the card's own total.
   */
  readonly shared: (name: 'totalCalls' | 'activeCalls', own: number | undefined) => number | undefined;
}

export function useSharedDashboardMetrics(): SharedFigures {
  const { data, isPlaceholderData, isError } = useSharedDashboardMetricsQuery();
  const metrics = isPlaceholderData ? undefined : data;
  return { metrics, shared: (name, own) => metrics?.[name] ?? (isError ? own : undefined) };
}
