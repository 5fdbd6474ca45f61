/**
 * Finds the calls that match a text search, and one page of them, with bounded work. A few matches are all gathered and
 * sorted. If there are many, only the days that contain the page are gathered. If even one day has too many, the list's
 * index is scanned, because matches are then frequent.
 */
import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { CallSort } from '../../../../contract/calls.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { orderByOf } from '../state/call-list-query.ts';
import type { Tx } from '../state/call-participant.ts';
import { andTsqueries, daysQuery, type DaySpan } from './call-search-terms.ts';

export interface PreparedSearch {
  readonly workspaceId: string;
  /** The tsquery of the searched words. */
  readonly words: string;
  /** The tsqueries of the filters, without days. */
  readonly filters: readonly string[];
  /** Tsqueries that are fast to count. Each call that matches one of them also matches the searched words. */
  readonly stricter: readonly string[];
  /** The filters of the search as exact SQL conditions on `calls` as `c`. */
  readonly conditions: readonly Expression<SqlBool>[];
  /** The first and the last day on which the filters of a search allow calls. */
  readonly span: DaySpan;
  /** True if the filters limit the dates. */
  readonly hasDates: boolean;
  /** True if the search index can evaluate the filters exactly. It can't for dates, which it knows only by day. */
  readonly isExact: boolean;
}

export interface MatchPage {
  readonly sort: CallSort;
  readonly offset: number;
  readonly limit: number;
}

export interface MatchedCallIds {
  readonly ids: readonly string[];
  /** Number of calls that match the search, counted up to a limit. */
  readonly total: number;
}

/** Returns one page of the calls that match a search, and the number of matches counted up to `cap` + 1. */
export function findMatchesOfPage(
  db: Kysely<Schema>,
  search: PreparedSearch,
  slice: MatchPage,
  cap: number,
): Promise<MatchedCallIds> {
  return byIndexOnly(db, async (tx) => {
    if (!(await areSurelyMore(tx, search, cap))) {
      const gathered = await gather(tx, search, slice, { atMost: cap + 1 });
      if (gathered.total <= cap) return gathered;
    }
    return { ids: slice.limit === 0 ? [] : await sliceOfMany(tx, search, slice, cap), total: cap + 1 };
  });
}

/** Returns the ids of all calls that match a search, newest first. Null if there are more than `cap`. */
export function findAllMatchingIds(
  db: Kysely<Schema>,
  search: PreparedSearch,
  cap: number,
): Promise<readonly string[] | null> {
  return byIndexOnly(db, async (tx) => {
    if (await areSurelyMore(tx, search, cap)) return null;
    const { ids, total } = await gather(tx, search, { sort: '-date', offset: 0, limit: cap }, { atMost: cap + 1 });
    return total > cap ? null : ids;
  });
}

/** Disables sequential scans, because reading all search documents is never cheaper than using their index. */
function byIndexOnly<T>(db: Kysely<Schema>, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true), set_config('work_mem', '32MB', true)`.execute(
      tx,
    );
    return read(tx);
  });
}

/** SQL condition: the search document of the call `c` matches the words. */
export function holdsWords(workspaceId: string, words: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(c.erased_at is null and exists (
    select from call_search s where s.workspace_id = ${workspaceId}::uuid and s.call_id = c.id and s.document @@ ${words}::tsquery))`;
}

/**
 * True if more than `cap` calls match a stricter query, so that the search has too many matches as well. Whole words
 * are counted four times as fast as prefixes. False if the search index alone can't decide.
 */
async function areSurelyMore(
  tx: Tx,
  { workspaceId, stricter, filters, isExact }: PreparedSearch,
  cap: number,
): Promise<boolean> {
  if (!isExact) return false;
  for (const words of stricter) {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from (
        select from (select workspace_id from call_search where document @@ ${andTsqueries([words, ...filters])}::tsquery offset 0) s
        where workspace_id = ${workspaceId}::uuid limit ${cap + 1}
      ) counted`.execute(tx);
    if ((rows[0]?.total ?? 0) > cap) return true;
  }
  return false;
}

interface Bounds {
  readonly atMost: number;
  /** Days to which the search is limited. */
  readonly days?: DaySpan;
}

async function gather(
  tx: Tx,
  search: PreparedSearch,
  { sort, offset, limit }: MatchPage,
  { atMost, days }: Bounds,
): Promise<MatchedCallIds> {
  const { workspaceId } = search;
  const narrowing = days ?? (search.hasDates ? search.span : null);
  const asked = andTsqueries([
    search.words,
    ...search.filters,
    ...(narrowing ? daysQuery(workspaceId, narrowing) : []),
  ]);
  // Each `offset 0` is an optimisation fence: search documents are found by their index, then the calls by their ids.
  const { rows } = await sql<MatchedCallIds>`
    with c as materialized (
      select c.id, c.occurred_at, c.duration_ms
      from (select workspace_id, call_id from call_search where document @@ ${asked}::tsquery offset 0) s
      cross join lateral (select * from calls where workspace_id = ${workspaceId}::uuid and id = s.call_id offset 0) c
      where s.workspace_id = ${workspaceId}::uuid and ${exactly(search, days)}
      limit ${atMost}
    )
    select (select count(*) from c) as total, array(select id from c order by ${orderByOf(sort)} limit ${limit} offset ${offset}) as ids`.execute(
    tx,
  );
  return rows[0] ?? { ids: [], total: 0 };
}

async function sliceOfMany(tx: Tx, search: PreparedSearch, slice: MatchPage, cap: number): Promise<readonly string[]> {
  const near = await glance(tx, search, slice, Math.ceil(0.3 * cap));
  if (near !== null) return near;
  const isByDate = slice.sort === 'date' || slice.sort === '-date';
  return isByDate ? sliceByDays(tx, search, slice, cap) : sliceByDuration(tx, search, slice, cap);
}

/** Looks for a page of matches among the list's first calls, where common words have it. Null if it is not there. */
async function glance(
  tx: Tx,
  search: PreparedSearch,
  { sort, offset, limit }: MatchPage,
  atMost: number,
): Promise<readonly string[] | null> {
  if (offset + limit > atMost) return null;
  const { rows } = await sql<{ id: string }>`
    select c.id from (
      select * from calls c where c.workspace_id = ${search.workspaceId}::uuid
        and c.occurred_at >= ${search.span.first} and c.occurred_at <= ${search.span.last}
      order by ${orderByOf(sort)} limit ${atMost}
    ) c
    where ${exactly(search)} and ${holdsWords(search.workspaceId, search.words)}
    order by ${orderByOf(sort)} limit ${limit} offset ${offset}`.execute(tx);
  return rows.length === limit ? rows.map((row) => row.id) : null;
}

/** Scans calls by the index of the list's order and tests each call's search document. */
async function walk(
  tx: Tx,
  search: PreparedSearch,
  { sort, offset, limit }: MatchPage,
  days?: DaySpan,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from calls c
    where c.workspace_id = ${search.workspaceId}::uuid and ${exactly(search, days)} and ${holdsWords(search.workspaceId, search.words)}
    order by ${orderByOf(sort)} limit ${limit} offset ${offset}`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * Searches for a number of days, from the start of the list, that contain the page but not many matches beyond the cap.
 * While the days have too few matches, their number grows by the density found; then it is bisected.
 */
async function sliceByDays(tx: Tx, search: PreparedSearch, slice: MatchPage, cap: number): Promise<readonly string[]> {
  const needed = slice.offset + slice.limit;
  const all = countDays(search.span);
  let tooFew = 0;
  let tooMany = all + 1;
  let days = 1;
  while (tooMany - tooFew > 1) {
    const { ids, total } = await gather(tx, search, slice, {
      atMost: 2 * cap + 1,
      days: endOf(search.span, slice.sort, days),
    });
    if (total > 2 * cap) tooMany = days;
    else if (total >= needed) return ids;
    else tooFew = days;
    const expected = Math.ceil((1.5 * days * needed) / Math.max(total, 1));
    const grown = Math.min(Math.max(expected, 2 * days), 16 * days, all);
    days = tooMany > all ? grown : Math.floor((tooFew + tooMany) / 2);
  }
  return walk(tx, search, slice, endOf(search.span, slice.sort, Math.min(tooMany, all)));
}

/** Finds a page of matches in order of duration. With many times `cap` matches it scans the index. */
async function sliceByDuration(
  tx: Tx,
  search: PreparedSearch,
  slice: MatchPage,
  cap: number,
): Promise<readonly string[]> {
  const many = 5 * cap;
  if (!(await areSurelyMore(tx, search, many))) {
    const { ids, total } = await gather(tx, search, slice, { atMost: many + 1 });
    if (total <= many) return ids;
  }
  return walk(tx, search, slice);
}

const dayMs = 86_400_000;

function countDays({ first, last }: DaySpan): number {
  return Math.floor(last.getTime() / dayMs) - Math.floor(first.getTime() / dayMs) + 1;
}

/** Returns the `days` days of a time span with which a list begins: the last days if the list is newest first. */
function endOf({ first, last }: DaySpan, sort: CallSort, days: number): DaySpan {
  if (sort === 'date') return { first, last: new Date(Math.floor(first.getTime() / dayMs + days) * dayMs - 1) };
  return { first: new Date((Math.floor(last.getTime() / dayMs) - days + 1) * dayMs), last };
}

function exactly({ conditions }: PreparedSearch, days?: DaySpan): RawBuilder<SqlBool> {
  const within =
    days === undefined
      ? []
      : [sql<SqlBool>`c.occurred_at >= ${days.first}`, sql<SqlBool>`c.occurred_at <= ${days.last}`];
  return sql<SqlBool>`${sql.join([sql`c.erased_at is null`, ...conditions, ...within], sql` and `)}`;
}
