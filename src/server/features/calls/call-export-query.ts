/**
 * Every call of a list, in its order, for a file: pages read by their place in short statements, so that a million cost no
 * more memory than a page. By date each statement keeps to the days that hold calls of the filter.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CallSort } from '../../../contract/calls.ts';
import { readSnapshot, type CallListDeps } from './call-list-page-query.ts';
import { boundsOf, countRows, findDays, joinSpans } from './call-list-places.ts';
import { comesAfter, orderOf, type CallFilters, type CallPlace, type CallRow } from './call-list-query.ts';
import { callsBetween, callsWithin } from './call-list-span-query.ts';
import type { CallSpan } from './call-list-tallies.ts';
import { compileSearch } from './call-search-query.ts';

export interface ExportedCall extends CallPlace {
  readonly status: CallRow['status'];
  readonly direction: CallRow['direction'];
  readonly callType: CallRow['call_type'];
  readonly fromNumber: string | null;
  readonly toNumber: string | null;
  readonly customerName: string | null;
  readonly agentId: string | null;
  readonly campaignId: string | null;
  readonly reason: string | null;
  readonly sentiment: string | null;
  readonly isSuccessful: boolean | null;
  /** US cents, exact. */
  readonly costCents: string | null;
  readonly e2eP50Ms: string | null;
  readonly isErased: boolean;
  readonly summary: string | null;
}

export interface CallExport {
  /** As of its beginning; exact unless `capped`, when there are more. */
  readonly total: number;
  readonly capped: boolean;
  readonly pages: AsyncGenerator<ExportedCall[]>;
}

export interface ExportedList {
  readonly filters: CallFilters;
  readonly q?: string | undefined;
  readonly sort: CallSort;
}

/** A list's calls that follow some place in it. */
type Source = (more: readonly RawBuilder<SqlBool>[]) => RawBuilder<CallRow>;

const mostAPage = 4_000;
/** What a list with a search counts to. */
const mostCounted = 10_000;

export async function openExport(
  deps: CallListDeps,
  workspaceId: string,
  { filters, q, sort }: ExportedList,
  pageSize = mostAPage,
): Promise<CallExport> {
  const bounds = boundsOf(filters);
  const all: Source = (more) => callsBetween(workspaceId, filters, bounds, more);
  const open = (total: number, capped: boolean, sources: readonly Source[]): CallExport => ({ total, capped, pages: readPages(deps, sources, sort, pageSize) });
  if (q !== undefined) {
    const { condition, ids } = await compileSearch(deps.db, workspaceId, q, filters);
    const found = ids === null ? condition : sql<SqlBool>`c.id = any (${[...ids]}::text[])`;
    return open(ids?.length ?? mostCounted, ids === null, [(more) => all([found, ...more])]);
  }
  if (filters.campaignId !== undefined) {
    const { rows } = await sql<{ total: number }>`select count(*) as total from (${all([])}) c`.execute(deps.db);
    return open(rows[0]?.total ?? 0, false, [all]);
  }
  const days = await readSnapshot(deps.db, (db) => findDays({ db, tallies: deps.tallies, workspaceId, filters }, bounds));
  const total = countRows(days);
  const within = (spans: readonly CallSpan[]): Source => (more) => callsWithin(workspaceId, filters, joinSpans(spans), more);
  if (sort === '-date' || sort === 'date') return open(total, false, gatherDays(sort === '-date' ? days : days.toReversed(), pageSize).map(within));
  return open(total, false, [all]);
}

/** Days together until they hold a page, in the order given. */
function gatherDays(days: readonly CallSpan[], pageSize: number): CallSpan[][] {
  const groups: CallSpan[][] = [];
  let room = 0;
  for (const day of days) {
    if (room <= 0) {
      groups.push([]);
      room = pageSize;
    }
    groups.at(-1)?.push(day);
    room -= day.calls;
  }
  return groups;
}

async function* readPages(deps: CallListDeps, sources: readonly Source[], sort: CallSort, pageSize: number): AsyncGenerator<ExportedCall[]> {
  for (const source of sources) {
    let last: CallPlace | undefined;
    do {
      const page: ExportedCall[] = await readPage(deps, source(last ? [comesAfter(sort, last)] : []), sort, pageSize);
      if (page.length > 0) yield page;
      last = page.length === pageSize ? page.at(-1) : undefined;
    } while (last);
  }
}

async function readPage({ db }: CallListDeps, following: RawBuilder<CallRow>, sort: CallSort, pageSize: number): Promise<ExportedCall[]> {
  const { rows } = await sql<ExportedCall>`
    select c.id, c.occurred_at as at, c.duration_ms as "durationMs", c.status, c.direction, c.call_type as "callType",
      c.from_number as "fromNumber", c.to_number as "toNumber", c.customer_name as "customerName", c.agent_id as "agentId",
      c.campaign_id as "campaignId", c.disconnection_reason as reason, c.sentiment, c.is_successful as "isSuccessful",
      c.cost_cents as "costCents", c.e2e_p50_ms as "e2eP50Ms", c.erased_at is not null as "isErased",
      d.call_analysis ->> 'call_summary' as summary
    from (select c.* from (${following}) c order by ${orderOf(sort)} limit ${pageSize}) c
    left join call_details d on d.workspace_id = c.workspace_id and d.call_id = c.id and d.first_seen_month = c.first_seen_month
    order by ${orderOf(sort)}`.execute(db);
  return rows;
}

export interface ExportNames {
  readonly agents: ReadonlyMap<string, string>;
  readonly campaigns: ReadonlyMap<string, string>;
}

/** What agents and campaigns are called now. */
export async function readNames({ db }: CallListDeps, workspaceId: string): Promise<ExportNames> {
  const [agents, campaigns] = await Promise.all([
    sql<{ id: string; name: string }>`
      select key as id, nullif(btrim(value ->> 'agent_name'), '') as name from provider_cache
      where workspace_id = ${workspaceId} and kind = 'agent' and nullif(btrim(value ->> 'agent_name'), '') is not null`.execute(db),
    db.selectFrom('campaigns').select(['id', 'name']).where('workspace_id', '=', workspaceId).where('deleted_at', 'is', null).execute(),
  ]);
  return { agents: toMap(agents.rows), campaigns: toMap(campaigns) };
}

const toMap = (rows: readonly { readonly id: string; readonly name: string }[]): Map<string, string> => new Map(rows.map(({ id, name }) => [id, name]));
