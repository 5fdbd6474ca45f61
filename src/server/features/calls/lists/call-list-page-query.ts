/**
 * Reads one page of a call list and the number of all its calls, both from one database snapshot.
 * If the list is in date order, precomputed counts of calls by time locate the page. So a late page is as fast as the
 * first. In any other order, SQL skips the rows before the page.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { CallSortOrder } from '../../../../contract/calls.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import {
  getCallFilterTimeBounds,
  sumSpanCallCounts,
  countListedCallsByDay,
  findSpansOfShortCallList,
  findHalfHoursOfCallRows,
  areCallCountsPrecomputed,
  joinAdjacentSpans,
  intersectTimeBounds,
  type PrecomputedCallCountQueryInputs,
} from './call-list-places.ts';
import {
  isSortedByDuration,
  reversedCallSorts,
  buildCallOrderBy,
  selectCallSummaryRows,
  toCallSummary,
  type ResolvedCallFilters,
  type CallSummariesPage,
  type StoredCallRow,
} from '../state/call-list-query.ts';
import { buildCallsInBoundsSql, buildCallsInSpansSql } from './call-list-span-query.ts';
import type { TimeBounds, CallCountOfTimeSpan, PrecomputedCallCountReader } from '../state/call-list-tallies.ts';

export interface CallListDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly tallies: PrecomputedCallCountReader;
}

/**
 * Days to which a call list is limited: either `period`, or the last `days` days. If neither is given, the list
 * contains only today's calls.
 */
export interface CallListDayFilter {
  readonly period?: 'today' | 'yesterday' | undefined;
  readonly days?: '7' | '30' | undefined;
  readonly zone: string;
  readonly now: Date;
}

export interface CallListFiltersAndSort {
  readonly filters?: ResolvedCallFilters | undefined;
  readonly range?: CallListDayFilter | undefined;
  readonly sort?: CallSortOrder | undefined;
}

interface Page {
  readonly page: number;
  readonly pageSize: number;
}

export async function readCallListPage(
  deps: CallListDeps,
  workspaceId: string,
  selection: CallListFiltersAndSort,
  page: Page,
): Promise<CallSummariesPage> {
  const { filters = {}, range, sort = '-date' } = selection;
  return readInSnapshot(deps.db, async (db) => {
    const bounds = intersectTimeBounds(
      getCallFilterTimeBounds(filters),
      range ? await findRange(db, range) : { from: null, until: null },
    );
    const listed: Listed = { db, tallies: deps.tallies, workspaceId, filters, sort, bounds };
    return areCallCountsPrecomputed(filters)
      ? listByTallies(listed, page)
      : listCounted(listed, await countMatching(listed), page);
  });
}

/** Runs several reads in one database snapshot, so that a list's total number and its page match. */
export function readInSnapshot<T>(
  db: Kysely<DatabaseSchema>,
  read: (db: Kysely<DatabaseSchema>) => Promise<T>,
): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

interface Listed extends PrecomputedCallCountQueryInputs {
  readonly sort: CallSortOrder;
  readonly bounds: TimeBounds;
}

async function listByTallies(listed: Listed, page: Page): Promise<CallSummariesPage> {
  const { db, workspaceId, filters, sort, bounds } = listed;
  const days = await countListedCallsByDay(listed, bounds);
  const total = sumSpanCallCounts(days);
  if (isSortedByDuration(sort)) return listCounted(listed, total, page, days);
  const rows = rowsOf(page, total);
  if (!rows) return { calls: [], total };
  const isReversed = sort === 'date';
  const { spans, skip, limit } = isReversed
    ? await findHalfHoursOfCallRows(listed, days, total - rows.last, total - rows.first)
    : await findHalfHoursOfCallRows(listed, days, rows.first, rows.last);
  const found = sql<StoredCallRow>`${buildCallsInSpansSql(workspaceId, filters, joinAdjacentSpans(spans))}
    order by ${buildCallOrderBy('-date')} offset ${skip} limit ${limit}`;
  return { calls: (await selectCallSummaryRows(db, found, sort)).map(toCallSummary), total };
}

async function listCounted(
  listed: Listed,
  total: number,
  page: Page,
  days?: readonly CallCountOfTimeSpan[],
): Promise<CallSummariesPage> {
  const rows = rowsOf(page, total);
  if (!rows) return { calls: [], total };
  const { db, workspaceId, sort } = listed;
  const isNearEnd = rows.first > total / 2;
  const matching = await findMatching(listed, days);
  const ids = sql`select c.id from (${matching}) c
    order by ${buildCallOrderBy(isNearEnd ? reversedCallSorts[sort] : sort)} offset ${isNearEnd ? total - rows.last : rows.first} limit ${rows.last - rows.first}`;
  const found = sql<StoredCallRow>`select c.* from calls c where c.workspace_id = ${workspaceId} and c.id in (${ids})`;
  return { calls: (await selectCallSummaryRows(db, found, sort)).map(toCallSummary), total };
}

async function findMatching(
  listed: Listed,
  days: readonly CallCountOfTimeSpan[] | undefined,
): Promise<RawBuilder<StoredCallRow>> {
  const { workspaceId, filters, bounds, sort } = listed;
  const few = days === undefined ? null : await findSpansOfShortCallList(listed, days);
  if (few !== null) return buildCallsInSpansSql(workspaceId, filters, few);
  const all = buildCallsInBoundsSql(workspaceId, filters, bounds);
  // `offset 0` makes PostgreSQL select the campaign's calls first and sort them afterwards. Otherwise it would read all
  // calls in order of duration.
  return filters.campaignId !== undefined && isSortedByDuration(sort) ? sql<StoredCallRow>`${all} offset 0` : all;
}

function rowsOf({ page, pageSize }: Page, total: number): { readonly first: number; readonly last: number } | null {
  const first = (page - 1) * pageSize;
  return first >= total ? null : { first, last: Math.min(total, first + pageSize) };
}

async function countMatching({ db, workspaceId, filters, bounds }: Listed): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from (${buildCallsInBoundsSql(workspaceId, filters, bounds)}) c`.execute(db);
  return rows[0]?.total ?? 0;
}

async function findRange(db: Kysely<DatabaseSchema>, range: CallListDayFilter): Promise<TimeBounds> {
  const { rows } = await sql<{ from: Date; until: Date }>`
    select ${midnight(range, firstDayOf(range))} as from, ${midnight(range, range.period === 'yesterday' ? 0 : 1)} as until`.execute(
    db,
  );
  return rows[0] ?? { from: null, until: null };
}

/**
 * Returns the first day of a call list as an offset from today. For a list of 7 days it is -6, because today is one of
 * the seven.
 */
function firstDayOf({ period, days }: CallListDayFilter): number {
  if (period === 'yesterday') return -1;
  return period === undefined && days !== undefined ? 1 - Number(days) : 0;
}

/** SQL: midnight, by the clock of the time zone, at the start of the day that is `days` after today. */
function midnight({ zone, now }: CallListDayFilter, days: number): RawBuilder<Date> {
  return sql<Date>`((date_trunc('day', ${now}::timestamptz at time zone ${zone}) + ${days} * interval '1 day') at time zone ${zone})`;
}
