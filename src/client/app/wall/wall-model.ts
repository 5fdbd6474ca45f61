/** The wall's lists, cut to the rows that fit; the rest is summed up. All pure. */
import type { VolumeBucket } from '../../../contract/analytics.ts';
import type { CallSummary } from '../../../contract/calls.ts';
import type { Campaign } from '../../../contract/campaigns.ts';

/** Rows of a list. */
export const mostRows = 5;

export interface Cut<T> {
  readonly shown: readonly T[];
  readonly rest: readonly T[];
}

/** All that fit, or one less than fit and the rest: its line takes the place of a row. */
export function cutRows<T>(rows: readonly T[], most = mostRows): Cut<T> {
  const fits = rows.length <= most ? rows.length : most - 1;
  return { shown: rows.slice(0, fits), rest: rows.slice(fits) };
}

export interface AgentNow {
  readonly id: string | null;
  readonly name: string | null;
  readonly calls: number;
  /** When the longest of them began, epoch ms. */
  readonly sinceMs: number;
  /** Calls that nobody has picked up for too long. */
  readonly waiting: number;
}

/** `longWaitSeconds`: from when on a call that did not start waits too long; 0: never. Those with waiting calls first, then most calls. */
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

/** Paused ones first, as they need a person; of those that dial, the fullest last, as they are nearly done. */
export function campaignsNow(campaigns: readonly Campaign[]): Campaign[] {
  const leftOf = ({ pendingCount }: Campaign) => pendingCount;
  const of = (status: Campaign['status']) =>
    campaigns.filter((campaign) => campaign.status === status).sort((a, b) => leftOf(b) - leftOf(a));
  return [...of('paused'), ...of('in_progress')];
}

export interface HourColumn {
  /** Its beginning, ISO 8601, on the day that has it; today's where both have. */
  readonly time: string;
  /** '14', by the zone's clock. */
  readonly clock: string;
  /** Null: that hour has not begun, or the clock skipped it. */
  readonly now: number | null;
  readonly before: number | null;
  /** It is over. */
  readonly isWhole: boolean;
}

/** Half hours of today so far and of the whole day a week ago, as hours by the zone's clock. `clockOf`: '14:30' of a moment. */
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
      // Both halves of it are over.
      isWhole: now !== null && endMs <= nowMs && minutesOf(new Date(endMs).toISOString()) === 0,
    }));
}

/** The last hour that is over today; undefined before the first is. */
export const lastWholeHour = (columns: readonly HourColumn[]): HourColumn | undefined =>
  columns.findLast(({ isWhole }) => isWhole);
