/** The routes that list calls: by filters, by the dashboard's ranges, those under way; a filter's calls as a file. */
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { callsEndpoints } from '../../../contract/calls.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { EndpointBinder } from '../../platform/http/route.ts';
import type { SharedReads } from '../../platform/shared-reads.ts';
import { listCalls } from './call-list-page-query.ts';
import { listActiveCalls, type CallPage } from './call-list-query.ts';
import type { CallTallies } from './call-list-tallies.ts';

export interface CallListsDeps {
  readonly db: Kysely<Schema>;
  readonly directory: { timeZoneOf(workspaceId: string): Promise<string> };
  readonly sharedReads: SharedReads;
  readonly tallies: CallTallies;
}

export function registerCallLists(binder: EndpointBinder, deps: CallListsDeps): void {
  const { db, directory, sharedReads } = deps;

  async function list(reply: Reply, reading: Promise<CallPage>) {
    const { calls, total } = await reading;
    reply.header('x-total-count', total);
    return calls;
  }

  async function listInRange(workspaceId: string, { period, days, agentFilter, page, pageSize }: RangeQuery): Promise<CallPage> {
    const zone = await directory.timeZoneOf(workspaceId);
    const filters = agentFilter === undefined || agentFilter === 'all' ? {} : { agentId: agentFilter };
    return listCalls(deps, workspaceId, { filters, range: { period, days, zone, now: new Date() } }, { page, pageSize });
  }

  binder.bind(callsEndpoints.listCalls, async ({ workspaceId, query: { page, pageSize, q: _q, sort, ...filters }, reply }) => {
    const calls = await list(reply, listCalls(deps, workspaceId, { filters, sort }, { page, pageSize }));
    return calls.map((call) => ({ ...call, snippet: null }));
  });
  binder.bind(callsEndpoints.listFilteredCalls, ({ workspaceId, query, reply }) =>
    list(reply, sharedReads.share(workspaceId, 'listFilteredCalls', query, () => listInRange(workspaceId, query))),
  );
  binder.bind(callsEndpoints.listRecentCalls, ({ workspaceId, query, reply }) =>
    list(reply, sharedReads.share(workspaceId, 'listRecentCalls', query, () => listCalls(deps, workspaceId, {}, query))),
  );
  binder.bind(callsEndpoints.listActiveCalls, ({ workspaceId }) =>
    sharedReads.share(workspaceId, 'listActiveCalls', {}, () => listActiveCalls(db, workspaceId)),
  );
  binder.bind(callsEndpoints.exportCalls, () => {
    throw new AppError('unavailable');
  });
  binder.bind(callsEndpoints.getCallNeighbours, () => {
    throw new AppError('unavailable');
  });
}

type RangeQuery = z.output<typeof callsEndpoints.listFilteredCalls.query>;
type Reply = { header(name: string, value: number): unknown };
