import * as fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestLedger, type TestLedger } from '../../../testing/call-ledger.ts';
import { rollupCallCountReader, rebuildWorkspaceRollups } from '../../analytics/index.ts';
import { openCallExport } from './call-export-query.ts';
import { readCallListPage, type CallListDeps } from './call-list-page-query.ts';
import { listActiveCalls } from '../state/call-list-query.ts';
import { findNeighbourCallIds } from './call-neighbours-query.ts';
import {
  arbitraryFilters,
  arbitrarySort,
  compareListed,
  insertListedCalls,
  isListed,
  listNow,
  listZone,
  makeCalls,
} from '../testing/call-list-data.ts';

const calls = makeCalls(600, 20260920);
let ledger: TestLedger;
let deps: CallListDeps;
let mine: string;

beforeAll(async () => {
  ledger = await openTestLedger();
  const { db } = ledger.database;
  deps = { db, tallies: rollupCallCountReader };
  mine = await ledger.createWorkspace(listZone);
  const theirs = await ledger.createWorkspace(listZone);
  await insertListedCalls(db, calls, mine, theirs);
  const agent = (workspaceId: string, key: string, name: string) => ({
    workspace_id: workspaceId,
    kind: 'agent' as const,
    key,
    value: JSON.stringify({ agent_name: name }),
    fetched_at: listNow,
  });
  await db
    .insertInto('provider_cache')
    .values([agent(mine, 'agent_a', ' Ana '), agent(mine, 'agent_b', ' '), agent(theirs, 'agent_c', 'Ajena')])
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'kind', 'key']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    )
    .execute();
  await rebuildWorkspaceRollups({ db, log: pino({ level: 'silent' }) }, mine);
});

afterAll(() => ledger.close());

const expectedOf = (filters: Parameters<typeof isListed>[1], sort: Parameters<typeof compareListed>[0] = '-date') =>
  calls.filter((call) => isListed(call, filters)).toSorted(compareListed(sort));

describe('call lists', () => {
  it('hold what an independent reading of the filters holds, in any order, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryFilters,
        arbitrarySort,
        fc.integer({ min: 70, max: 250 }),
        async (filters, sort, pageSize) => {
          const expected = expectedOf(filters, sort);
          const ids: string[] = [];
          const pages = Math.max(1, Math.ceil(expected.length / pageSize));
          for (let page = 1; page <= pages; page++) {
            const found = await readCallListPage(deps, mine, { filters, sort }, { page, pageSize });
            expect(found.total).toBe(expected.length);
            ids.push(...found.calls.map((call) => call.id));
          }
          expect(ids).toEqual(expected.map((call) => call.id));
          expect(await readCallListPage(deps, mine, { filters, sort }, { page: pages + 1, pageSize })).toEqual({
            calls: [],
            total: expected.length,
          });
        },
      ),
      { numRuns: 45, seed: 7 },
    );
  });

  it('place calls side by side as their pages do, also a call that left the list', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryFilters, arbitrarySort, fc.nat(), async (filters, sort, pick) => {
        const expected = expectedOf(filters, sort);
        const owned = calls.filter((call) => call.isMine);
        const listed = expected[pick % Math.max(1, expected.length)];
        const any = owned[pick % owned.length];
        const compare = compareListed(sort);
        for (const call of [listed, any]) {
          if (!call) continue;
          expect(await findNeighbourCallIds(deps, mine, call.id, { filters, sort })).toEqual({
            previousId: expected.findLast((other) => compare(other, call) < 0)?.id ?? null,
            nextId: expected.find((other) => compare(other, call) > 0)?.id ?? null,
          });
        }
      }),
      { numRuns: 60, seed: 8 },
    );
  });

  it('go whole into a file, in their order, whatever the pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryFilters,
        arbitrarySort,
        fc.integer({ min: 20, max: 250 }),
        async (filters, sort, pageSize) => {
          const expected = expectedOf(filters, sort);
          const { total, pages } = await openCallExport(deps, mine, { filters, sort }, pageSize);
          const ids: string[] = [];
          for await (const page of pages) ids.push(...page.map((call) => call.id));
          expect(ids).toEqual(expected.map((call) => call.id));
          expect(total).toBe(expected.length);
        },
      ),
      { numRuns: 40, seed: 9 },
    );
  });

  it('have no neighbours for a call of another workspace', async () => {
    const foreign = calls.find((call) => !call.isMine)?.id ?? '';
    await expect(findNeighbourCallIds(deps, mine, foreign, { filters: {}, sort: '-date' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it.each([
    ['today', { period: 'today' }, '2026-09-19T03:00:00Z', '2026-09-20T03:00:00Z'],
    ['today when nothing is said', {}, '2026-09-19T03:00:00Z', '2026-09-20T03:00:00Z'],
    ['yesterday', { period: 'yesterday' }, '2026-09-18T03:00:00Z', '2026-09-19T03:00:00Z'],
    ['7 days', { days: '7' }, '2026-09-13T03:00:00Z', '2026-09-20T03:00:00Z'],
    // Bounds in winter time, an hour behind.
    ['30 days', { days: '30' }, '2026-08-21T04:00:00Z', '2026-09-20T03:00:00Z'],
  ] as const)('cut %s at the zone’s midnights', async (_, given, from, until) => {
    const expected = expectedOf({ fromDate: from }).filter((call) => call.at < new Date(until));
    expect(expected.length).toBeGreaterThan(0);
    const found = await readCallListPage(
      deps,
      mine,
      { range: { ...given, zone: listZone, now: listNow } },
      { page: 1, pageSize: 1_000 },
    );
    expect(found.calls.map((call) => call.id)).toEqual(expected.map((call) => call.id));
    expect(found.total).toBe(expected.length);
  });

  it('name the agents that this workspace knows, and invent no other', async () => {
    const { calls: found } = await readCallListPage(deps, mine, {}, { page: 1, pageSize: 1_000 });
    for (const call of found) expect(call.agentName).toBe(call.agentId === 'agent_a' ? 'Ana' : null);
  });

  it('show the calls under way, newest first', async () => {
    const { calls: found, total } = await listActiveCalls(deps.db, mine);
    expect(total).toBe(found.length);
    expect(found.map((call) => call.id)).toEqual(expectedOf({ status: 'in_progress' }).map((call) => call.id));
    expect(new Set(found.map((call) => call.callStatus))).toEqual(new Set(['in_progress']));
  });
});
