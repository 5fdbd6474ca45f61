/** GET /api/calls/volume: the number of calls in a date range by half hour or day, for the chart. */
import type { VolumeBucket } from '../../../contract/analytics.ts';
import type { Period } from '../../../contract/calls.ts';
import type { customRange } from '../../../contract/figure-range.ts';
import { agentIdOfFilter } from './sums/day-range-query.ts';
import { hasOneDay, readRange, type RangeQuery } from './sums/figure-range.ts';
import type { MetricsDeps } from './metrics.ts';
import { countByDay, countByHalfHour, type VolumeRow } from './volume-query.ts';

export interface VolumeQuery extends Pick<RangeQuery, 'from' | 'to'> {
  readonly timeRange: Period | typeof customRange;
  readonly agentFilter?: string | undefined;
}

export async function readCallVolume(
  deps: MetricsDeps,
  workspaceId: string,
  query: VolumeQuery,
): Promise<VolumeBucket[]> {
  const range = await readRange(deps, workspaceId, { ...query, range: query.timeRange });
  const isOneDay = hasOneDay(range);
  const rows = await (isOneDay ? countByHalfHour : countByDay)(
    deps.db,
    workspaceId,
    range,
    agentIdOfFilter(query.agentFilter),
  );
  return rows.map((row) => toBucket(row, isOneDay ? 30 : 1_440));
}

function toBucket(
  { beginsAt, isHourMark, inbound, outbound, web, total }: VolumeRow,
  intervalMinutes: number,
): VolumeBucket {
  return {
    time: beginsAt.toISOString(),
    intervalMinutes,
    isHourMark,
    inboundCalls: inbound,
    outboundCalls: outbound,
    webCalls: web,
    totalCalls: total,
  };
}
