/** GET /api/calls/volume: the calls of a range in the pieces that the chart draws. */
import type { VolumeBucket } from '../../../contract/analytics.ts';
import type { Period } from '../../../contract/calls.ts';
import { agentOf, dayRanges } from './sums/day-range-query.ts';
import type { MetricsDeps } from './metrics.ts';
import { countByDay, countByHalfHour, type VolumeRow } from './volume-query.ts';

export interface VolumeQuery {
  readonly timeRange: Period;
  readonly agentFilter?: string | undefined;
}

export async function readCallVolume(
  { db, clock, directory }: MetricsDeps,
  workspaceId: string,
  { timeRange, agentFilter }: VolumeQuery,
): Promise<VolumeBucket[]> {
  const range = { ...dayRanges[timeRange], zone: await directory.timeZoneOf(workspaceId), now: clock.now() };
  const isOneDay = range.firstDay === range.lastDay;
  const rows = await (isOneDay ? countByHalfHour : countByDay)(db, workspaceId, range, agentOf(agentFilter));
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
