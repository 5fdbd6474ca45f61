/** GET /api/calls/volume: the number of calls in a date range by half hour or day, for the chart. */
import type { CallVolumeBucket } from '../../../contract/analytics.ts';
import type { CallPeriod } from '../../../contract/calls.ts';
import type { customRangeValue } from '../../../contract/figure-range.ts';
import { parseAgentFilter } from './sums/day-range-query.ts';
import { isOneDayRange, resolveDateRange, type DateRangeParameters } from './sums/figure-range.ts';
import type { AnalyticsReadDeps } from './metrics.ts';
import { countCallsByDay, countCallsByHalfHour, type CallVolumeRow } from './volume-query.ts';

export interface CallVolumeParameters extends Pick<DateRangeParameters, 'from' | 'to'> {
  readonly timeRange: CallPeriod | typeof customRangeValue;
  readonly agentFilter?: string | undefined;
}

export async function readCallVolume(
  deps: AnalyticsReadDeps,
  workspaceId: string,
  query: CallVolumeParameters,
): Promise<CallVolumeBucket[]> {
  const range = await resolveDateRange(deps, workspaceId, { ...query, range: query.timeRange });
  const isOneDay = isOneDayRange(range);
  const rows = await (isOneDay ? countCallsByHalfHour : countCallsByDay)(
    deps.db,
    workspaceId,
    range,
    parseAgentFilter(query.agentFilter),
  );
  return rows.map((row) => toBucket(row, isOneDay ? 30 : 1_440));
}

function toBucket(
  { beginsAt, isHourMark, inbound, outbound, web, total }: CallVolumeRow,
  intervalMinutes: number,
): CallVolumeBucket {
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
