/**
 * Computes the data of the wall display: calls by hour, and lists cut to the rows that fit, with a summary of the rest.
 * Pure.
 */
import type { CallVolumeBucket } from '../../../contract/analytics.ts';
import type { CallSummary } from '../../../contract/calls.ts';
import type { Campaign } from '../../../contract/campaigns.ts';

export const maxWallListRows = 5;

export interface FittedWallRows<T> {
  readonly shown: readonly T[];
  readonly rest: readonly T[];
}

/**
 * Cuts a list of the wall display to the rows that fit. If not all fit, one row less is shown, to leave room for a
 * summary of the rest.
 */
export function fitWallListRows<T>(rows: readonly T[], most = maxWallListRows): FittedWallRows<T> {
  const fits = rows.length <= most ? rows.length : most - 1;
  return { shown: rows.slice(0, fits), rest: rows.slice(fits) };
}

export interface AgentLiveCallSummary {
  readonly id: string | null;
  readonly name: string | null;
  readonly calls: number;
  /** Time at which the agent's longest call in progress began, epoch ms. */
  readonly sinceMs: number;
  /** Number of the agent's calls that are unanswered for too long. */
  readonly waiting: number;
}

/**
 * Groups calls in progress by agent. Agents with a call unanswered for longer than `longWaitSeconds` come first. If
 * `longWaitSeconds` is 0, waiting calls do not affect the order.
 */
export function groupLiveCallsByAgent(
  calls: readonly CallSummary[],
  nowMs: number,
  longWaitSeconds: number,
): AgentLiveCallSummary[] {
  const byAgent = new Map<string | null, AgentLiveCallSummary>();
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

/**
 * Sorts campaigns for the wall display: paused ones before running ones. Within each status, campaigns with the most
 * pending recipients come first. Campaigns of any other status are left out.
 */
export function sortWallCampaigns(campaigns: readonly Campaign[]): Campaign[] {
  const leftOf = ({ pendingCount }: Campaign) => pendingCount;
  const of = (status: Campaign['status']) =>
    campaigns.filter((campaign) => campaign.status === status).sort((a, b) => leftOf(b) - leftOf(a));
  return [...of('paused'), ...of('in_progress')];
}

export interface WallHourColumn {
  /**
   * Time at which the chart column's hour starts today, in ISO 8601. If a clock change skips this hour today, it is the
   * time at which the hour started a week ago.
   */
  readonly time: string;
  /** The hour of the day in the workspace's time zone, such as '14'. */
  readonly clock: string;
  /** Number of today's calls in this hour; null if the hour has not begun or a clock change skipped it. */
  readonly now: number | null;
  readonly before: number | null;
  /** True if the hour is over. */
  readonly isWhole: boolean;
}

/** Chart columns by hour of the day: today's calls so far, and those of the whole day a week ago. */
export function buildWallHourColumns(
  today: readonly CallVolumeBucket[],
  lastWeek: readonly CallVolumeBucket[],
  nowMs: number,
  clockOf: (time: string) => string,
): WallHourColumn[] {
  const columns = new Map<string, { time: string; now: number | null; before: number | null; endMs: number }>();
  const add = (buckets: readonly CallVolumeBucket[], side: 'now' | 'before') => {
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
      // A chart column's hour is over if both of its half hours are over.
      isWhole: now !== null && endMs <= nowMs && minutesOf(new Date(endMs).toISOString()) === 0,
    }));
}

/** Returns today's last finished hour among the chart's columns. Undefined before the first hour has finished. */
export const findLastFullHour = (columns: readonly WallHourColumn[]): WallHourColumn | undefined =>
  columns.findLast(({ isWhole }) => isWhole);
