/**
 * Calls found by words. The index on documents answers which calls may match, words and filters together; each of them is
 * checked exactly in `calls`, so that a document that is a few seconds old shows nothing wrong.
 */
import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { CallSort } from '../../../contract/calls.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { filterConditions, orderOf, selectSummaries, storedStatuses, toSummary, type CallFilters, type CallPage } from './call-list-query.ts';
import type { Tx } from './call-participant.ts';
import { snippetOf } from './call-search-snippet.ts';
import { readTranscripts } from './call-search-store.ts';
import { and, filtersQuery, readSearch, wordsQuery, type DaySpan, type NamedAgent, type SearchWords } from './call-search-terms.ts';

/** So many matches are counted and can be paged through; above, the count is capped. */
const mostMatches = 10_000;

export interface CallSearch {
  readonly q: string;
  readonly filters: CallFilters;
  readonly sort: CallSort;
}

export interface FoundCalls extends CallPage {
  /** There are more than `total`. */
  readonly capped: boolean;
  /** By call, what was said around the first word found; calls whose transcript holds none are missing. */
  readonly snippets: ReadonlyMap<string, string>;
}

/** One page, from 1. Pages end with the cap. */
export async function searchCalls(
  db: Kysely<Schema>,
  workspaceId: string,
  { q, filters, sort }: CallSearch,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
  cap = mostMatches,
): Promise<FoundCalls> {
  const search = await prepare(db, workspaceId, q, filters);
  if (search === null) return { calls: [], total: 0, capped: false, snippets: new Map() };
  const offset = (page - 1) * pageSize;
  const limit = Math.max(0, Math.min(pageSize, cap - offset));
  const { ids, total, capped } = await withIndexOnly(db, async (tx) => {
    const found = await gather(tx, search, { sort, offset, limit, atMost: cap + 1 });
    if (found.total <= cap) return { ...found, capped: false };
    return { ids: await walk(tx, search, { sort, offset, limit }), total: cap, capped: true };
  });
  const [calls, transcripts] = await Promise.all([readInOrder(db, workspaceId, ids), readTranscripts(db, workspaceId, ids)]);
  const snippets = new Map<string, string>();
  for (const [id, transcript] of transcripts) {
    const snippet = snippetOf(transcript, search.words);
    if (snippet !== null) snippets.set(id, snippet);
  }
  return { calls, total, capped, snippets };
}

/**
 * A search for those who walk calls by themselves: the condition is true of rows of `calls`, as `c`, that hold the words;
 * filters and workspace are the caller's to add. `ids`: those of all calls that match words and filters, in no order; null
 * when there are more than 10,000.
 */
export async function compileSearch(
  db: Kysely<Schema>,
  workspaceId: string,
  q: string,
  filters: CallFilters,
  cap = mostMatches,
): Promise<{ condition: RawBuilder<SqlBool>; ids: readonly string[] | null }> {
  const search = await prepare(db, workspaceId, q, filters);
  if (search === null) return { condition: sql<SqlBool>`false`, ids: [] };
  const found = await withIndexOnly(db, (tx) => gather(tx, search, { sort: '-date', offset: 0, limit: cap, atMost: cap + 1 }));
  return { condition: holdsWords(search), ids: found.total > cap ? null : found.ids };
}

interface PreparedSearch {
  readonly workspaceId: string;
  readonly words: SearchWords;
  /** tsquery of the words alone. */
  readonly wordsText: string;
  /** tsquery of words and filters. */
  readonly text: string;
  readonly conditions: readonly Expression<SqlBool>[];
}

/** Null: nothing can match. */
async function prepare(db: Kysely<Schema>, workspaceId: string, q: string, filters: CallFilters): Promise<PreparedSearch | null> {
  const words = readSearch(q);
  if (words === null) return null;
  const [agents, reach] = await Promise.all([readAgents(db, workspaceId), readReach(db, workspaceId)]);
  if (reach === null) return null;
  const days = daysOf(filters, reach);
  const wordsText = wordsQuery(workspaceId, words, agents);
  const { status, ...others } = filters;
  const narrowing = filtersQuery(workspaceId, { ...others, ...(status && { statuses: storedStatuses[status] }) }, days);
  return { workspaceId, words, wordsText, text: and([wordsText, ...narrowing]), conditions: filterConditions(filters) };
}

async function readAgents(db: Kysely<Schema>, workspaceId: string): Promise<NamedAgent[]> {
  return db
    .selectFrom('provider_cache')
    .select(['key as id', sql<string>`value ->> 'agent_name'`.as('name')])
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'agent')
    .where(sql<SqlBool>`value ->> 'agent_name' is not null`)
    .execute();
}

/** From the oldest call of the workspace to the newest; null: it has none. */
async function readReach(db: Kysely<Schema>, workspaceId: string): Promise<DaySpan | null> {
  const { first, last } = await db
    .selectFrom('calls')
    .select((eb) => [eb.fn.min('occurred_at').as('first'), eb.fn.max('occurred_at').as('last')])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return first && last ? { first, last } : null;
}

/** Null: the dates do not narrow. */
function daysOf({ fromDate, toDate }: CallFilters, reach: DaySpan): DaySpan | null {
  if (fromDate === undefined && toDate === undefined) return null;
  const from = fromDate === undefined ? reach.first : new Date(fromDate);
  const to = toDate === undefined ? reach.last : new Date(toDate);
  const span = { first: from > reach.first ? from : reach.first, last: to < reach.last ? to : reach.last };
  return span.first > span.last ? null : span;
}

interface Slice {
  readonly sort: CallSort;
  readonly offset: number;
  readonly limit: number;
}

/** A slice of what matches, and how many match, counted up to `atMost`; the slice holds only if fewer do. */
async function gather(
  tx: Tx,
  { workspaceId, text, conditions }: PreparedSearch,
  { sort, offset, limit, atMost }: Slice & { readonly atMost: number },
): Promise<{ readonly ids: string[]; readonly total: number }> {
  // Each `offset 0` is a fence: documents are asked by their index alone, and calls one by one by their key.
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with c as materialized (
      select c.id, c.occurred_at, c.duration_ms
      from (select workspace_id, call_id from call_search where document @@ ${text}::tsquery offset 0) s
      cross join lateral (select * from calls where workspace_id = ${workspaceId}::uuid and id = s.call_id offset 0) c
      where s.workspace_id = ${workspaceId}::uuid and ${allOf(conditions)}
      limit ${atMost}
    )
    select (select count(*) from c) as total, array(select id from c order by ${orderOf(sort)} limit ${limit} offset ${offset}) as ids`.execute(tx);
  return rows[0] ?? { ids: [], total: 0 };
}

/** The slice by the index of the list's order, asking each call's document: for words that many calls hold. */
async function walk(tx: Tx, search: PreparedSearch, { sort, offset, limit }: Slice): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from calls c
    where c.workspace_id = ${search.workspaceId}::uuid and ${allOf(search.conditions)} and ${holdsWords(search)}
    order by ${orderOf(sort)} limit ${limit} offset ${offset}`.execute(tx);
  return rows.map((row) => row.id);
}

function holdsWords({ workspaceId, wordsText }: PreparedSearch): RawBuilder<SqlBool> {
  return sql<SqlBool>`(c.erased_at is null and exists (
    select from call_search s where s.workspace_id = ${workspaceId}::uuid and s.call_id = c.id and s.document @@ ${wordsText}::tsquery))`;
}

function allOf(conditions: readonly Expression<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join([sql`c.erased_at is null`, ...conditions], sql` and `)}`;
}

/** What the planner can't know: reading all documents is never cheaper than their index, for they are kept out of line. */
function withIndexOnly<T>(db: Kysely<Schema>, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true), set_config('work_mem', '32MB', true)`.execute(tx);
    return read(tx);
  });
}

async function readInOrder(db: Kysely<Schema>, workspaceId: string, ids: readonly string[]): Promise<CallPage['calls']> {
  if (ids.length === 0) return [];
  const calls = db
    .selectFrom('calls as c')
    .selectAll()
    .where('c.workspace_id', '=', workspaceId)
    .where('c.id', '=', sql<string>`any(${[...ids]}::text[])`);
  const byId = new Map((await selectSummaries(db, calls)).map((row) => [row.id, toSummary(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
