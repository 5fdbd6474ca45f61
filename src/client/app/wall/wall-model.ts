/** The wall's lists, cut to the rows that fit, with the rest summed up. Pure. */
import type { VolumeBucket } from '../../../contract/analytics.ts';
import type { CallSummary } from '../../../contract/calls.ts';
import type { Campaign } from '../../../contract/campaigns.ts';

/** Most rows of a list on the wall. */
export const mostRows = 5;

export interface FittedRows<T> {
  readonly shown: readonly T[];
  readonly rest: readonly T[];
}

/** Returns all rows if they fit. Otherwise returns one fewer than fit, because the summary of the rest needs a row. */
export function cutRows<T>(rows: readonly T[], most = mostRows): FittedRows<T> {
  const fits = rows.length <= most ? rows.length : most - 1;
  return { shown: rows.slice(0, fits), rest: rows.slice(fits) };
}

export interface AgentNow {
  readonly id: string | null;
  readonly name: string | null;
  readonly calls: number;
  /** When the longest of the agent's calls began, epoch ms. */
  readonly sinceMs: number;
  /** Number of calls that have waited too long for an answer. */
  readonly waiting: number;
}

/** Calls under way by agent, those with waiting calls first. A call waits after `longWaitSeconds`; 0: never. */
export function agentsNow(calls: readonly CallSummary[], nowMs: number, longWaitSeconds: number): AgentNow[] {
  const byAgent = new Map<string | null, AgentNow>();
  for (const { agentId, agentName, startTimestamp, occurredAt } of calls) {
    const sinceMs = Date.parse(startTimestamp ?? occurredAt);
    const isWaiting = longWaitSeconds > 0 && startTimestamp === null && nowMs - sinceMs > longWaitSeconds * 1_000;
    const known = byAgent.get(agentId);
    byAgent.set(agentId, {
      id: agentId,
      name: known?.name ?? agentName,
      calls: (known?.calls ?? 0) + 1,
      sinceMs: Math.min(known?.sinceMs ?? sinceMs, sinceMs),
      waiting: (known?.waiting ?? 0) + (isWaiting ? 1 : 0),
    });
  }
  return [...byAgent.values()].sort(
    (a, b) =>
      b.waiting - a.waiting || b.calls - a.calls || a.sinceMs - b.sinceMs || (a.id ?? '').localeCompare(b.id ?? ''),
  );
}

/** Paused campaigns first, because they need a person. Then those that dial, by most pending recipients. */
export function campaignsNow(campaigns: readonly Campaign[]): Campaign[] {
  const leftOf = ({ pendingCount }: Campaign) => pendingCount;
  const of = (status: Campaign['status']) =>
    campaigns.filter((campaign) => campaign.status === status).sort((a, b) => leftOf(b) - leftOf(a));
  return [...of('paused'), ...of('in_progress')];
}

export interface HourColumn {
  /** The hour's beginning, ISO 8601: today's, or last week's if today lacks that hour. */
  readonly time: string;
  /** The hour by the zone's clock, such as '14'. */
  readonly clock: string;
  /** Today's calls of the hour; null if it has not begun, or if the clock skipped it. */
  readonly now: number | null;
  readonly before: number | null;
  /** True if the hour is over. */
  readonly isWhole: boolean;
}

/** Columns of hours by the zone's clock: today so far, and the whole day a week ago. `clockOf` gives '14:30'. */
export function hourColumns(
  today: readonly VolumeBucket[],
  lastWeek: readonly VolumeBucket[],
  nowMs: number,
  clockOf: (time: string) => string,
): HourColumn[] {
  const columns = new Map<string, { time: string; now: number | null; before: number | null; endMs: number }>();
  const add = (buckets: readonly VolumeBucket[], side: 'now' | 'before') => {
    for (const { time, intervalMinutes, totalCalls } of buckets) {
      const hour = clockOf(time).slice(0, 2);
      const known = columns.get(hour) ?? { time, now: null, before: null, endMs: 0 };
      known[side] = (known[side] ?? 0) + totalCalls;
      if (side === 'now') known.endMs = Math.max(known.endMs, Date.parse(time) + intervalMinutes * 60_000);
      columns.set(hour, known);
    }
  };
  add(today, 'now');
  add(lastWeek, 'before');
  const minutesOf = (time: string) => Number(clockOf(time).slice(3, 5));
  return [...columns]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([clock, { time, now, before, endMs }]) => ({
      time,
      clock,
      now,
      before,
      // An hour is whole if both its halves are over.
      isWhole: now !== null && endMs <= nowMs && minutesOf(new Date(endMs).toISOString()) === 0,
    }));
}

/** The last finished hour of today; undefined before the first has finished. */
export const lastWholeHour = (columns: readonly HourColumn[]): HourColumn | undefined =>
  columns.findLast(({ isWhole }) => isWhole);
