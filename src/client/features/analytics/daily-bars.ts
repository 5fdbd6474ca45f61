/** Computes the bars of the call volume chart: one for each day, or for each hour of a single day. Pure. */
import type { Analytics, CallVolumeBucket } from '../../../contract/analytics.ts';
import { toCalendarDay } from '../../format/dates.ts';
import { chartLabels } from '../../../labels/chart-es.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import type { CallDirectionSeriesId } from '../../ui/series-looks.ts';

export interface CallVolumeBar extends Readonly<Record<CallDirectionSeriesId, number>> {
  readonly key: string;
  /** Full name of a chart bar's day or hour: '21/11/2026' or '14:00 - 15:00'. */
  readonly title: string;
  /** Short name of a chart bar's day or hour, shown below it: '21/11' or '14:00'. */
  readonly label: string;
  readonly total: number;
  /** Day of a chart bar, for a link to its calls; null if the bar is an hour, as the history can't filter by hour. */
  readonly date: string | null;
}

/** Directions of calls in the order of chart, legend and table. `origin` is the call history's filter value. */
export const analyticsVolumeSeries = [
  { id: 'inbound', origin: 'inbound' },
  { id: 'outbound', origin: 'outbound' },
  { id: 'web', origin: 'web_call' },
] as const satisfies readonly { readonly id: CallDirectionSeriesId; readonly origin: string }[];

export function toDailyVolumeBars(days: Analytics['callsByDay'], format: RegionalFormat): readonly CallVolumeBar[] {
  return days.map(({ date, calls, inbound, outbound, web_call: web }) => {
    const title = format.day(date);
    return { key: date, title, label: title.slice(0, 5), total: calls, inbound, outbound, web, date };
  });
}

export function toHourlyVolumeBars(
  buckets: readonly CallVolumeBucket[],
  format: RegionalFormat,
): readonly CallVolumeBar[] {
  const hours: CallVolumeBucket[][] = [];
  for (const bucket of buckets) {
    const last = hours.at(-1);
    if (last && !bucket.isHourMark) last.push(bucket);
    else hours.push([bucket]);
  }
  return hours.map((parts) => {
    const sum = (field: 'inboundCalls' | 'outboundCalls' | 'webCalls' | 'totalCalls') =>
      parts.reduce((total, part) => total + part[field], 0);
    const time = parts[0]?.time ?? '';
    const label = format.time(time);
    const end = format.time(new Date(Date.parse(time) + 60 * 60_000).toISOString());
    return {
      key: time,
      title: `${label} - ${end}`,
      label,
      total: sum('totalCalls'),
      inbound: sum('inboundCalls'),
      outbound: sum('outboundCalls'),
      web: sum('webCalls'),
      date: null,
    };
  });
}

/** Splits a chart bar into stacked segments by call direction, bottom up; directions without calls are omitted. */
export function stackBarSegments(
  bar: CallVolumeBar,
): readonly { readonly id: CallDirectionSeriesId; readonly from: number; readonly to: number }[] {
  const ends = analyticsVolumeSeries.map((_, place) =>
    analyticsVolumeSeries.slice(0, place + 1).reduce((sum, { id }) => sum + bar[id], 0),
  );
  return analyticsVolumeSeries.flatMap(({ id }, place) =>
    bar[id] === 0 ? [] : [{ id, from: ends[place - 1] ?? 0, to: ends[place] ?? 0 }],
  );
}

/** Index of the chart bar whose day or hour contains the time `at`; -1 if none does. */
export function findVolumeBarIndexAtTime(bars: readonly CallVolumeBar[], at: string, zone: string): number {
  const day = toCalendarDay(new Date(at), zone);
  const sinceHour = ({ key }: CallVolumeBar) => Date.parse(at) - Date.parse(key);
  return bars.findIndex((bar) =>
    bar.date === null ? sinceHour(bar) >= 0 && sinceHour(bar) < 60 * 60_000 : bar.date === day,
  );
}

/** Text of a chart bar for screen readers: '21/11/2026: Entrantes 3, Salientes 12'. */
export function describeVolumeBar(bar: CallVolumeBar, format: RegionalFormat): string {
  const said = analyticsVolumeSeries.flatMap(({ id }) =>
    bar[id] === 0 ? [] : [`${chartLabels.series[id]} ${format.count(bar[id])}`],
  );
  return `${bar.title}: ${said.length === 0 ? chartLabels.noCalls : said.join(', ')}`;
}
