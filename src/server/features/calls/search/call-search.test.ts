import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callDirections,
  callSortOrders,
  callTypes,
  callSentiments,
  type CallSortOrder,
} from '../../../../contract/calls.ts';
import { connectDatabase, type DatabaseHandle } from '../../../platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { getCallResult } from '../state/call-facts.ts';
import type { ResolvedCallFilters } from '../state/call-list-query.ts';
import { writeSearchDocumentsOfCalls } from './call-search-indexer.ts';
import { readCallSearchConditionAndIds, searchCalls } from './call-search-query.ts';
import { hoursOfWeek, isInHours, listZone } from '../testing/call-list-data.ts';

/** Both workspaces have the same mark. */
const mine = 'abcd0000-0000-4000-8000-000000000001';
const theirs = 'abcd0000-0000-4000-8000-000000000002';
/** An agent's id with all characters that mean something in a tsquery. */
const hostile = "it's & \\| !(:*)";
const agents: Readonly<Record<string, string | null>> = {
  agent_a: 'Ana Núñez',
  [hostile]: 'Cobranzas 2',
  agent_c: null,
};
const campaigns = ['0c000000-0000-4000-8000-000000000001', '0c000000-0000-4000-8000-000000000002'];
const statuses = ['registered', 'ongoing', 'ended', 'not_connected', 'error'] as const;
const shown = {
  in_progress: ['registered', 'ongoing'],
  ended: ['ended'],
  not_connected: ['not_connected', 'error'],
  failed: ['error'],
  finished: ['ended', 'not_connected', 'error'],
};
const said = [
  'hola',
  'Hola,',
  'holanda',
  'señor',
  'SEÑORA',
  'cómo',
  'está',
  '¿qué?',
  'niño',
  'pagar',
  'págame',
  "d'accord",
  '50%',
  '5555',
  '55',
  'Straße',
  'ﬁn',
  '👋',
  'a',
  'Agent:',
  '& | ! <->',
  "'",
  '\\',
  '12.345',
];

const arbitraryCall = fc.record({
  workspace: fc.constantFrom(mine, mine, mine, theirs),
  at: fc
    .integer({ min: 0, max: 200 * 24 })
    .map((hours) => new Date(Date.parse('2026-05-01T00:30:00Z') + (hours - (hours % 5)) * 3_600_000)),
  status: fc.constantFrom(...statuses),
  sentiment: fc.constantFrom(...callSentiments, null),
  isSuccessful: fc.constantFrom(true, false, null),
  reason: fc.constantFrom('user_hangup', hostile, null),
  direction: fc.constantFrom(...callDirections),
  durationMs: fc.constantFrom(null, 0, 1_000, 65_000, 65_001),
  agentId: fc.constantFrom('agent_a', hostile, 'agent_c', null),
  campaignId: fc.constantFrom(...campaigns, null),
  from: fc.constantFrom('+54 11 5000-1234', '+5491155551234', 'anonymous', null),
  to: fc.constantFrom('+5491144440001', '(011) 4444-0002', '+34600123123', null),
  customer: fc.constantFrom('Ñandú Pérez', 'José', 'Ana', '😀 López', null),
  transcript: fc.option(fc.array(fc.constantFrom(...said), { maxLength: 6 }).map((words) => words.join(' '))),
  isErased: fc.constantFrom(false, false, false, false, true),
});
type RandomCall = typeof arbitraryCall extends fc.Arbitrary<infer C> ? C : never;
const callTypeOf = (call: Pick<RandomCall, 'direction'>) => (call.direction === 'web_call' ? 'web_call' : 'phone_call');
const isOver = (call: Pick<RandomCall, 'status'>) => call.status !== 'registered' && call.status !== 'ongoing';
type StoredCall = Omit<RandomCall, 'workspace' | 'customer' | 'to'> & {
  readonly id: string;
  readonly workspace: string;
  readonly customer: string | null;
  readonly to: string | null;
};
const calls: StoredCall[] = fc
  .sample(arbitraryCall, { seed: 20261122, numRuns: 500 })
  .map((call, index) => ({ ...call, id: `call_${(index * 7919) % 10_007}` }));

let testDatabase: TestDatabase;
let database: DatabaseHandle;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connectDatabase({ connectionString: testDatabase.connectionString, max: 4 });
  await insert(calls);
  await nameAgents(mine, agents);
  for (const id of [mine, theirs])
    await writeSearchDocumentsOfCalls(
      database.db,
      id,
      calls.filter((call) => call.workspace === id).map((call) => call.id),
    );
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function insert(all: readonly StoredCall[]): Promise<void> {
  const month = (call: StoredCall) => `${call.at.toISOString().slice(0, 7)}-01`;
  await database.db
    .insertInto('calls')
    .values(
      all.map((call) => ({
        workspace_id: call.workspace,
        id: call.id,
        first_seen_at: call.at,
        first_seen_month: month(call),
        occurred_at: call.at,
        call_type: callTypeOf(call),
        direction: call.direction,
        status: call.status,
        sentiment: call.sentiment,
        is_over: isOver(call),
        is_successful: call.isSuccessful,
        disconnection_reason: call.reason,
        duration_ms: call.durationMs,
        agent_id: call.agentId,
        campaign_id: call.campaignId,
        from_number: call.from,
        to_number: call.to,
        customer_name: call.customer,
        erased_at: call.isErased ? call.at : null,
      })),
    )
    .execute();
  await database.db
    .insertInto('call_details')
    .values(
      all.flatMap((call) =>
        call.transcript === null
          ? []
          : [
              {
                workspace_id: call.workspace,
                call_id: call.id,
                first_seen_month: month(call),
                transcript: `Agent: ${call.transcript}`,
              },
            ],
      ),
    )
    .execute();
}

async function nameAgents(workspaceId: string, names: Readonly<Record<string, string | null>>): Promise<void> {
  await database.db
    .insertInto('provider_cache')
    .values(
      Object.entries(names).map(([key, name]) => ({
        workspace_id: workspaceId,
        kind: 'agent',
        key,
        value: JSON.stringify({ agent_name: name }),
        fetched_at: new Date(),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'kind', 'key']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    )
    .execute();
}

/** The search rules again, in plain JavaScript. */
function matches(call: StoredCall, q: string): boolean {
  const wordsIn = (text: string | null): string[] =>
    (text ?? '')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '');
  const agentName = call.workspace === mine && call.agentId !== null ? (agents[call.agentId] ?? null) : null;
  const numbers = [call.from, call.to].map((number) => (number ?? '').replace(/[^0-9]/g, ''));
  const named = [call.from, call.to].filter((number) => /[a-z]/i.test(number ?? ''));
  const words = [call.customer, agentName, call.transcript, ...named].flatMap(wordsIn);
  const isSaid = (word: string): boolean => words.some((each) => each.startsWith(word));
  const isDialled = (digits: string): boolean => numbers.some((number) => number.includes(digits));
  const asked = wordsIn(q);
  const digits = q.replace(/[^0-9]/g, '');
  if (asked.length === 0) return false;
  if (digits.length >= 3 && /^[0-9\s+().-]+$/.test(q))
    return isDialled(digits) || isSaid(digits) || asked.every(isSaid);
  return asked.every((word) => isSaid(word) || (/^[0-9]{3,}$/.test(word) && isDialled(word)));
}

const resultOf = (call: StoredCall) =>
  getCallResult({
    ...call,
    isOver: isOver(call),
    startAt: null,
    disconnectionReason: call.reason,
    inVoicemail: null,
  });

function passes(call: StoredCall, filters: ResolvedCallFilters): boolean {
  return (
    !call.isErased &&
    (filters.status === undefined || shown[filters.status].includes(call.status)) &&
    (filters.sentiment === undefined || call.sentiment === filters.sentiment) &&
    (filters.channelType === undefined || callTypeOf(call) === filters.channelType) &&
    (filters.agentId === undefined || call.agentId === filters.agentId) &&
    (filters.origin === undefined || call.direction === filters.origin) &&
    (filters.campaignId === undefined || call.campaignId === filters.campaignId) &&
    (filters.goal === undefined || call.isSuccessful === (filters.goal === 'reached')) &&
    (filters.result === undefined || resultOf(call) === filters.result) &&
    (filters.reason === undefined || (isOver(call) && call.reason === filters.reason)) &&
    (filters.hours === undefined || isInHours(filters.hours, call.at)) &&
    (filters.fromDate === undefined || call.at >= new Date(filters.fromDate)) &&
    (filters.toDate === undefined || call.at <= new Date(filters.toDate))
  );
}

function sorted(all: readonly StoredCall[], sort: CallSortOrder): StoredCall[] {
  const key = (call: StoredCall): number => (sort.endsWith('date') ? call.at.getTime() : (call.durationMs ?? 0));
  const upwards = [...all].sort((a, b) => key(a) - key(b) || (a.id < b.id ? -1 : 1));
  return sort.startsWith('-') ? upwards.reverse() : upwards;
}

const typed = [
  'hola',
  'HOLÁ',
  'ho',
  'h',
  'sen',
  'señor',
  'nino',
  'que',
  'pag',
  'pagame',
  'd',
  'accord',
  '50',
  '50%',
  '555',
  '5555',
  '55',
  '12',
  '12.345',
  'strasse',
  'straße',
  'fin',
  'FI',
  'a',
  'agent',
  'ana',
  'nunez',
  'cobr',
  '2',
  'ñandu',
  'perez',
  'jose',
  'lopez',
  'anon',
  '1234',
  '441',
  '0002',
  '011',
  '54',
  '+54 11 5000-1234',
  '5491155551234',
  '(011) 4444-0002',
  '600 123',
  'z',
  '!!',
  '👋',
  '😀',
  "' | 'b",
  'hola:*',
  '!hola',
  'hola & pagar',
  'hola <-> que',
  '\\',
  "\\'",
  '%',
  '_',
];
const rarer = fc.oneof(
  fc.constant({}),
  fc.record({ goal: fc.constantFrom('reached' as const, 'missed' as const) }),
  fc.record({ result: fc.constantFrom('goal_reached' as const, 'goal_missed' as const, 'failed' as const) }),
  fc.record({ reason: fc.constantFrom('user_hangup', hostile, 'unknown') }),
  fc.record({ hours: hoursOfWeek }),
);
const arbitrarySearch = fc.record({
  q: fc.array(fc.constantFrom(...typed), { minLength: 1, maxLength: 3 }).map((words) => words.join(' ').trim()),
  filters: fc.record<ResolvedCallFilters>(
    {
      status: fc.constantFrom('ended', 'not_connected', 'in_progress', 'failed'),
      sentiment: fc.constantFrom(...callSentiments),
      channelType: fc.constantFrom(...callTypes),
      agentId: fc.constantFrom('agent_a', hostile, 'unknown'),
      origin: fc.constantFrom(...callDirections),
      campaignId: fc.constantFrom(...campaigns),
      fromDate: fc.constantFrom(
        '2026-06-01T00:00:00Z',
        '2026-06-30T21:30:00-03:00',
        '2026-11-30T00:00:00Z',
        '2020-01-01T00:00:00Z',
      ),
      toDate: fc.constantFrom(
        '2026-07-01T00:00:00Z',
        '2026-06-30T21:30:00-03:00',
        '2026-08-14T10:30:00Z',
        '2030-01-01T00:00:00Z',
      ),
    },
    { requiredKeys: [] },
  ),
  more: rarer,
  sort: fc.constantFrom(...callSortOrders),
});

describe('a search', () => {
  it('finds what stands in a call, and nothing else, in the order and with the count of the list', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrarySearch,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 40 }),
        async ({ q, filters: common, more, sort }, page, pageSize) => {
          const filters = { ...common, ...more };
          const expected = sorted(
            calls.filter((call) => call.workspace === mine && passes(call, filters) && matches(call, q)),
            sort,
          ).map(({ id }) => id);
          const found = await searchCalls(database.db, mine, { q, filters, sort }, { page, pageSize });
          expect(found).toMatchObject({ total: expected.length, capped: false });
          expect(found.calls.map((call) => call.id)).toEqual(expected.slice((page - 1) * pageSize, page * pageSize));
        },
      ),
      { numRuns: 150, seed: 6 },
    );
  });

  it('of the other party alone finds its name and number, and nothing that was said or is ours', async () => {
    const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    for (const q of ['ana', 'per ñan', 'lopez', 'hola', '1155', '+54 11 5000', '4444-0002', '441', 'jose 441']) {
      const expected = sorted(
        calls.filter((call) => {
          if (call.workspace !== mine || call.isErased) return false;
          const digits = ((call.direction === 'outbound' ? call.to : call.from) ?? '').replace(/\D/g, '');
          const names = folded(call.customer ?? '').split(/[^\p{L}]+/u);
          if (/^[\d\s+-]+$/.test(q)) return digits.includes(q.replace(/\D/g, ''));
          return folded(q)
            .split(' ')
            .every(
              (word) => names.some((name) => name.startsWith(word)) || (/^\d+$/.test(word) && digits.includes(word)),
            );
        }),
        '-date',
      ).map(({ id }) => id);
      const order = { q, filters: {}, sort: '-date', within: 'contact' } as const;
      const found = await searchCalls(database.db, mine, order, { page: 1, pageSize: 100 }, 1_000);
      expect(
        found.calls.map(({ id }) => id),
        q,
      ).toEqual(expected.slice(0, 100));
      expect(found.total, q).toBe(expected.length);
    }
  });

  it('names a call without a name by the newest named call of the same person, within one workspace', async () => {
    const [here, there] = ['beef0000-0000-4000-8000-000000000001', 'beef0000-0000-4000-8000-000000000002'];
    const [sample] = calls;
    if (!sample) throw new Error('no call');
    const make = (id: string, day: number, workspace: string, customer: string | null, to: string) => ({
      ...sample,
      id,
      at: new Date(Date.UTC(2026, 5, day)),
      workspace,
      customer,
      to,
      direction: 'outbound' as const,
      isErased: false,
    });
    const [known, unknown] = ['+5493415551533', '+5493415551999'];
    const own = [
      make('oldest', 1, here, 'Eva Ruiz', known),
      make('older', 2, here, 'Eva Ruiz Díaz', known),
      make('newest', 3, here, null, known),
      make('other', 4, here, null, unknown),
      make('foreign', 5, there, 'Otra', unknown),
    ];
    await insert(own);
    await database.db
      .updateTable('calls')
      .set((eb) => ({ contact_key: eb.ref('to_number') }))
      .where('workspace_id', 'in', [here, there])
      .execute();
    await writeSearchDocumentsOfCalls(database.db, here, ['oldest', 'older', 'newest', 'other']);
    const search = { q: '3415551', filters: {}, sort: '-date', within: 'contact' } as const;
    const found = await searchCalls(database.db, here, search, { page: 1, pageSize: 20 });
    expect(found.calls.map(({ id }) => id)).toEqual(['other', 'newest', 'older', 'oldest']);
    expect([...found.contactNames]).toEqual([['newest', 'Eva Ruiz Díaz']]);
  });

  it('says where it stops counting, and pages to there', async () => {
    const some: ResolvedCallFilters[] = [
      {},
      {},
      { origin: 'outbound' },
      { fromDate: '2026-06-30T21:30:00-03:00' },
      { toDate: '2026-08-14T10:30:00Z', status: 'ended' },
      { goal: 'reached' },
      { result: 'goal_missed' },
      { result: 'no_conversation' },
      { hours: { hour: 0, zone: listZone } },
    ];
    const search = fc.record({
      q: fc.constantFrom('a', 'hola', '54', 'p', '549115555', 'ana'),
      filters: fc.constantFrom(...some),
    });
    await fc.assert(
      fc.asyncProperty(
        search,
        fc.constantFrom(...callSortOrders),
        fc.integer({ min: 1, max: 60 }),
        fc.nat(6),
        async ({ q, filters }, sort, cap, page) => {
          const expected = sorted(
            calls.filter((call) => call.workspace === mine && passes(call, filters) && matches(call, q)),
            sort,
          ).map(({ id }) => id);
          const pageSize = Math.ceil(cap / 4);
          const found = await searchCalls(database.db, mine, { q, filters, sort }, { page: page + 1, pageSize }, cap);
          expect(found).toMatchObject({ total: Math.min(cap, expected.length), capped: expected.length > cap });
          expect(found.calls.map((call) => call.id)).toEqual(
            expected.slice(0, cap).slice(page * pageSize, (page + 1) * pageSize),
          );
        },
      ),
      { numRuns: 80, seed: 6 },
    );
  });

  it('can be walked by others: as ids, and as a condition where there are too many', async () => {
    for (const [q, filters] of [
      ['hola', { status: 'ended' }],
      ['ana', {}],
      ['!!', {}],
      ['555', { fromDate: '2026-07-01T00:00:00Z' }],
    ] as const) {
      const ofWords = calls.filter((call) => call.workspace === mine && !call.isErased && matches(call, q));
      const expected = ofWords.filter((call) => passes(call, filters)).map(({ id }) => id);
      const { condition, ids } = await readCallSearchConditionAndIds(database.db, mine, q, filters);
      expect([...(ids ?? [])].sort()).toEqual(expected.sort());
      const walked = await database.db
        .selectFrom('calls as c')
        .select('c.id')
        .where('c.workspace_id', '=', mine)
        .where(condition)
        .execute();
      expect(walked.map(({ id }) => id).sort()).toEqual(ofWords.map(({ id }) => id).sort());
      if (expected.length > 0)
        expect(
          (await readCallSearchConditionAndIds(database.db, mine, q, filters, expected.length - 1)).ids,
        ).toBeNull();
    }
  });

  it('finds a call of endless words by as many as a document holds', async () => {
    const like = calls.find((call) => call.workspace === mine && !call.isErased);
    if (!like) throw new Error('no call');
    const long = '\u{20000}'.repeat(60);
    const transcript = Array.from({ length: 25_000 }, (_, index) => `ene${index}${long}`)
      .join(' ')
      .slice(0, 4_900_000);
    await insert([{ ...like, id: 'endless', transcript }]);
    await writeSearchDocumentsOfCalls(database.db, mine, ['endless']);
    const found = async (q: string): Promise<string[]> =>
      (await searchCalls(database.db, mine, { q, filters: {}, sort: '-date' }, { page: 1, pageSize: 10 })).calls.map(
        ({ id }) => id,
      );
    expect(await found('ene0')).toEqual(['endless']);
    expect(await found(`ene1000${long}`)).toEqual(['endless']);
    expect(await found('ene24999')).toEqual([]);
  });
});
