/**
 * Finds the time spans that contain the rows of a call list, and their number of calls, by precomputed counts
 * (tallies).
 * If the list's time range begins or ends within a half hour, no tally fits, so the calls of that part are counted
 * directly.
 */
import type { Kysely } from 'kysely';
import type { CallDirection } from '../../../../contract/calls.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { storedCallStatusesByFilterStatus, type ResolvedCallFilters } from '../state/call-list-query.ts';
import { countCallsWithinSpan } from './call-list-span-query.ts';
import type {
  TimeBounds,
  CallCountOfTimeSpan,
  PrecomputedCallCountReader,
  CallCountFilter,
} from '../state/call-list-tallies.ts';

export interface PrecomputedCallCountQueryInputs {
  readonly db: Kysely<DatabaseSchema>;
  readonly tallies: PrecomputedCallCountReader;
  readonly workspaceId: string;
  readonly filters: ResolvedCallFilters;
}

/**
 * Position of some rows in a call list. To read the rows, sort the calls of the time spans `spans` by date. Then leave
 * out the first `skip` calls and take the next `limit` calls.
 */
export interface CallListRowWindow {
  readonly spans: readonly CallCountOfTimeSpan[];
  readonly skip: number;
  readonly limit: number;
}

const halfHourMs = 30 * 60_000;
const floorMs = (ms: number): number => Math.floor(ms / halfHourMs) * halfHourMs;

export function getHalfHourAround(at: Date): { readonly from: Date; readonly until: Date } {
  const fromMs = floorMs(at.getTime());
  return { from: new Date(fromMs), until: new Date(fromMs + halfHourMs) };
}

/**
 * Converts the dates of a call filter to time bounds. `toDate` is inclusive but `until` is exclusive, so 1 ms is added:
 * times of calls are whole milliseconds.
 */
export function getCallFilterTimeBounds({
  fromDate,
  toDate,
}: Pick<ResolvedCallFilters, 'fromDate' | 'toDate'>): TimeBounds {
  return {
    from: fromDate === undefined ? null : new Date(fromDate),
    until: toDate === undefined ? null : new Date(Date.parse(toDate) + 1),
  };
}

/** The intersection of two time ranges. */
export function intersectTimeBounds(a: TimeBounds, b: TimeBounds): TimeBounds {
  const from = a.from && b.from ? new Date(Math.max(a.from.getTime(), b.from.getTime())) : (a.from ?? b.from);
  const until = a.until && b.until ? new Date(Math.min(a.until.getTime(), b.until.getTime())) : (a.until ?? b.until);
  return { from, until };
}

/** Counts a list's calls by day, newest first. Incomplete half hours at the ends of `bounds` are separate spans. */
export async function countListedCallsByDay(
  placed: PrecomputedCallCountQueryInputs,
  bounds: TimeBounds,
): Promise<CallCountOfTimeSpan[]> {
  const { newest, whole, oldest } = cutAtHalfHours(bounds);
  const { db, tallies, workspaceId, filters } = placed;
  const days = whole === null ? [] : await tallies.countDays(db, workspaceId, tallyFilterOf(filters), whole);
  const ends: CallCountOfTimeSpan[][] = [];
  for (const end of [newest, oldest]) {
    const calls = end === null ? 0 : await countCallsWithinSpan(db, workspaceId, filters, end);
    ends.push(end === null || calls === 0 ? [] : [{ ...end, calls }]);
  }
  return [...(ends[0] ?? []), ...days, ...(ends[1] ?? [])];
}

/**
 * Finds the half hours that contain the rows from `first` (inclusive) to `last` (exclusive) of a call list, newest
 * first.
 */
export async function findHalfHoursOfCallRows(
  placed: PrecomputedCallCountQueryInputs,
  days: readonly CallCountOfTimeSpan[],
  first: number,
  last: number,
): Promise<CallListRowWindow> {
  const { spans, skip } = cutRows(days, first, last);
  const halfHours = cutRows(await splitSpansIntoHalfHours(placed, spans), skip, skip + last - first);
  return { ...halfHours, limit: last - first };
}

/** Splits time spans longer than half an hour into half hours. Half hours without calls of the list are left out. */
export async function splitSpansIntoHalfHours(
  { db, tallies, workspaceId, filters }: PrecomputedCallCountQueryInputs,
  spans: readonly CallCountOfTimeSpan[],
): Promise<CallCountOfTimeSpan[]> {
  const isShort = ({ from, until }: CallCountOfTimeSpan): boolean => until.getTime() - from.getTime() <= halfHourMs;
  const long = joinAdjacentSpans(spans.filter((span) => !isShort(span)));
  const split = long.length === 0 ? [] : await tallies.countHalfHours(db, workspaceId, tallyFilterOf(filters), long);
  return [...split, ...spans.filter(isShort)].toSorted((a, b) => b.from.getTime() - a.from.getTime());
}

/**
 * Number of matching calls up to which a call list reads and sorts all of them. If there are more, PostgreSQL reads
 * them in the order of an index.
 */
const fewCalls = 200;
const fewInAnHour = 20_000;

/**
 * Returns time spans that contain all calls of a call list on the given days. Null if the calls are too many to read
 * and sort all.
 */
export async function findSpansOfShortCallList(
  placed: PrecomputedCallCountQueryInputs,
  days: readonly CallCountOfTimeSpan[],
): Promise<CallCountOfTimeSpan[] | null> {
  const { hours } = placed.filters;
  const isHour = hours?.weekday !== undefined && hours.hour !== undefined;
  if (sumSpanCallCounts(days) > (isHour ? fewInAnHour : fewCalls)) return null;
  return joinAdjacentSpans(isHour ? days : await splitSpansIntoHalfHours(placed, days));
}

/** Joins time spans that touch. */
export function joinAdjacentSpans(spans: readonly CallCountOfTimeSpan[]): CallCountOfTimeSpan[] {
  const joined: CallCountOfTimeSpan[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last?.from.getTime() === span.until.getTime())
      joined[joined.length - 1] = { from: span.from, until: last.until, calls: last.calls + span.calls };
    else joined.push(span);
  }
  return joined;
}

export function sumSpanCallCounts(spans: readonly CallCountOfTimeSpan[]): number {
  return spans.reduce((sum, { calls }) => sum + calls, 0);
}

function cutRows(
  spans: readonly CallCountOfTimeSpan[],
  first: number,
  last: number,
): { readonly spans: CallCountOfTimeSpan[]; readonly skip: number } {
  const kept: CallCountOfTimeSpan[] = [];
  let before = 0;
  let skip = 0;
  for (const span of spans) {
    if (before < last && before + span.calls > first) {
      if (kept.length === 0) skip = first - before;
      kept.push(span);
    }
    before += span.calls;
  }
  return { spans: kept, skip };
}

interface Cut {
  readonly newest: { readonly from: Date; readonly until: Date } | null;
  readonly whole: TimeBounds | null;
  readonly oldest: { readonly from: Date; readonly until: Date } | null;
}

function cutAtHalfHours({ from, until }: TimeBounds): Cut {
  if (from && until && from >= until) return { newest: null, whole: null, oldest: null };
  const start = from && new Date(-floorMs(-from.getTime()));
  const end = until && new Date(floorMs(until.getTime()));
  // The range lies within one half hour.
  if (from && until && start && end && start > end) return { newest: { from, until }, whole: null, oldest: null };
  return {
    newest: end && until && end < until ? { from: end, until } : null,
    whole: start && end && start >= end ? null : { from: start, until: end },
    oldest: start && from && from < start ? { from, until: start } : null,
  };
}

const phoneDirections: readonly CallDirection[] = ['inbound', 'outbound'];

/**
 * True if counts are precomputed for exactly these filters. For the campaign filter, for example, there are no
 * precomputed counts.
 */
export function areCallCountsPrecomputed({
  campaignId,
  result,
  attention,
  missed,
  judged,
  measure,
  status,
  sentiment,
  goal,
  reason,
}: ResolvedCallFilters): boolean {
  if ((campaignId ?? result ?? attention ?? missed ?? judged) !== undefined) return false;
  return measure === undefined || (status ?? sentiment ?? goal ?? reason) === undefined;
}

function tallyFilterOf({
  agentId,
  origin,
  channelType,
  status,
  sentiment,
  goal,
  reason,
  measure,
  hours,
}: ResolvedCallFilters): CallCountFilter {
  const ofChannel =
    channelType === undefined ? null : channelType === 'web_call' ? (['web_call'] as const) : phoneDirections;
  const ofOrigin = origin === undefined ? null : [origin];
  return {
    agentId,
    directions:
      ofChannel && ofOrigin
        ? ofOrigin.filter((each) => ofChannel.includes(each))
        : (ofChannel ?? ofOrigin ?? undefined),
    statuses: status === undefined ? undefined : storedCallStatusesByFilterStatus[status],
    sentiment,
    goal,
    reason,
    measure,
    hours,
  };
}
