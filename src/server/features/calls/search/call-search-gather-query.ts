/**
 * Finds the calls that match a text search, and one page of them, with a bounded amount of work. If there are few
 * matches, all are read and sorted. Otherwise only the days with the requested page are read. If even one day has too
 * many matches, calls are scanned in the list's order until the page is full, which is fast if most calls match.
 */
import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { CallSortOrder } from '../../../../contract/calls.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { buildCallOrderBy } from '../state/call-list-query.ts';
import type { Tx } from '../state/call-participant.ts';
import { joinTsqueriesByAnd, buildDayRangeTsqueryTerms, type SearchTimeSpan } from './call-search-terms.ts';

export interface CompiledCallSearch {
  readonly workspaceId: string;
  /** The tsquery of the searched words. */
  readonly words: string;
  /** The tsqueries of the filters, without days. */
  readonly filters: readonly string[];
  /** Tsqueries that match a subset of the calls that `words` matches, and are faster to count. */
  readonly stricter: readonly string[];
  readonly conditions: readonly Expression<SqlBool>[];
  /** Time span from the workspace's oldest to its newest call, narrowed by the filters. */
  readonly span: SearchTimeSpan;
  /** True if the filters limit the dates. */
  readonly hasDates: boolean;
  /** True if the search index alone can apply all filters. It can't for exact times, because it knows only days. */
  readonly isExact: boolean;
}

export interface CallSearchPaging {
  readonly sort: CallSortOrder;
  readonly offset: number;
  readonly limit: number;
}

export interface CallSearchMatchedIds {
  readonly ids: readonly string[];
  /** Number of calls that match the search. Counting stops at a limit. */
  readonly total: number;
}

/** Returns the call ids on one page of a search's matches, and the number of all matches, counted up to `cap` + 1. */
export function findSearchMatchIdPage(
  db: Kysely<DatabaseSchema>,
  search: CompiledCallSearch,
  slice: CallSearchPaging,
  cap: number,
): Promise<CallSearchMatchedIds> {
  return byIndexOnly(db, async (tx) => {
    if (!(await areSurelyMore(tx, search, cap))) {
      const gathered = await gather(tx, search, slice, { atMost: cap + 1 });
      if (gathered.total <= cap) return gathered;
    }
    return { ids: slice.limit === 0 ? [] : await sliceOfMany(tx, search, slice, cap), total: cap + 1 };
  });
}

/** Returns the ids of all calls that match a search, newest first. Null if there are more than `cap`. */
export function findAllSearchMatchIds(
  db: Kysely<DatabaseSchema>,
  search: CompiledCallSearch,
  cap: number,
): Promise<readonly string[] | null> {
  return byIndexOnly(db, async (tx) => {
    if (await areSurelyMore(tx, search, cap)) return null;
    const { ids, total } = await gather(tx, search, { sort: '-date', offset: 0, limit: cap }, { atMost: cap + 1 });
    return total > cap ? null : ids;
  });
}

/** Runs `read` without sequential scans, because reading all search documents is slower than using their index. */
function byIndexOnly<T>(db: Kysely<DatabaseSchema>, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true), set_config('work_mem', '32MB', true)`.execute(
      tx,
    );
    return read(tx);
  });
}

/** SQL condition that the search document of the call `c` matches the words. */
export function buildSearchWordsCondition(workspaceId: string, words: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(c.erased_at is null and exists (
    select from call_search s where s.workspace_id = ${workspaceId}::uuid and s.call_id = c.id and s.document @@ ${words}::tsquery))`;
}

/**
 * True if any query in `stricter` has more than `cap` matches. These queries are narrower than the search, so the
 * search then has more than `cap` matches too. Counting a narrower query is much faster.
 */
async function areSurelyMore(
  tx: Tx,
  { workspaceId, stricter, filters, isExact }: CompiledCallSearch,
  cap: number,
): Promise<boolean> {
  if (!isExact) return false;
  for (const words of stricter) {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from (
        select from (select workspace_id from call_search where document @@ ${joinTsqueriesByAnd([words, ...filters])}::tsquery offset 0) s
        where workspace_id = ${workspaceId}::uuid limit ${cap + 1}
      ) counted`.execute(tx);
    if ((rows[0]?.total ?? 0) > cap) return true;
  }
  return false;
}

interface Bounds {
  readonly atMost: number;
  /** Days to which the search is limited. */
  readonly days?: SearchTimeSpan;
}

async function gather(
  tx: Tx,
  search: CompiledCallSearch,
  { sort, offset, limit }: CallSearchPaging,
  { atMost, days }: Bounds,
): Promise<CallSearchMatchedIds> {
  const { workspaceId } = search;
  const narrowing = days ?? (search.hasDates ? search.span : null);
  const asked = joinTsqueriesByAnd([
    search.words,
    ...search.filters,
    ...(narrowing ? buildDayRangeTsqueryTerms(workspaceId, narrowing) : []),
  ]);
  // Each `offset 0` forces PostgreSQL's plan: search documents are found by their index first, then calls by their ids.
  const { rows } = await sql<CallSearchMatchedIds>`
    with c as materialized (
      select c.id, c.occurred_at, c.duration_ms
      from (select workspace_id, call_id from call_search where document @@ ${asked}::tsquery offset 0) s
      cross join lateral (select * from calls where workspace_id = ${workspaceId}::uuid and id = s.call_id offset 0) c
      where s.workspace_id = ${workspaceId}::uuid and ${exactly(search, days)}
      limit ${atMost}
    )
    select (select count(*) from c) as total, array(select id from c order by ${buildCallOrderBy(sort)} limit ${limit} offset ${offset}) as ids`.execute(
    tx,
  );
  return rows[0] ?? { ids: [], total: 0 };
}

async function sliceOfMany(
  tx: Tx,
  search: CompiledCallSearch,
  slice: CallSearchPaging,
  cap: number,
): Promise<readonly string[]> {
  const near = await glance(tx, search, slice, Math.ceil(0.3 * cap));
  if (near !== null) return near;
  const isByDate = slice.sort === 'date' || slice.sort === '-date';
  return isByDate ? sliceByDays(tx, search, slice, cap) : sliceByDuration(tx, search, slice, cap);
}

/** Finds a page of search results among the first `atMost` calls of the list. Null if these have too few matches. */
async function glance(
  tx: Tx,
  search: CompiledCallSearch,
  { sort, offset, limit }: CallSearchPaging,
  atMost: number,
): Promise<readonly string[] | null> {
  if (offset + limit > atMost) return null;
  const { rows } = await sql<{ id: string }>`
    select c.id from (
      select * from calls c where c.workspace_id = ${search.workspaceId}::uuid
        and c.occurred_at >= ${search.span.first} and c.occurred_at <= ${search.span.last}
      order by ${buildCallOrderBy(sort)} limit ${atMost}
    ) c
    where ${exactly(search)} and ${buildSearchWordsCondition(search.workspaceId, search.words)}
    order by ${buildCallOrderBy(sort)} limit ${limit} offset ${offset}`.execute(tx);
  return rows.length === limit ? rows.map((row) => row.id) : null;
}

/** Reads calls in the order of the list and tests whether each matches the search, until the page is full. */
async function walk(
  tx: Tx,
  search: CompiledCallSearch,
  { sort, offset, limit }: CallSearchPaging,
  days?: SearchTimeSpan,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from calls c
    where c.workspace_id = ${search.workspaceId}::uuid and ${exactly(search, days)} and ${buildSearchWordsCondition(search.workspaceId, search.words)}
    order by ${buildCallOrderBy(sort)} limit ${limit} offset ${offset}`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * Finds a page of a call list that is sorted by date. It reads the list's first day, then more and more days until they
 * contain the page. If these days have too many matches, it finds a smaller number of days by bisection.
 */
async function sliceByDays(
  tx: Tx,
  search: CompiledCallSearch,
  slice: CallSearchPaging,
  cap: number,
): Promise<readonly string[]> {
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

/**
 * Finds a page of search results sorted by duration. If the matches are few, all are sorted. Otherwise an index is
 * scanned.
 */
async function sliceByDuration(
  tx: Tx,
  search: CompiledCallSearch,
  slice: CallSearchPaging,
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

function countDays({ first, last }: SearchTimeSpan): number {
  return Math.floor(last.getTime() / dayMs) - Math.floor(first.getTime() / dayMs) + 1;
}

/**
 * Shortens a time span to the `days` days that a call list shows first. If the list is sorted by 'date', these are the
 * oldest days, otherwise the newest.
 */
function endOf({ first, last }: SearchTimeSpan, sort: CallSortOrder, days: number): SearchTimeSpan {
  if (sort === 'date') return { first, last: new Date(Math.floor(first.getTime() / dayMs + days) * dayMs - 1) };
  return { first: new Date((Math.floor(last.getTime() / dayMs) - days + 1) * dayMs), last };
}

function exactly({ conditions }: CompiledCallSearch, days?: SearchTimeSpan): RawBuilder<SqlBool> {
  const within =
    days === undefined
      ? []
      : [sql<SqlBool>`c.occurred_at >= ${days.first}`, sql<SqlBool>`c.occurred_at <= ${days.last}`];
  return sql<SqlBool>`${sql.join([sql`c.erased_at is null`, ...conditions, ...within], sql` and `)}`;
}
