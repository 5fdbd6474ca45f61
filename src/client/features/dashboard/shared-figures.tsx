/**
 * Figures that several dashboard cards show, from one read at one moment. Separate reads would differ in age, and the
 * cards' sums would not match the tiles. Even one answer would reach a card that is just mounting a frame later.
 */
import { createContext, useContext, type ReactNode } from 'react';
import type { Metrics } from '../../../contract/analytics.ts';
import { useMetrics } from '../../api/queries.ts';
import { toMetricsQuery, type PeriodOption } from './filters.ts';

const Read = createContext<ReturnType<typeof useMetrics> | null>(null);

interface SharedMetricsProps {
  readonly period: PeriodOption;
  readonly agentId: string | null;
  readonly children: ReactNode;
}

export function SharedMetrics({ period, agentId, children }: SharedMetricsProps) {
  const read = useMetrics(toMetricsQuery(period, agentId));
  return <Read value={read}>{children}</Read>;
}

/** The read of the call metrics that all dashboard cards share, with the present filters. */
export function useSharedMetrics(): ReturnType<typeof useMetrics> {
  const read = useContext(Read);
  if (read === null) throw new Error('no SharedMetrics around');
  return read;
}

interface SharedFigures {
  /** Call metrics of the dashboard; undefined until they are read for exactly the present filters. */
  readonly metrics: Metrics | undefined;
  /** Number that all dashboard cards show. A card's own number counts only if the shared read failed. */
  readonly shared: (name: 'totalCalls' | 'activeCalls', own: number | undefined) => number | undefined;
}

export function useSharedFigures(): SharedFigures {
  const { data, isPlaceholderData, isError } = useSharedMetrics();
  const metrics = isPlaceholderData ? undefined : data;
  return { metrics, shared: (name, own) => metrics?.[name] ?? (isError ? own : undefined) };
}
