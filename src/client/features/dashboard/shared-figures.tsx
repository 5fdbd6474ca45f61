/**
 * What several cards count, of one moment: one answer, which comes along with its message, read once for all of them. Each card's
 * own read is older or newer than the others', and its sums would not add up to the tiles'; even of one answer each would learn by
 * itself, and a card that is just being drawn a frame later than the rest.
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

/** The read itself, of the filters as they are. */
export function useSharedMetrics(): ReturnType<typeof useMetrics> {
  const read = useContext(Read);
  if (read === null) throw new Error('no SharedMetrics around');
  return read;
}

interface SharedFigures {
  /** Undefined until it is known of just these filters. */
  readonly metrics: Metrics | undefined;
  /** The shared figure; a card's own only where the shared read failed, for then no tile says another. */
  readonly shared: (name: 'totalCalls' | 'activeCalls', own: number | undefined) => number | undefined;
}

export function useSharedFigures(): SharedFigures {
  const { data, isPlaceholderData, isError } = useSharedMetrics();
  const metrics = isPlaceholderData ? undefined : data;
  return { metrics, shared: (name, own) => metrics?.[name] ?? (isError ? own : undefined) };
}
