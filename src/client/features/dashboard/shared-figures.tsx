/**
 * Figures that several cards show, from one read at one moment. With reads of their own the cards would differ in age,
 * and their sums would not match the tiles. Even one answer would reach a card that is just mounting a frame later.
 */
import { createContext, useContext, type ReactNode } from 'react';
import type { Metrics } from '../../../contract/analytics.ts';
import { useMetrics } from '../../api/queries.ts';
import { toTimeRange, type PeriodOption } from './filters.ts';

const Read = createContext<ReturnType<typeof useMetrics> | null>(null);

interface SharedMetricsProps {
  readonly period: PeriodOption;
  readonly agentId: string | null;
  readonly children: ReactNode;
}

export function SharedMetrics({ period, agentId, children }: SharedMetricsProps) {
  const read = useMetrics(toTimeRange(period, agentId));
  return <Read value={read}>{children}</Read>;
}

/** The shared read of the metrics, with the present filters. */
export function useSharedMetrics(): ReturnType<typeof useMetrics> {
  const read = useContext(Read);
  if (read === null) throw new Error('no SharedMetrics around');
  return read;
}

interface SharedFigures {
  /** The metrics; undefined until they are read for exactly these filters. */
  readonly metrics: Metrics | undefined;
  /** Number shared by the cards. A card's own number counts only if the shared read failed, when no tile has one. */
  readonly shared: (name: 'totalCalls' | 'activeCalls', own: number | undefined) => number | undefined;
}

export function useSharedFigures(): SharedFigures {
  const { data, isPlaceholderData, isError } = useSharedMetrics();
  const metrics = isPlaceholderData ? undefined : data;
  return { metrics, shared: (name, own) => metrics?.[name] ?? (isError ? own : undefined) };
}
