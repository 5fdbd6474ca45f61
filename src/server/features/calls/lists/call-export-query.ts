/**
 * Reads all calls of a list for a CSV file, page by page, each page with a short statement. Only one or two pages are
 * in memory. In date order, a statement covers only days that have matching calls.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CallSortOrder } from '../../../../contract/calls.ts';
import { readInSnapshot, type CallListDeps } from './call-list-page-query.ts';
import {
  getCallFilterTimeBounds,
  sumSpanCallCounts,
  countListedCallsByDay,
  areCallCountsPrecomputed,
  joinAdjacentSpans,
} from './call-list-places.ts';
import {
  afterCallListPositionCondition,
  buildCallOrderBy,
  type ResolvedCallFilters,
  type CallListPosition,
  type StoredCallRow,
} from '../state/call-list-query.ts';
import { buildCallsInBoundsSql, buildCallsInSpansSql } from './call-list-span-query.ts';
import type { CallCountOfTimeSpan } from '../state/call-list-tallies.ts';
import { readCallSearchConditionAndIds } from '../search/call-search-query.ts';

export interface ExportedCall extends CallListPosition {
  readonly status: StoredCallRow['status'];
  readonly direction: StoredCallRow['direction'];
  readonly fromNumber: string | null;
  readonly toNumber: string | null;
  readonly customerName: string | null;
  readonly agentId: string | null;
  readonly campaignId: string | null;
  readonly reason: string | null;
  readonly sentiment: string | null;
  readonly isSuccessful: boolean | null;
  /** The call's cost in US cents; null if unknown. */
  readonly costCents: number | null;
  readonly e2eP50Ms: number | null;
  readonly isErased: boolean;
  readonly summary: string | null;
}

export interface OpenedCallExport {
  /** Number of calls to export, counted at the start. If `capped`, there are more calls. */
  readonly total: number;
  readonly capped: boolean;
  readonly pages: AsyncGenerator<ExportedCall[]>;
}

export interface CallExportSelection {
  readonly filters: ResolvedCallFilters;
  readonly q?: string | undefined;
  readonly sort: CallSortOrder;
}

type Source = (more: readonly RawBuilder<SqlBool>[]) => RawBuilder<StoredCallRow>;

const mostAPage = 4_000;
/**
 * Maximum number of search matches that are counted before an export. If there are more, their exact number stays
 * unknown.
 */
const mostCounted = 10_000;

export async function openCallExport(
  deps: CallListDeps,
  workspaceId: string,
  { filters, q, sort }: CallExportSelection,
  pageSize = mostAPage,
): Promise<OpenedCallExport> {
  const bounds = getCallFilterTimeBounds(filters);
  const all: Source = (more) => buildCallsInBoundsSql(workspaceId, filters, bounds, more);
  const open = (total: number, capped: boolean, sources: readonly Source[]): OpenedCallExport => ({
    total,
    capped,
    pages: readPages(deps, sources, sort, pageSize),
  });
  if (q !== undefined) {
    const { condition, ids } = await readCallSearchConditionAndIds(deps.db, workspaceId, q, filters);
    const found = ids === null ? condition : sql<SqlBool>`c.id = any (${[...ids]}::text[])`;
    return open(ids?.length ?? mostCounted, ids === null, [(more) => all([found, ...more])]);
  }
  if (!areCallCountsPrecomputed(filters)) {
    const { rows } = await sql<{ total: number }>`select count(*) as total from (${all([])}) c`.execute(deps.db);
    return open(rows[0]?.total ?? 0, false, [all]);
  }
  const days = await readInSnapshot(deps.db, (db) =>
    countListedCallsByDay({ db, tallies: deps.tallies, workspaceId, filters }, bounds),
  );
  const total = sumSpanCallCounts(days);
  const within =
    (spans: readonly CallCountOfTimeSpan[]): Source =>
    (more) =>
      buildCallsInSpansSql(workspaceId, filters, joinAdjacentSpans(spans), more);
  if (sort === '-date' || sort === 'date')
    return open(total, false, gatherDays(sort === '-date' ? days : days.toReversed(), pageSize).map(within));
  return open(total, false, [all]);
}

/**
 * Groups consecutive days for the pages of a call export. Each group has at least one page of calls, but the last may
 * have fewer.
 */
function gatherDays(days: readonly CallCountOfTimeSpan[], pageSize: number): CallCountOfTimeSpan[][] {
  const groups: CallCountOfTimeSpan[][] = [];
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

/** Reads the parts of an export one after the other. The next part's first page is requested early, in parallel. */
async function* readPages(
  deps: CallListDeps,
  sources: readonly Source[],
  sort: CallSortOrder,
  pageSize: number,
): AsyncGenerator<ExportedCall[]> {
  const read = (source: Source, last?: CallListPosition) =>
    readPage(deps, source(last ? [afterCallListPositionCondition(sort, last)] : []), sort, pageSize);
  const begin = (source: Source | undefined) => {
    const first = source && read(source);
    // Prevent an unhandled rejection of `first`, the promise of a page. Nobody awaits it if the export stops early.
    first?.catch(() => undefined);
    return first;
  };
  let begun = begin(sources[0]);
  for (const [index, source] of sources.entries()) {
    const first = begun;
    begun = begin(sources[index + 1]);
    let page = (await first) ?? [];
    while (page.length > 0) {
      yield page;
      const last = page.length === pageSize ? page.at(-1) : undefined;
      page = last ? await read(source, last) : [];
    }
  }
}

/**
 * Character U+001F, which separates the cells of a CSV export's row in SQL. It is removed from most cell texts, in
 * which people never type it.
 */
const separator = '\u001F';
const plain = (column: string) => sql`translate(${sql.ref(column)}, ${separator}, '')`;

/**
 * SQL: the cells of a call in the order that `toCall` expects. They are joined to one text, because PostgreSQL is slow
 * to return eighteen columns. The call summary is last, because it may contain the separator.
 */
const line = sql.join(
  [
    plain('c.id'),
    sql`(date_part('epoch', c.occurred_at) * 1000)::bigint::text`,
    sql`c.duration_ms::text`,
    sql`c.status`,
    sql`c.direction`,
    plain('c.from_number'),
    plain('c.to_number'),
    plain('c.customer_name'),
    plain('c.agent_id'),
    sql`c.campaign_id::text`,
    plain('c.disconnection_reason'),
    plain('c.sentiment'),
    sql`c.is_successful::text`,
    sql`c.cost_cents::text`,
    sql`c.e2e_p50_ms::text`,
    sql`(c.erased_at is not null)::text`,
    sql`d.call_analysis ->> 'call_summary'`,
  ],
  sql`, `,
);
const fieldsBeforeSummary = 16;

async function readPage(
  { db }: CallListDeps,
  following: RawBuilder<StoredCallRow>,
  sort: CallSortOrder,
  pageSize: number,
): Promise<ExportedCall[]> {
  const { rows } = await sql<{ line: string }>`
    select array_to_string(array[${line}], ${separator}, '') as line
    from (select c.* from (${following}) c order by ${buildCallOrderBy(sort)} limit ${pageSize}) c
    left join call_details d on d.workspace_id = c.workspace_id and d.call_id = c.id and d.first_seen_month = c.first_seen_month
    order by ${buildCallOrderBy(sort)}`.execute(db);
  return rows.map((row) => toCall(row.line));
}

function toCall(text: string): ExportedCall {
  const fields = text.split(separator);
  const [
    id = '',
    at,
    duration,
    status,
    direction,
    from,
    to,
    customer,
    agent,
    campaign,
    reason,
    sentiment,
    successful,
    cost,
    latency,
    erased,
  ] = fields;
  const summary =
    fields.length === fieldsBeforeSummary + 1
      ? fields[fieldsBeforeSummary]
      : fields.slice(fieldsBeforeSummary).join('');
  return {
    id,
    at: new Date(Number(at)),
    durationMs: duration ? Number(duration) : null,
    status: status as ExportedCall['status'],
    direction: direction as ExportedCall['direction'],
    fromNumber: from || null,
    toNumber: to || null,
    customerName: customer || null,
    agentId: agent || null,
    campaignId: campaign || null,
    reason: reason || null,
    sentiment: sentiment || null,
    isSuccessful: successful ? successful === 'true' : null,
    costCents: cost ? Number(cost) : null,
    e2eP50Ms: latency ? Number(latency) : null,
    isErased: erased === 'true',
    summary: summary || null,
  };
}

export interface AgentAndCampaignNames {
  readonly agents: ReadonlyMap<string, string>;
  readonly campaigns: ReadonlyMap<string, string>;
}

export async function readAgentAndCampaignNames(
  { db }: CallListDeps,
  workspaceId: string,
): Promise<AgentAndCampaignNames> {
  const [agents, campaigns] = await Promise.all([
    sql<{ id: string; name: string }>`
      select key as id, nullif(btrim(value ->> 'agent_name'), '') as name from provider_cache
      where workspace_id = ${workspaceId} and kind = 'agent' and nullif(btrim(value ->> 'agent_name'), '') is not null`.execute(
      db,
    ),
    db
      .selectFrom('campaigns')
      .select(['id', 'name'])
      .where('workspace_id', '=', workspaceId)
      .where('deleted_at', 'is', null)
      .execute(),
  ]);
  return { agents: toMap(agents.rows), campaigns: toMap(campaigns) };
}

const toMap = (rows: readonly { readonly id: string; readonly name: string }[]): Map<string, string> =>
  new Map(rows.map(({ id, name }) => [id, name]));
