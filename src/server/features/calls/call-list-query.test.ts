import * as fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callDirections, sentiments } from '../../../contract/calls.ts';
import { connectDatabase, type Database } from '../../platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { callTallies, rebuildRollups } from '../analytics/index.ts';
import { listCalls } from './call-list-page-query.ts';
import { listActiveCalls, type CallFilters } from './call-list-query.ts';

const mine = '0a000000-0000-4000-8000-000000000001';
const theirs = '0a000000-0000-4000-8000-000000000002';
const zone = 'America/Argentina/Buenos_Aires';
const now = new Date('2026-11-21T02:30:00Z'); // 23:30 of the 20th there
const agents = ['agent_a', 'agent_b', 'agent_c'];
const campaigns = ['0c000000-0000-4000-8000-000000000001', '0c000000-0000-4000-8000-000000000002'];
const statuses = ['registered', 'ongoing', 'ended', 'not_connected', 'error'] as const;

const arbitraryCall = fc.record({
  workspace: fc.constantFrom(mine, mine, mine, theirs),
  // Coarse, so that calls share a moment and their ids decide.
  minutesAgo: fc.integer({ min: -600, max: 45 * 24 * 60 }).map((minutes) => minutes - (minutes % 30)),
  status: fc.constantFrom(...statuses),
  sentiment: fc.constantFrom(...sentiments, null),
  direction: fc.constantFrom(...callDirections),
  agentId: fc.constantFrom(...agents, null),
  campaignId: fc.constantFrom(...campaigns, null),
});
type RandomCall = typeof arbitraryCall extends fc.Arbitrary<infer C> ? C : never;

const calls = fc
  .sample(arbitraryCall, { seed: 20261121, numRuns: 600 })
  .map((call, index) => ({ ...call, id: `call_${(index * 7919) % 10_007}`, at: new Date(now.getTime() - call.minutesAgo * 60_000) }));
type StoredCall = RandomCall & { id: string; at: Date };

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connectDatabase({ connectionString: testDatabase.connectionString, max: 4 });
  await database.db
    .insertInto('calls')
    .values(
      calls.map((call) => ({
        workspace_id: call.workspace,
        id: call.id,
        first_seen_at: call.at,
        first_seen_month: `${call.at.toISOString().slice(0, 7)}-01`,
        call_type: call.direction === 'web_call' ? 'web_call' : 'phone_call',
        direction: call.direction,
        agent_id: call.agentId,
        campaign_id: call.campaignId,
        status: call.status,
        sentiment: call.sentiment,
        occurred_at: call.at,
      })),
    )
    .execute();
  await database.db
    .insertInto('provider_cache')
    .values([
      { workspace_id: mine, kind: 'agent', key: 'agent_a', value: JSON.stringify({ agent_name: ' Ana ' }), fetched_at: now },
      { workspace_id: mine, kind: 'agent', key: 'agent_b', value: JSON.stringify({ agent_name: ' ' }), fetched_at: now },
      { workspace_id: theirs, kind: 'agent', key: 'agent_c', value: JSON.stringify({ agent_name: 'Ajena' }), fetched_at: now },
    ])
    .execute();
  await rebuildRollups({ db: database.db, log: pino({ level: 'silent' }) }, mine);
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** What the filters mean, computed without SQL. */
function matches(call: StoredCall, filters: CallFilters): boolean {
  const isOpen = call.status === 'registered' || call.status === 'ongoing';
  const byStatus = {
    in_progress: isOpen,
    ended: call.status === 'ended',
    not_connected: call.status === 'not_connected' || call.status === 'error',
    failed: call.status === 'error',
  };
  return (
    call.workspace === mine &&
    (filters.status === undefined || byStatus[filters.status]) &&
    (filters.sentiment === undefined || call.sentiment === filters.sentiment) &&
    (filters.channelType === undefined || (filters.channelType === 'web_call') === (call.direction === 'web_call')) &&
    (filters.agentId === undefined || call.agentId === filters.agentId) &&
    (filters.origin === undefined || call.direction === filters.origin) &&
    (filters.campaignId === undefined || call.campaignId === filters.campaignId) &&
    (filters.fromDate === undefined || call.at >= new Date(filters.fromDate)) &&
    (filters.toDate === undefined || call.at <= new Date(filters.toDate))
  );
}

function newestFirst(a: StoredCall, b: StoredCall): number {
  return b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1);
}

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const moment = fc
  .integer({ min: -1, max: 46 * 24 })
  .map((hours) => new Date(now.getTime() - hours * 3_600_000).toISOString().replace('Z', '+00:00'));
const arbitraryFilters = fc.record({
  status: optional(fc.constantFrom('ended' as const, 'not_connected' as const, 'in_progress' as const, 'failed' as const)),
  sentiment: optional(fc.constantFrom(...sentiments)),
  channelType: optional(fc.constantFrom('phone_call' as const, 'web_call' as const)),
  agentId: optional(fc.constantFrom(...agents, 'agent_unknown')),
  origin: optional(fc.constantFrom(...callDirections)),
  campaignId: optional(fc.constantFrom(...campaigns)),
  fromDate: optional(moment),
  toDate: optional(moment),
});

describe('call lists', () => {
  it('hold what an independent reading of the filters holds, in order, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryFilters, fc.integer({ min: 1, max: 100 }), async (filters, pageSize) => {
        const expected = calls.filter((call) => matches(call, filters)).toSorted(newestFirst);
        const ids: string[] = [];
        for (let page = 1; page === 1 || ids.length < expected.length; page++) {
          const found = await listCalls({ db: database.db, tallies: callTallies }, mine, { filters }, { page, pageSize });
          expect(found.total).toBe(expected.length);
          expect(found.calls.length).toBe(Math.min(pageSize, Math.max(0, expected.length - ids.length)));
          ids.push(...found.calls.map((call) => call.id));
        }
        expect(ids).toEqual(expected.map((call) => call.id));
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it.each([
    ['today', { period: 'today' }, '2026-11-20T03:00:00Z', '2026-11-21T03:00:00Z'],
    ['today when nothing is said', {}, '2026-11-20T03:00:00Z', '2026-11-21T03:00:00Z'],
    ['yesterday', { period: 'yesterday' }, '2026-11-19T03:00:00Z', '2026-11-20T03:00:00Z'],
    ['7 days', { days: '7' }, '2026-11-14T03:00:00Z', '2026-11-21T03:00:00Z'],
    ['30 days', { days: '30' }, '2026-10-22T03:00:00Z', '2026-11-21T03:00:00Z'],
  ] as const)('cut %s at the zone’s midnights', async (_, given, from, until) => {
    const expected = calls
      .filter((call) => call.workspace === mine && call.at >= new Date(from) && call.at < new Date(until))
      .toSorted(newestFirst);
    expect(expected.length).toBeGreaterThan(0);
    const found = await listCalls({ db: database.db, tallies: callTallies }, mine, { range: { ...given, zone, now } }, { page: 1, pageSize: 1_000 });
    expect(found.calls.map((call) => call.id)).toEqual(expected.map((call) => call.id));
  });

  it('name the agents that this workspace knows, and invent no other', async () => {
    const { calls: found } = await listCalls({ db: database.db, tallies: callTallies }, mine, {}, { page: 1, pageSize: 1_000 });
    for (const call of found) expect(call.agentName).toBe(call.agentId === 'agent_a' ? 'Ana' : null);
  });

  it('show the calls under way, newest first', async () => {
    const expected = calls.filter((call) => matches(call, { status: 'in_progress' })).toSorted(newestFirst);
    const found = await listActiveCalls(database.db, mine);
    expect(found.map((call) => call.id)).toEqual(expected.map((call) => call.id));
    expect(new Set(found.map((call) => call.callStatus))).toEqual(new Set(['in_progress']));
  });
});
