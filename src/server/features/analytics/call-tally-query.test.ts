import * as fc from 'fast-check';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { timeZones } from '../../../contract/regional.ts';
import { callDirections, sentiments } from '../../../contract/calls.ts';
import { openTestLedger, type TestLedger } from '../../testing/call-ledger.ts';
import { dayOf } from '../../testing/zoned-days.ts';
import type { TallyFilter } from '../calls/index.ts';
import { callTallies } from './call-tally-query.ts';
import { rebuildRollups } from './rebuild-rollups.ts';

const zone = 'America/Santiago';
const halfHourMs = 1_800_000;
const firstMs = Date.parse('2026-09-03T00:00:00Z');
const statuses = ['registered', 'ongoing', 'ended', 'not_connected', 'error'] as const;
const agents = ['agent_a', '', 'agent_b'];

/** Over the days around a change of clocks, some half hours empty and some with many. */
const calls = fc.sample(
  fc.record({
    at: fc.integer({ min: 0, max: 5 * 48 }).map((halfHour) => new Date(firstMs + Math.floor(halfHour ** 1.01) * halfHourMs + 61_000)),
    agentId: fc.constantFrom(...agents),
    direction: fc.constantFrom(...callDirections),
    status: fc.constantFrom(...statuses),
    sentiment: fc.constantFrom(...sentiments, 'ended|x', null),
  }),
  { seed: 5, numRuns: 250 },
);

let ledger: TestLedger;
let workspaceId: string;
beforeAll(async () => {
  ledger = await openTestLedger();
  workspaceId = await ledger.createWorkspace(zone);
  const { db } = ledger.database;
  await db
    .insertInto('calls')
    .values(
      calls.map((call, index) => ({
        workspace_id: workspaceId,
        id: `call_${index}`,
        first_seen_at: call.at,
        first_seen_month: '2026-09-01',
        direction: call.direction,
        agent_id: call.agentId || null,
        status: call.status,
        sentiment: call.sentiment,
        occurred_at: call.at,
      })),
    )
    .execute();
  await rebuildRollups({ db, log: pino({ level: 'silent' }) }, workspaceId);
});
afterAll(() => ledger.close());

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 });
const arbitraryFilter: fc.Arbitrary<TallyFilter> = fc.record({
  agentId: optional(fc.constantFrom(...agents)),
  directions: optional(fc.subarray([...callDirections])),
  statuses: optional(fc.subarray([...statuses])),
  sentiment: optional(fc.constantFrom(...sentiments, 'ended|x')),
});
const bound = fc.option(fc.integer({ min: -3, max: 5 * 48 + 3 }).map((halfHours) => new Date(firstMs + halfHours * halfHourMs)), { freq: 4 });

it('counts days and half hours as plain reading does', async () => {
  const { db } = ledger.database;
  await fc.assert(
    fc.asyncProperty(arbitraryFilter, bound, bound, async (filter, a, b) => {
      const [from, until] = a && b && a > b ? [b, a] : [a, b];
      const matching = calls.filter(
        (call) =>
          (!from || call.at >= from) &&
          (!until || call.at < until) &&
          (filter.agentId === undefined || call.agentId === filter.agentId) &&
          (filter.directions === undefined || filter.directions.includes(call.direction)) &&
          (filter.statuses === undefined || filter.statuses.includes(call.status)) &&
          (filter.sentiment === undefined || call.sentiment === filter.sentiment),
      );
      const days = await callTallies.countDays(db, workspaceId, filter, { from, until });
      const halfHours = await callTallies.countHalfHours(db, workspaceId, filter, days);
      for (const spans of [days, halfHours]) {
        expect(spans.map((span) => span.calls)).toEqual(spans.map((span) => matching.filter(({ at }) => at >= span.from && at < span.until).length));
        expect(spans.reduce((sum, span) => sum + span.calls, 0)).toBe(matching.length);
        expect(spans).toEqual(spans.toSorted((x, y) => y.from.getTime() - x.from.getTime()));
      }
      expect(days.map((day) => dayOf(day.from, zone))).toEqual(days.map((day) => dayOf(new Date(day.until.getTime() - 1), zone)));
      expect(new Set(days.map((day) => dayOf(day.from, zone))).size).toBe(days.length);
    }),
    { numRuns: 50, seed: 3 },
  );
});

it('may take a day to begin with its midnight, in every zone on offer', async () => {
  const { rows } = await sql<{ zone: string; day: string }>`
    select zone, day::date as day from unnest(${[...timeZones]}::text[]) as zone, generate_series(timestamp '2020-01-01', timestamp '2040-01-01', interval '1 day') as day
    where (day at time zone zone at time zone zone)::date <> day::date
      or ((day at time zone zone - interval '30 minutes') at time zone zone)::date >= day::date`.execute(ledger.database.db);
  expect(rows).toEqual([]);
});
