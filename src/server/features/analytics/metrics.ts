/** GET /api/metrics: the four tiles of the dashboard. */
import type { Kysely } from 'kysely';
import type { Metrics } from '../../../contract/analytics.ts';
import type { Period } from '../../../contract/calls.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { WorkspaceDirectory } from '../access/index.ts';
import { countActiveCalls, sumMetrics } from './metrics-query.ts';

export interface MetricsDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly directory: Pick<WorkspaceDirectory, 'timeZoneOf'>;
}

export interface MetricsQuery {
  readonly period?: 'today' | 'yesterday' | undefined;
  readonly days?: '7' | '30' | undefined;
  readonly agentFilter?: string | undefined;
}

/** Days before today, first and last. */
const ranges: Readonly<Record<Period, readonly [number, number]>> = {
  today: [0, 0],
  yesterday: [1, 1],
  '7d': [6, 0],
  '30d': [29, 0],
};

/** Rates are percent, durations seconds; 0 where nothing is there to divide by. */
export async function readMetrics(
  { db, clock, directory }: MetricsDeps,
  workspaceId: string,
  { period, days, agentFilter }: MetricsQuery,
): Promise<Metrics> {
  const [firstDay, lastDay] = ranges[period ?? (days === undefined ? 'today' : `${days}d`)];
  const agentId = agentFilter === undefined || agentFilter === 'all' ? null : agentFilter;
  const zone = await directory.timeZoneOf(workspaceId);
  const [sums, activeCalls] = await Promise.all([
    sumMetrics(db, workspaceId, { firstDay, lastDay, zone, now: clock.now() }, agentId),
    countActiveCalls(db, workspaceId, agentId),
  ]);
  return {
    totalCalls: sums.calls,
    activeCalls,
    successRate: sums.finished === 0 ? 0 : (100 * sums.succeeded) / sums.finished,
    avgDuration: sums.durationN === 0 ? 0 : sums.durationMs / sums.durationN / 1_000,
  };
}
