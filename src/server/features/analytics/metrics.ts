/** GET /api/metrics: the figures of the dashboard's four tiles. */
import type { Kysely } from 'kysely';
import type { DashboardMetrics } from '../../../contract/analytics.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { parseAgentFilter } from './sums/day-range-query.ts';
import { resolveDateRange, type DateRangeDeps } from './sums/figure-range.ts';
import { readDashboardSums, type DashboardSums } from './metrics-query.ts';

export interface AnalyticsReadDeps extends DateRangeDeps {
  readonly db: Kysely<DatabaseSchema>;
}

export interface DashboardMetricsParameters {
  readonly period?: 'today' | 'yesterday' | undefined;
  readonly days?: '7' | '30' | undefined;
  readonly agentFilter?: string | undefined;
}

export async function readDashboardMetrics(
  deps: AnalyticsReadDeps,
  workspaceId: string,
  { period, days, agentFilter }: DashboardMetricsParameters,
): Promise<DashboardMetrics> {
  const { db } = deps;
  const range = await resolveDateRange(deps, workspaceId, {
    range: period ?? (days === undefined ? 'today' : `${days}d`),
  });
  const sums = await readDashboardSums(db, workspaceId, range, parseAgentFilter(agentFilter));
  return {
    totalCalls: sums.calls,
    inboundCalls: sums.inbound,
    outboundCalls: sums.outbound,
    webCalls: sums.web,
    agentCalls: sums.byAgent,
    activeCalls: sums.active,
    finishedCalls: sums.finished,
    ...computeSuccessRateAndDuration(sums),
  };
}

/** Computes a success rate in percent and a mean duration in seconds. Both are 0 if there are no calls to divide by. */
export function computeSuccessRateAndDuration({
  finished,
  succeeded,
  durationMs,
  durationN,
}: Pick<DashboardSums, 'finished' | 'succeeded' | 'durationMs' | 'durationN'>): Pick<
  DashboardMetrics,
  'successRate' | 'avgDuration'
> {
  return {
    successRate: finished === 0 ? 0 : (100 * succeeded) / finished,
    avgDuration: durationN === 0 ? 0 : durationMs / durationN / 1_000,
  };
}
