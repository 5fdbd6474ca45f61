/** A measure is defined in code and in SQL. Both give the same for any call, whatever is unknown. */
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestLedger, type TestLedger } from '../../../testing/call-ledger.ts';
import { callMeasureConditions, callSelectColumns, type CallTableRow } from '../../calls/index.ts';
import { buildCounterValuesPerCallSql } from '../sums/counted-calls-query.ts';
import { rollupCounters } from './rollup-counters.ts';

const reasons = [
  'user_hangup',
  'call_transfer',
  'voicemail_reached',
  'machine_detected',
  'dial_busy',
  'error_asr',
  'error_llm_websocket_x',
];
const figure = (...values: number[]) => fc.option(fc.constantFrom(0, ...values));
const calls = fc.sample(
  fc.record({
    status: fc.constantFrom('registered', 'ongoing', 'ended', 'not_connected', 'error'),
    is_over: fc.boolean(),
    start_at: fc.option(fc.constant('2026-11-20T12:00:00Z')),
    duration_ms: figure(10_000, 10_001, 60_000),
    disconnection_reason: fc.option(fc.constantFrom(...reasons)),
    sentiment: fc.option(fc.constantFrom('Positive', 'Neutral', 'Negative', 'Unknown')),
    is_successful: fc.option(fc.boolean()),
    in_voicemail: fc.option(fc.boolean()),
    is_followed_up: fc.option(fc.boolean()),
    agent_spoke: fc.option(fc.boolean()),
    cost_cents: figure(12.34),
    e2e_p50_ms: figure(1_500, 1_500.5),
    greeting_ms: figure(400),
    silence_ms: figure(2_100),
    overlap_ms: figure(80),
    fields_filled: figure(1),
    fields_expected: figure(2),
  }),
  { seed: 19, numRuns: 2_000 },
);

let ledger: TestLedger;
let workspaceId: string;
let states: readonly CallTableRow[];
beforeAll(async () => {
  ledger = await openTestLedger();
  workspaceId = await ledger.createWorkspace('America/Santiago');
  const rows = calls.map((call, index) => ({
    workspace_id: workspaceId,
    id: `c${String(index).padStart(4, '0')}`,
    // The only name that rows of countedCalls have.
    agent_id: `c${String(index).padStart(4, '0')}`,
    first_seen_at: '2026-11-20T12:00:00Z',
    first_seen_month: '2026-11-01',
    occurred_at: '2026-11-20T12:00:00Z',
    ...call,
  }));
  const { db } = ledger.database;
  for (let from = 0; from < rows.length; from += 1_000)
    await db
      .insertInto('calls')
      .values(rows.slice(from, from + 1_000))
      .execute();
  states = await db
    .selectFrom('calls')
    .select(callSelectColumns)
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute();
});
afterAll(() => ledger.close());

it.each(rollupCounters)('$column adds the same in code and in SQL', async ({ column, measure }) => {
  const { rows } = await sql<{ added: number }>`
    select ${sql.ref(column)}::float8 as added from ${buildCounterValuesPerCallSql(sql`workspace_id = ${workspaceId}`, [column])} order by agent_id`.execute(
    ledger.database.db,
  );
  expect(rows.map(({ added }) => added)).toEqual(states.map((call) => Number(measure(call))));
  expect(rows.some(({ added }) => added > 0)).toBe(true);
});

it.each(Object.entries(callMeasureConditions))(
  '%s holds for the same calls in code and in SQL',
  async (_name, holds) => {
    const { rows } = await sql<{ id: string }>`
    select id from calls as c where workspace_id = ${workspaceId} and ${sql.raw(holds.sql)} order by id`.execute(
      ledger.database.db,
    );
    expect(rows.map(({ id }) => id)).toEqual(states.filter(holds).map(({ id }) => id));
    const { rows: others } = await sql`
    select 1 from calls as c where workspace_id = ${workspaceId} and not ${sql.raw(holds.sql)}`.execute(
      ledger.database.db,
    );
    expect(rows.length + others.length).toBe(states.length);
  },
);
