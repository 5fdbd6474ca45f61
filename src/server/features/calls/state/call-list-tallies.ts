/**
 * A port by which lists learn how many calls a filter has, and when, without reading them. Analytics implements it with
 * tallies kept by the transactions that store calls. app.ts connects them, so that calls needs no analytics.
 */
import type { Kysely } from 'kysely';
import type { CallDirection, CallMeasure } from '../../../../contract/calls.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { CallState } from './call-state.ts';

/** Hours of the week by a zone's clock: a whole day, one hour of every day, or one hour of one day. */
export interface WeekHours {
  /** The weekday, from 1 (Monday) to 7 (Sunday). */
  readonly weekday?: number | undefined;
  /** The hour of the day, from 0 to 23. */
  readonly hour?: number | undefined;
  readonly zone: string;
}

/** The filter of counted calls; missing fields match all calls. */
export interface TallyFilter {
  /** The agent's id; empty for calls without a known agent. */
  readonly agentId?: string | undefined;
  readonly directions?: readonly CallDirection[] | undefined;
  readonly statuses?: readonly CallState['status'][] | undefined;
  readonly sentiment?: string | undefined;
  readonly goal?: 'reached' | 'missed' | undefined;
  /** The reason for which finished calls ended. */
  readonly reason?: string | undefined;
  /** A measure of calls, which can only be combined with agent, direction and hours. */
  readonly measure?: CallMeasure | undefined;
  readonly hours?: WeekHours | undefined;
}

/** A time range that excludes `until`; null means no limit. */
export interface Bounds {
  readonly from: Date | null;
  readonly until: Date | null;
}

/** A time span with at least one matching call. */
export interface CallSpan {
  readonly from: Date;
  readonly until: Date;
  readonly calls: number;
}

/** Counts are exact in the snapshot of `db`. Bounds are on half hours. Spans come newest first, never empty. */
export interface CallTallies {
  /**
   * Returns one span for each day of the workspace's zone; the first and last are cut at the bounds. If the filter has
   * an hour of the day, the spans cover only that hour.
   */
  countDays(db: Kysely<Schema>, workspaceId: string, filter: TallyFilter, bounds: Bounds): Promise<CallSpan[]>;
  /** Returns one span for each half hour within `spans`, which must not overlap. */
  countHalfHours(
    db: Kysely<Schema>,
    workspaceId: string,
    filter: TallyFilter,
    spans: readonly Pick<CallSpan, 'from' | 'until'>[],
  ): Promise<CallSpan[]>;
}
