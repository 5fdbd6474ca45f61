/**
 * Interface for counting a filter's matching calls by time without reading the calls. Analytics implements it with
 * precomputed counts (tallies). app.ts connects both, so that the code for calls does not depend on analytics.
 */
import type { Kysely } from 'kysely';
import type { CallDirection, CallMeasureFilterName } from '../../../../contract/calls.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { CallTableRow } from './call-state.ts';

/** Filter for calls by weekday, by hour of the day, or by both, in the time zone `zone`. */
export interface WeekHourFilter {
  /** Weekday of the calls, from 1 (Monday) to 7 (Sunday). */
  readonly weekday?: number | undefined;
  /** The hour of the day, from 0 to 23. */
  readonly hour?: number | undefined;
  readonly zone: string;
}

/** Filter for precomputed counts of calls. A missing property matches all calls. */
export interface CallCountFilter {
  readonly agentId?: string | undefined;
  readonly directions?: readonly CallDirection[] | undefined;
  readonly statuses?: readonly CallTableRow['status'][] | undefined;
  readonly sentiment?: string | undefined;
  readonly goal?: 'reached' | 'missed' | undefined;
  /** The reason for which finished calls ended. */
  readonly reason?: string | undefined;
  /**
   * Filter by a named condition on calls, such as `succeeded`. It can be combined only with the filters agent,
   * direction and hours.
   */
  readonly measure?: CallMeasureFilterName | undefined;
  readonly hours?: WeekHourFilter | undefined;
}

/** Bounds of a time range. `from` is inclusive, and `until` is exclusive. Null means no limit. */
export interface TimeBounds {
  readonly from: Date | null;
  readonly until: Date | null;
}

/** A time span and the number of calls in it that match a filter. Spans without calls are left out. */
export interface CallCountOfTimeSpan {
  readonly from: Date;
  readonly until: Date;
  readonly calls: number;
}

/**
 * Interface that counts calls by time span, newest span first, in the snapshot of `db`. Time bounds must be full or
 * half hours.
 */
export interface PrecomputedCallCountReader {
  /**
   * Counts calls by day of the workspace's time zone. `bounds` may cut the first and last day. If the filter has an
   * hour of the day, each returned time span covers only this hour of its day.
   */
  countDays(
    db: Kysely<DatabaseSchema>,
    workspaceId: string,
    filter: CallCountFilter,
    bounds: TimeBounds,
  ): Promise<CallCountOfTimeSpan[]>;
  /** Counts calls by half hour within the given time spans, which must not overlap. */
  countHalfHours(
    db: Kysely<DatabaseSchema>,
    workspaceId: string,
    filter: CallCountFilter,
    spans: readonly Pick<CallCountOfTimeSpan, 'from' | 'until'>[],
  ): Promise<CallCountOfTimeSpan[]>;
}
