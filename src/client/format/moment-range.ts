/** Text for a range of times: 'entre 18:30 y 19:10'. Pure. */
import type { MomentRange } from '../../contract/campaigns.ts';
import { momentRangeLabels as labels } from '../../labels/ranges-es.ts';
import type { RegionalFormat } from './regional-format.ts';

const minuteMs = 60_000;

/** Text for a range of times, with dates unless it is today. The end is rounded up to a minute. */
export function describeMomentRange({ from, to }: MomentRange, format: RegionalFormat, nowMs: number): string {
  const last = new Date(Math.ceil(Date.parse(to) / minuteMs) * minuteMs).toISOString();
  const isShort = Date.parse(to) - Date.parse(from) < minuteMs;
  const today = format.date(new Date(nowMs).toISOString());
  const [firstDay, lastDay] = [format.date(from), format.date(last)];
  if (!isShort && firstDay !== lastDay) return labels.betweenDays(format.dateTime(from), format.dateTime(last));
  const times = isShort ? labels.about(format.time(from)) : labels.between(format.time(from), format.time(last));
  return firstDay === today ? times : labels.onDay(firstDay, times);
}
