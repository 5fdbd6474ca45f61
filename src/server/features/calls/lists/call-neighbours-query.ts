/**
 * Finds the previous and the next call in a list, even if the given call does not match the list's filters. If few
 * calls match, precomputed counts by time first locate the matching calls, so that no search takes long.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CallSortOrder } from '../../../../contract/calls.ts';
import { AppError } from '../../../platform/errors.ts';
import { readInSnapshot, type CallListDeps } from './call-list-page-query.ts';
import {
  getCallFilterTimeBounds,
  countListedCallsByDay,
  findSpansOfShortCallList,
  getHalfHourAround,
  areCallCountsPrecomputed,
  intersectTimeBounds,
  splitSpansIntoHalfHours,
  type PrecomputedCallCountQueryInputs,
} from './call-list-places.ts';
import {
  afterCallListPositionCondition,
  isSortedByDuration,
  reversedCallSorts,
  buildCallOrderBy,
  type ResolvedCallFilters,
  type CallListPosition,
  type StoredCallRow,
} from '../state/call-list-query.ts';
import { buildCallsInBoundsSql, buildCallsInSpansSql } from './call-list-span-query.ts';
import { readCallSearchConditionAndIds } from '../search/call-search-query.ts';

export interface NeighbourCallIds {
  readonly previousId: string | null;
  readonly nextId: string | null;
}

export interface NeighbourCallsParameters {
  readonly filters: ResolvedCallFilters;
  readonly q?: string | undefined;
  readonly sort: CallSortOrder;
}

/** Finds the previous and the next call in a list. Throws `not_found` if the workspace does not have the given call. */
export async function findNeighbourCallIds(
  deps: CallListDeps,
  workspaceId: string,
  callId: string,
  { filters, q, sort }: NeighbourCallsParameters,
): Promise<NeighbourCallIds> {
  const search = q === undefined ? null : await readCallSearchConditionAndIds(deps.db, workspaceId, q, filters);
  return readInSnapshot(deps.db, async (db) => {
    const { rows } = await sql<CallListPosition>`
      select id, occurred_at as at, duration_ms as "durationMs" from calls where workspace_id = ${workspaceId} and id = ${callId}`.execute(
      db,
    );
    const [place] = rows;
    if (!place) throw new AppError('not_found');
    const placed: PrecomputedCallCountQueryInputs = { db, tallies: deps.tallies, workspaceId, filters };
    const more =
      search === null
        ? []
        : [search.ids === null ? search.condition : sql<SqlBool>`c.id = any (${[...search.ids]}::text[])`];
    const isIndexed = more.length > 0 || !isSelective(filters);
    const byDuration = !isIndexed && isSortedByDuration(sort) ? await findMatching(placed) : null;
    const matching = isIndexed
      ? buildCallsInBoundsSql(workspaceId, filters, getCallFilterTimeBounds(filters), more)
      : byDuration;
    const next = (order: CallSortOrder): Promise<string | null> =>
      matching === null
        ? findByDate(placed, order, place)
        : readFirst(
            placed,
            order,
            sql`select c.* from (${matching}) c where ${afterCallListPositionCondition(order, place)}`,
          );
    return { previousId: await next(reversedCallSorts[sort]), nextId: await next(sort) };
  });
}

/** True if the filters may match only few calls, and no index finds these quickly in the list's order. */
function isSelective(filters: ResolvedCallFilters): boolean {
  const { status, sentiment, channelType, origin, agentId, goal, reason, measure, hours } = filters;
  return (
    areCallCountsPrecomputed(filters) &&
    (status ?? sentiment ?? channelType ?? origin ?? agentId ?? goal ?? reason ?? measure ?? hours) !== undefined
  );
}

async function findMatching(placed: PrecomputedCallCountQueryInputs): Promise<RawBuilder<StoredCallRow>> {
  const { workspaceId, filters } = placed;
  const few = await findSpansOfShortCallList(
    placed,
    await countListedCallsByDay(placed, getCallFilterTimeBounds(filters)),
  );
  return few === null
    ? buildCallsInBoundsSql(workspaceId, filters, getCallFilterTimeBounds(filters))
    : buildCallsInSpansSql(workspaceId, filters, few);
}

async function findByDate(
  placed: PrecomputedCallCountQueryInputs,
  order: CallSortOrder,
  place: CallListPosition,
): Promise<string | null> {
  const { workspaceId, filters } = placed;
  const after = afterCallListPositionCondition(order, place);
  const bounds = getCallFilterTimeBounds(filters);
  const own = getHalfHourAround(place.at);
  const near = await readFirst(
    placed,
    order,
    buildCallsInBoundsSql(workspaceId, filters, intersectTimeBounds(bounds, own), [after]),
  );
  if (near !== null) return near;
  const isNewer = order === 'date';
  const beyond = intersectTimeBounds(
    bounds,
    isNewer ? { from: own.until, until: null } : { from: null, until: own.from },
  );
  const nearest = <T>(spans: readonly T[]): T | undefined => (isNewer ? spans.at(-1) : spans[0]);
  const day = nearest(await countListedCallsByDay(placed, beyond));
  const halfHour = day && nearest(await splitSpansIntoHalfHours(placed, [day]));
  return halfHour ? readFirst(placed, order, buildCallsInBoundsSql(workspaceId, filters, halfHour, [after])) : null;
}

async function readFirst(
  { db }: PrecomputedCallCountQueryInputs,
  order: CallSortOrder,
  matching: RawBuilder<unknown>,
): Promise<string | null> {
  const { rows } = await sql<{
    id: string;
  }>`select c.id from (${matching}) c order by ${buildCallOrderBy(order)} limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
