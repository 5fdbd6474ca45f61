/**
 * Finds the previous and the next call in a list, even if the given call does not match the list's filters. If few
 * calls match, precomputed counts first say where they are, so that no search takes long.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CallSort } from '../../../../contract/calls.ts';
import { AppError } from '../../../platform/errors.ts';
import { readSnapshot, type CallListDeps } from './call-list-page-query.ts';
import {
  boundsOf,
  findDays,
  findSpansOfFewCalls,
  halfHourOf,
  hasPrecomputedCounts,
  narrowBounds,
  splitSpans,
  type TalliedCallFilter,
} from './call-list-places.ts';
import {
  comesAfter,
  isByDuration,
  reverseSort,
  orderByOf,
  type CallFilters,
  type CallPosition,
  type CallRow,
} from '../state/call-list-query.ts';
import { callsBetween, callsWithin } from './call-list-span-query.ts';
import { compileSearch } from '../search/call-search-query.ts';

export interface Neighbours {
  readonly previousId: string | null;
  readonly nextId: string | null;
}

export interface NeighbourSearch {
  readonly filters: CallFilters;
  readonly q?: string | undefined;
  readonly sort: CallSort;
}

/** Finds the previous and the next call in a list. Throws `not_found` if the workspace does not have the given call. */
export async function findNeighbours(
  deps: CallListDeps,
  workspaceId: string,
  callId: string,
  { filters, q, sort }: NeighbourSearch,
): Promise<Neighbours> {
  const search = q === undefined ? null : await compileSearch(deps.db, workspaceId, q, filters);
  return readSnapshot(deps.db, async (db) => {
    const { rows } = await sql<CallPosition>`
      select id, occurred_at as at, duration_ms as "durationMs" from calls where workspace_id = ${workspaceId} and id = ${callId}`.execute(
      db,
    );
    const [place] = rows;
    if (!place) throw new AppError('not_found');
    const placed: TalliedCallFilter = { db, tallies: deps.tallies, workspaceId, filters };
    const more =
      search === null
        ? []
        : [search.ids === null ? search.condition : sql<SqlBool>`c.id = any (${[...search.ids]}::text[])`];
    const isIndexed = more.length > 0 || !isSelective(filters);
    const byDuration = !isIndexed && isByDuration(sort) ? await findMatching(placed) : null;
    const matching = isIndexed ? callsBetween(workspaceId, filters, boundsOf(filters), more) : byDuration;
    const next = (order: CallSort): Promise<string | null> =>
      matching === null
        ? findByDate(placed, order, place)
        : readFirst(placed, order, sql`select c.* from (${matching}) c where ${comesAfter(order, place)}`);
    return { previousId: await next(reverseSort[sort]), nextId: await next(sort) };
  });
}

/** True if only few calls may match the filters, and no index finds them quickly in the list's order. */
function isSelective(filters: CallFilters): boolean {
  const { status, sentiment, channelType, origin, agentId, goal, reason, measure, hours } = filters;
  return (
    hasPrecomputedCounts(filters) &&
    (status ?? sentiment ?? channelType ?? origin ?? agentId ?? goal ?? reason ?? measure ?? hours) !== undefined
  );
}

async function findMatching(placed: TalliedCallFilter): Promise<RawBuilder<CallRow>> {
  const { workspaceId, filters } = placed;
  const few = await findSpansOfFewCalls(placed, await findDays(placed, boundsOf(filters)));
  return few === null ? callsBetween(workspaceId, filters, boundsOf(filters)) : callsWithin(workspaceId, filters, few);
}

async function findByDate(placed: TalliedCallFilter, order: CallSort, place: CallPosition): Promise<string | null> {
  const { workspaceId, filters } = placed;
  const after = comesAfter(order, place);
  const bounds = boundsOf(filters);
  const own = halfHourOf(place.at);
  const near = await readFirst(placed, order, callsBetween(workspaceId, filters, narrowBounds(bounds, own), [after]));
  if (near !== null) return near;
  const isNewer = order === 'date';
  const beyond = narrowBounds(bounds, isNewer ? { from: own.until, until: null } : { from: null, until: own.from });
  const nearest = <T>(spans: readonly T[]): T | undefined => (isNewer ? spans.at(-1) : spans[0]);
  const day = nearest(await findDays(placed, beyond));
  const halfHour = day && nearest(await splitSpans(placed, [day]));
  return halfHour ? readFirst(placed, order, callsBetween(workspaceId, filters, halfHour, [after])) : null;
}

async function readFirst(
  { db }: TalliedCallFilter,
  order: CallSort,
  matching: RawBuilder<unknown>,
): Promise<string | null> {
  const { rows } = await sql<{
    id: string;
  }>`select c.id from (${matching}) c order by ${orderByOf(order)} limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
