/**
 * The port by which lists know how many calls a filter has, and when those were, without reading any. Analytics keeps
 * these tallies, in the transactions that store calls; app.ts hands them in, so that calls knows nothing of analytics.
 */
import type { Kysely } from 'kysely';
import type { CallDirection, CallMeasure } from '../../../../contract/calls.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { CallState } from './call-state.ts';

/** Hours of the week as a zone's clock showed them: those of one day, one hour of every day, or one hour of one day. */
export interface WeekHours {
  /** 1 Monday to 7 Sunday. */
  readonly weekday?: number | undefined;
  /** 0 to 23. */
  readonly hour?: number | undefined;
  readonly zone: string;
}

/** Which calls; what is left out does not matter. */
export interface TallyFilter {
  /** Empty: of no known agent. */
  readonly agentId?: string | undefined;
  readonly directions?: readonly CallDirection[] | undefined;
  readonly statuses?: readonly CallState['status'][] | undefined;
  readonly sentiment?: string | undefined;
  readonly goal?: 'reached' | 'missed' | undefined;
  /** Of finished calls. */
  readonly reason?: string | undefined;
  /** Beside agent, direction and hours alone. */
  readonly measure?: CallMeasure | undefined;
  readonly hours?: WeekHours | undefined;
}

/** From a moment until before another, null where it has no end. */
export interface Bounds {
  readonly from: Date | null;
  readonly until: Date | null;
}

/** A stretch of time with at least one call that matches. */
export interface CallSpan {
  readonly from: Date;
  readonly until: Date;
  readonly calls: number;
}

/** Exact as of the snapshot of `db`. All bounds lie on half hours; spans come newest first, those without calls left out. */
export interface CallTallies {
  /**
   * One span for each day of the workspace's zone; the first and the last day as far as the bounds hold them. With an hour
   * of the day among the filters, no more of each day than it.
   */
  countDays(db: Kysely<Schema>, workspaceId: string, filter: TallyFilter, bounds: Bounds): Promise<CallSpan[]>;
  /** One span for each half hour within `spans`, which do not overlap. */
  countHalfHours(
    db: Kysely<Schema>,
    workspaceId: string,
    filter: TallyFilter,
    spans: readonly Pick<CallSpan, 'from' | 'until'>[],
  ): Promise<CallSpan[]>;
}
