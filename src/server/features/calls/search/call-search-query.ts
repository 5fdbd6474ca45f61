/**
 * Searches calls by words. The search index finds candidates by words and filters. Each candidate is checked by its
 * current row in `calls`, because the index may be some seconds old.
 */
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { CallListQuery, CallSortOrder } from '../../../../contract/calls.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import {
  buildCallFilterConditions,
  selectCallSummaryRows,
  storedCallStatusesByFilterStatus,
  toCallSummary,
  type ResolvedCallFilters,
  type CallSummariesPage,
} from '../state/call-list-query.ts';
import { findWorkspacePhoneCountry } from '../../settings/index.ts';
import {
  findAllSearchMatchIds,
  findSearchMatchIdPage,
  buildSearchWordsCondition,
  type CompiledCallSearch,
} from './call-search-gather-query.ts';
import { cutTranscriptSnippet } from './call-search-snippet.ts';
import { readSearchableTranscripts } from './call-search-store.ts';
import {
  buildContactTsquery,
  buildFilterTsqueries,
  buildWeekHoursTsquery,
  parseSearchText,
  buildStricterTsqueries,
  buildWordsTsquery,
  type SearchTimeSpan,
  type AgentIdAndName,
  type ParsedSearchText,
} from './call-search-terms.ts';

/** Highest number of search matches that are counted and can be paged through. */
const mostMatches = 10_000;
/** Highest number of matches of a search for a customer's name or number. The newest calls are shown. */
const mostOfContacts = 200;

export interface CallSearchRequest {
  readonly q: string;
  readonly filters: ResolvedCallFilters;
  readonly sort: CallSortOrder;
  readonly within?: CallListQuery['within'];
}

export interface CallSearchResultPage extends CallSummariesPage {
  readonly capped: boolean;
  /**
   * Key: a call's id. Value: the text around the first searched word in its transcript. A call without such a word is
   * missing.
   */
  readonly snippets: ReadonlyMap<string, string>;
  /** Key: the id of a call without a customer's name. Value: the name in the newest other call with that person. */
  readonly contactNames: ReadonlyMap<string, string>;
}

/**
 * Returns one page of the calls that match a search; the first page is 1. Matches after the first `cap` are left out,
 * so later pages are empty.
 */
export async function searchCalls(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  { q, filters, sort, within }: CallSearchRequest,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
  cap = within === 'contact' ? mostOfContacts : mostMatches,
): Promise<CallSearchResultPage> {
  const words = await readWords(db, workspaceId, q);
  const search = words && (await prepare(db, workspaceId, words, filters, within));
  if (!search) return { calls: [], total: 0, capped: false, snippets: new Map(), contactNames: new Map() };
  const offset = (page - 1) * pageSize;
  const limit = Math.max(0, Math.min(pageSize, cap - offset));
  const { ids, total } = await findSearchMatchIdPage(db, search, { sort, offset, limit }, cap);
  const [calls, transcripts, contactNames] = await Promise.all([
    readInOrder(db, workspaceId, ids),
    readSearchableTranscripts(db, workspaceId, ids),
    within === 'contact' ? readContactNames(db, workspaceId, ids) : new Map<string, string>(),
  ]);
  const snippets = new Map<string, string>();
  for (const [id, transcript] of transcripts) {
    const snippet = cutTranscriptSnippet(transcript, words);
    if (snippet !== null) snippets.set(id, snippet);
  }
  return { calls, total: Math.min(total, cap), capped: total > cap, snippets, contactNames };
}

/**
 * Compiles a text search for use in other queries of calls. `condition`: SQL condition that the call `c` contains the
 * searched words; it does not check filters and workspace. `ids`: all calls that match words and filters, newest first.
 * It is null if there are more than `cap`.
 */
export async function readCallSearchConditionAndIds(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  q: string,
  filters: ResolvedCallFilters,
  cap = mostMatches,
): Promise<{ readonly condition: RawBuilder<SqlBool>; readonly ids: readonly string[] | null }> {
  const words = await readWords(db, workspaceId, q);
  const search = words && (await prepare(db, workspaceId, words, filters));
  if (!search) return { condition: sql<SqlBool>`false`, ids: [] };
  return {
    condition: buildSearchWordsCondition(workspaceId, search.words),
    ids: await findAllSearchMatchIds(db, search, cap),
  };
}

const readWords = async (
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  q: string,
): Promise<ParsedSearchText | null> =>
  parseSearchText(q, { country: await findWorkspacePhoneCountry(db, workspaceId) });

/** Converts words and filters of a search to tsqueries and conditions. Returns null if no call can match. */
async function prepare(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  words: ParsedSearchText,
  filters: ResolvedCallFilters,
  within?: CallListQuery['within'],
): Promise<CompiledCallSearch | null> {
  const [agents, reach] = await Promise.all([readAgents(db, workspaceId), readReach(db, workspaceId)]);
  const { status, fromDate, toDate, ...others } = filters;
  const span = reach && {
    first: new Date(Math.max(reach.first.getTime(), fromDate === undefined ? 0 : Date.parse(fromDate))),
    last: new Date(Math.min(reach.last.getTime(), toDate === undefined ? Infinity : Date.parse(toDate))),
  };
  if (!span || span.first > span.last) return null;
  const { hours } = others;
  const indexed = [
    ...buildFilterTsqueries(workspaceId, {
      ...others,
      ...(status && { statuses: storedCallStatusesByFilterStatus[status] }),
    }),
    ...(hours ? buildWeekHoursTsquery(workspaceId, hours, await readOffsets(db, hours.zone, span)) : []),
  ];
  const hasDates = fromDate !== undefined || toDate !== undefined;
  return {
    workspaceId,
    ...(within === 'contact'
      ? { words: buildContactTsquery(workspaceId, words), stricter: [buildContactTsquery(workspaceId, words, true)] }
      : {
          words: buildWordsTsquery(workspaceId, words, agents),
          stricter: buildStricterTsqueries(workspaceId, words, agents),
        }),
    filters: indexed,
    conditions: buildCallFilterConditions(filters),
    span,
    hasDates,
    isExact:
      !hasDates &&
      others.agentId !== '' &&
      (hours ?? others.result ?? others.measure ?? others.attention ?? others.missed ?? others.judged) === undefined,
  };
}

async function readOffsets(
  db: Kysely<DatabaseSchema>,
  zone: string,
  { first, last }: SearchTimeSpan,
): Promise<number[]> {
  const { rows } = await sql<{ offset: number }>`
    select distinct (extract(epoch from (at at time zone ${zone}::text) - (at at time zone 'UTC')) / 1800)::integer as offset
    from (select generate_series(${first}::timestamptz, ${last}::timestamptz, interval '1 day') union all select ${last}) as moments (at)`.execute(
    db,
  );
  return rows.map((row) => row.offset);
}

async function readAgents(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<AgentIdAndName[]> {
  return db
    .selectFrom('provider_cache')
    .select(['key as id', sql<string>`value ->> 'agent_name'`.as('name')])
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'agent')
    .where(sql<SqlBool>`value ->> 'agent_name' is not null`)
    .execute();
}

const mostCallsOfContact = 1_000;

/**
 * Finds the customer's name for calls without a name. It is taken from the newest call with the same phone number that
 * has a name.
 */
async function readContactNames(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ ids: string[]; name: string }>`
    select nameless.ids, named.customer_name as name
    from (
      select contact_key, array_agg(id) as ids from calls
      where workspace_id = ${workspaceId} and id = any(${[...ids]}::text[])
        and customer_name is null and erased_at is null and contact_key is not null
      group by contact_key
    ) nameless
    cross join lateral (
      select newest.customer_name from (
        select c.customer_name from calls c
        where c.workspace_id = ${workspaceId} and c.contact_key = nameless.contact_key
        order by c.occurred_at desc, c.id desc limit ${mostCallsOfContact}
      ) newest
      where newest.customer_name is not null limit 1
    ) named`.execute(db);
  return new Map(rows.flatMap(({ ids: same, name }) => same.map((id) => [id, name] as const)));
}

/** Returns the times of the workspace's oldest and newest calls. Null if it has no call. */
async function readReach(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<SearchTimeSpan | null> {
  const { first, last } = await db
    .selectFrom('calls')
    .select((eb) => [eb.fn.min('occurred_at').as('first'), eb.fn.max('occurred_at').as('last')])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return first && last ? { first, last } : null;
}

async function readInOrder(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  ids: readonly string[],
): Promise<CallSummariesPage['calls']> {
  if (ids.length === 0) return [];
  const calls = db
    .selectFrom('calls as c')
    .selectAll()
    .where('c.workspace_id', '=', workspaceId)
    .where('c.id', '=', sql<string>`any(${[...ids]}::text[])`);
  const byId = new Map((await selectCallSummaryRows(db, calls)).map((row) => [row.id, toCallSummary(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
