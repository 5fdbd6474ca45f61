/** GET /api/metrics: the figures of the dashboard's four tiles. */
import type { Kysely } from 'kysely';
import type { Metrics } from '../../../contract/analytics.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { agentIdOfFilter } from './sums/day-range-query.ts';
import { readRange, type RangeDeps } from './sums/figure-range.ts';
import { sumMetrics, type MetricsSums } from './metrics-query.ts';

export interface MetricsDeps extends RangeDeps {
  readonly db: Kysely<Schema>;
}

export interface MetricsQuery {
  readonly period?: 'today' | 'yesterday' | undefined;
  readonly days?: '7' | '30' | undefined;
  readonly agentFilter?: string | undefined;
}

export async function readMetrics(
  deps: MetricsDeps,
  workspaceId: string,
  { period, days, agentFilter }: MetricsQuery,
): Promise<Metrics> {
  const { db } = deps;
  const range = await readRange(deps, workspaceId, { range: period ?? (days === undefined ? 'today' : `${days}d`) });
  const sums = await sumMetrics(db, workspaceId, range, agentIdOfFilter(agentFilter));
  return {
    totalCalls: sums.calls,
    inboundCalls: sums.inbound,
    outboundCalls: sums.outbound,
    webCalls: sums.web,
    agentCalls: sums.byAgent,
    activeCalls: sums.active,
    finishedCalls: sums.finished,
    ...computeMetricRates(sums),
  };
}

/** Computes a success rate in percent and a mean duration in seconds. Both are 0 if there are no calls to divide by. */
export function computeMetricRates({
  finished,
  succeeded,
  durationMs,
  durationN,
}: Pick<MetricsSums, 'finished' | 'succeeded' | 'durationMs' | 'durationN'>): Pick<
  Metrics,
  'successRate' | 'avgDuration'
> {
  return {
    successRate: finished === 0 ? 0 : (100 * succeeded) / finished,
    avgDuration: durationN === 0 ? 0 : durationMs / durationN / 1_000,
  };
}
