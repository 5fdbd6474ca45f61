import * as fc from 'fast-check';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workspaceTimeZones } from '../../../../contract/regional.ts';
import { callDirections, callSentiments } from '../../../../contract/calls.ts';
import { openTestLedger, type TestLedger } from '../../../testing/call-ledger.ts';
import { dayOf } from '../../../testing/zoned-days.ts';
import type { CallCountFilter } from '../../calls/index.ts';
import { rollupCallCountReader } from './call-tally-query.ts';
import { rebuildWorkspaceRollups } from '../rollups/rebuild-rollups.ts';

const zone = 'America/Santiago';
const halfHourMs = 1_800_000;
const firstMs = Date.parse('2026-09-03T00:00:00Z');
const statuses = ['registered', 'ongoing', 'ended', 'not_connected', 'error'] as const;
const agents = ['agent_a', '', 'agent_b'];

/** Random calls around a clock change. Some half hours are empty and some have many. */
const calls = fc.sample(
  fc.record({
    at: fc
      .integer({ min: 0, max: 5 * 48 })
      .map((halfHour) => new Date(firstMs + Math.floor(halfHour ** 1.01) * halfHourMs + 61_000)),
    agentId: fc.constantFrom(...agents),
    direction: fc.constantFrom(...callDirections),
    status: fc.constantFrom(...statuses),
    sentiment: fc.constantFrom(...callSentiments, 'ended|x', null),
    goal: fc.constantFrom(true, false, null),
    reason: fc.constantFrom('user_hangup', 'a|b%7C', null),
  }),
  { seed: 5, numRuns: 250 },
);

const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' });
const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
function isInHours(hours: NonNullable<CallCountFilter['hours']>, at: Date): boolean {
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  return (
    (hours.weekday === undefined || parts['weekday'] === weekdayNames[hours.weekday - 1]) &&
    (hours.hour === undefined || Number(parts['hour']) === hours.hour)
  );
}
const isOver = ({ status }: { readonly status: (typeof statuses)[number] }) =>
  status !== 'registered' && status !== 'ongoing';

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
        is_over: isOver(call),
        is_successful: call.goal,
        disconnection_reason: call.reason,
        occurred_at: call.at,
      })),
    )
    .execute();
  await rebuildWorkspaceRollups({ db, log: pino({ level: 'silent' }) }, workspaceId);
});
afterAll(() => ledger.close());

const weekday = fc.constantFrom(5, 6, 7);
const hour = fc.constantFrom(0, 1, 22, 23);
const arbitraryFilter: fc.Arbitrary<CallCountFilter> = fc.record(
  {
    agentId: fc.constantFrom(...agents),
    directions: fc.subarray([...callDirections]),
    statuses: fc.subarray([...statuses]),
    sentiment: fc.constantFrom(...callSentiments, 'ended|x'),
    goal: fc.constantFrom('reached' as const, 'missed' as const),
    reason: fc.constantFrom('user_hangup', 'a|b%7C', 'nobody_gave_it'),
    hours: fc
      .oneof(fc.record({ weekday }), fc.record({ hour }), fc.record({ weekday, hour }))
      .map((hours) => ({ ...hours, zone })),
  },
  { requiredKeys: [] },
);
const bound = fc.option(
  fc.integer({ min: -3, max: 5 * 48 + 3 }).map((halfHours) => new Date(firstMs + halfHours * halfHourMs)),
  { freq: 4 },
);

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
          (filter.sentiment === undefined || call.sentiment === filter.sentiment) &&
          (filter.goal === undefined || call.goal === (filter.goal === 'reached')) &&
          (filter.reason === undefined || (isOver(call) && call.reason === filter.reason)) &&
          (filter.hours === undefined || isInHours(filter.hours, call.at)),
      );
      const days = await rollupCallCountReader.countDays(db, workspaceId, filter, { from, until });
      const halfHours = await rollupCallCountReader.countHalfHours(db, workspaceId, filter, days);
      for (const spans of [days, halfHours]) {
        expect(spans.map((span) => span.calls)).toEqual(
          spans.map((span) => matching.filter(({ at }) => at >= span.from && at < span.until).length),
        );
        expect(spans.reduce((sum, span) => sum + span.calls, 0)).toBe(matching.length);
        expect(spans).toEqual(spans.toSorted((x, y) => y.from.getTime() - x.from.getTime()));
      }
      expect(days.map((day) => dayOf(day.from, zone))).toEqual(
        days.map((day) => dayOf(new Date(day.until.getTime() - 1), zone)),
      );
      expect(new Set(days.map((day) => dayOf(day.from, zone))).size).toBe(days.length);
    }),
    { numRuns: 50, seed: 3 },
  );
});

it('may take a day to begin with its midnight, in every zone on offer', async () => {
  const { rows } = await sql<{ zone: string; day: string }>`
    select zone, day::date as day from unnest(${[...workspaceTimeZones]}::text[]) as zone, generate_series(timestamp '2020-01-01', timestamp '2040-01-01', interval '1 day') as day
    where (day at time zone zone at time zone zone)::date <> day::date
      or ((day at time zone zone - interval '30 minutes') at time zone zone)::date >= day::date`.execute(
    ledger.database.db,
  );
  expect(rows).toEqual([]);
});

it.each([
  ['America/Santiago', '2026-04-05T02:00:00Z', 6, 23, 4], // hour 23 of the 4th comes twice
  ['America/Santiago', '2026-09-06T03:30:00Z', 7, 0, 0], // the first hour of the day is missing
])('finds an hour of %s where clocks move, at %s', async (ofZone, around, onWeekday, ofHour, halfHours) => {
  const { db } = ledger.database;
  const id = await ledger.createWorkspace(ofZone as typeof zone);
  const middle = Date.parse(around);
  const times = Array.from({ length: 24 }, (_, index) => new Date(middle + (index - 12) * halfHourMs));
  await db
    .insertInto('calls')
    .values(
      times.map((at, index) => ({
        workspace_id: id,
        id: `call_${index}`,
        first_seen_at: at,
        first_seen_month: `${around.slice(0, 7)}-01`,
        status: 'ended' as const,
        occurred_at: at,
      })),
    )
    .execute();
  await rebuildWorkspaceRollups({ db, log: pino({ level: 'silent' }) }, id);
  const days = await rollupCallCountReader.countDays(
    db,
    id,
    { hours: { weekday: onWeekday, hour: ofHour, zone: ofZone } },
    { from: null, until: null },
  );
  expect(days.reduce((sum, { calls: counted }) => sum + counted, 0)).toBe(halfHours);
});
