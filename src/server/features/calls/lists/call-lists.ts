/**
 * Routes of call lists: calls by filters, calls by the dashboard's date ranges, calls in progress, and the export as a
 * CSV file.
 */
import type { z } from 'zod';
import { callsEndpoints } from '../../../../contract/calls.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import type { ReadCoalescer } from '../../../platform/shared-reads.ts';
import { registerCallExportRoute, type CallExportDeps } from './call-export.ts';
import { readCallListPage } from './call-list-page-query.ts';
import {
  listActiveCalls,
  resolveCallFilters,
  type ResolvedCallFilters,
  type CallSummariesPage,
} from '../state/call-list-query.ts';
import { findNeighbourCallIds } from './call-neighbours-query.ts';
import { searchCalls } from '../search/call-search-query.ts';

export interface CallListsDeps extends CallExportDeps {
  readonly directory: { timeZoneOf(workspaceId: string): Promise<string> };
  readonly sharedReads: ReadCoalescer;
}

export function registerCallListRoutes(binder: EndpointBinder, deps: CallListsDeps): void {
  const { db, directory, sharedReads } = deps;
  const zoneOf = (workspaceId: string): Promise<string> => directory.timeZoneOf(workspaceId);

  async function list<C>(reply: Reply, reading: Promise<{ readonly calls: C[]; readonly total: number }>) {
    const { calls, total } = await reading;
    reply.header('x-total-count', total);
    return calls;
  }

  async function listInRange(
    workspaceId: string,
    { period, days, agentFilter, page, pageSize }: RangeQuery,
  ): Promise<CallSummariesPage> {
    const zone = await directory.timeZoneOf(workspaceId);
    return readCallListPage(
      deps,
      workspaceId,
      { filters: ofAgent({ agentFilter }), range: { period, days, zone, now: deps.clock.now() } },
      { page, pageSize },
    );
  }

  binder.bind(
    callsEndpoints.listCalls,
    async ({ workspaceId, query: { page, pageSize, q, sort, within, ...given }, reply }) => {
      const filters = await resolveCallFilters({ db, zoneOf }, workspaceId, given);
      if (q === undefined) {
        const calls = await list(reply, readCallListPage(deps, workspaceId, { filters, sort }, { page, pageSize }));
        return calls.map((call) => ({ ...call, snippet: null, contactName: null }));
      }
      const { calls, total, capped, snippets, contactNames } = await searchCalls(
        db,
        workspaceId,
        { q, filters, sort, within },
        { page, pageSize },
      );
      reply.header('x-total-count', total);
      if (capped) reply.header('x-total-count-capped', 'true');
      return calls.map((call) => ({
        ...call,
        snippet: snippets.get(call.id) ?? null,
        contactName: contactNames.get(call.id) ?? null,
      }));
    },
  );
  binder.bind(callsEndpoints.listFilteredCalls, ({ workspaceId, query, reply }) =>
    list(
      reply,
      sharedReads.share(workspaceId, 'listFilteredCalls', query, () => listInRange(workspaceId, query)),
    ),
  );
  binder.bind(callsEndpoints.listRecentCalls, ({ workspaceId, query, reply }) =>
    list(
      reply,
      sharedReads.share(workspaceId, 'listRecentCalls', query, () => readCallListPage(deps, workspaceId, {}, query)),
    ),
  );
  binder.bind(callsEndpoints.listActiveCalls, ({ workspaceId, query, reply }) =>
    list(
      reply,
      sharedReads.share(workspaceId, 'listActiveCalls', query, () => listActiveCalls(db, workspaceId, ofAgent(query))),
    ),
  );
  binder.bind(callsEndpoints.getCallNeighbours, async ({ workspaceId, params, query: { q, sort, ...given } }) => {
    const filters = await resolveCallFilters({ db, zoneOf }, workspaceId, given);
    return findNeighbourCallIds(deps, workspaceId, params.id, { filters, q, sort });
  });
  registerCallExportRoute(binder, deps);
}

function ofAgent({ agentFilter }: Pick<RangeQuery, 'agentFilter'>): Pick<ResolvedCallFilters, 'agentId'> {
  return agentFilter === undefined || agentFilter === 'all' ? {} : { agentId: agentFilter };
}

type RangeQuery = z.output<typeof callsEndpoints.listFilteredCalls.query>;
type Reply = { header(name: string, value: number): unknown };
