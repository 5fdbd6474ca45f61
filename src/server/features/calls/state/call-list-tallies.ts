/**
 * Port by which call lists learn how many calls match a filter, and when, without reading them. Analytics implements it
 * with tallies kept by the transactions that store calls. app.ts connects them, so that calls don't need analytics.
 */
import type { Kysely } from 'kysely';
import type { CallDirection, CallMeasure } from '../../../../contract/calls.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { CallState } from './call-state.ts';

/** Hours of the week by a time zone's clock: a whole day, one hour of every day, or one hour of one day. */
export interface WeekHours {
  /** The weekday, from 1 (Monday) to 7 (Sunday). */
  readonly weekday?: number | undefined;
  /** The hour of the day, from 0 to 23. */
  readonly hour?: number | undefined;
  readonly zone: string;
}

/** Filter of the calls that call lists count. Missing fields match all calls. */
export interface TallyFilter {
  /** The agent's id. Empty for calls without a known agent. */
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

/** Bounds of a time range, which excludes `until`. Null means no limit. */
export interface Bounds {
  readonly from: Date | null;
  readonly until: Date | null;
}

/** A time span with the number of calls in it that match a filter, at least one. */
export interface CallSpan {
  readonly from: Date;
  readonly until: Date;
  readonly calls: number;
}

/** Counts calls by time span, exactly in the snapshot of `db`. Bounds lie on half hours. Newest spans come first. */
export interface CallTallies {
  /**
   * Counts calls by day of the workspace's zone; the first and last day are cut at the bounds. If the filter has an
   * hour of the day, the spans cover only that hour.
   */
  countDays(db: Kysely<Schema>, workspaceId: string, filter: TallyFilter, bounds: Bounds): Promise<CallSpan[]>;
  /** Counts calls by half hour within `spans`, which must not overlap. */
  countHalfHours(
    db: Kysely<Schema>,
    workspaceId: string,
    filter: TallyFilter,
    spans: readonly Pick<CallSpan, 'from' | 'until'>[],
  ): Promise<CallSpan[]>;
}
