/**
 * Sums of any counters of the rollups over a range: as a whole, by agent, by day or by hour of the zone. Bounded by days, and
 * by agents where they are told apart, whatever the number of calls. Of the half hour that has begun, at the end of a range that is compared up to now, the
 * calls themselves are counted as the rollups count them.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { findCallsOfBegunHalfHour, untilNow } from './analytics-figures-query.ts';
import { ofAgent, rollupsOf, todayIn, withinDays, type ZonedRange } from './day-range-query.ts';
import { zonedHourOf } from './range-pieces-query.ts';
import { rollupCounters, type CountedCall } from './rollup-counters.ts';

/** By the counters' columns; exact up to 2^53. */
export type CounterSums<C extends string> = Readonly<Record<C, number>>;

export interface RangeOf {
  readonly workspaceId: string;
  readonly range: ZonedRange;
  /** Null: all. */
  readonly agentId: string | null;
}

/** One row for each that is not all zeros, in the order of `key`: a day as 'YYYY-MM-DD', an hour as the moment it begins. */
export interface KeyedSums<C extends string> {
  readonly key: string;
  readonly direction: 'inbound' | 'outbound' | 'web_call';
  readonly sums: CounterSums<C>;
}

/** By day and direction. */
export function sumByDay<C extends string>(db: Kysely<Schema>, of: RangeOf, counters: readonly C[]): Promise<KeyedSums<C>[]> {
  return readKeyed(db, counters, sql`
    select day::text as key, direction, ${sumsOf(counters)} from ${rollupsOf(of.agentId).days}
    where workspace_id = ${of.workspaceId} and ${withinDays(of.range)} ${ofAgent(of.agentId)}
    group by day, direction order by day, direction`);
}

/** By agent ('' unknown) and direction. */
export function sumByAgent<C extends string>(db: Kysely<Schema>, of: RangeOf, counters: readonly C[]): Promise<KeyedSums<C>[]> {
  return readKeyed(db, counters, sql`
    select agent_id as key, direction, ${sumsOf(counters)} from rollup_days
    where workspace_id = ${of.workspaceId} and ${withinDays(of.range)} ${ofAgent(of.agentId)}
    group by agent_id, direction order by agent_id, direction`);
}

/** By the zone's hours and direction, a row for each half hour; `key` is the hour's beginning, ISO 8601 in UTC. For ranges of a few days. */
export function sumByHour<C extends string>(db: Kysely<Schema>, of: RangeOf, counters: readonly C[]): Promise<KeyedSums<C>[]> {
  return readKeyed(db, counters, sql`
    select ${zonedHourOf(sql`bucket_at`, of.range.zone)} as key, direction, ${sumsOf(counters)} from ${rollupsOf(of.agentId).halfHours}
    where workspace_id = ${of.workspaceId} and ${withinDaysByHour(of.range)} ${ofAgent(of.agentId)}
    group by bucket_at, direction order by bucket_at, direction`);
}

/** The range of the same length before; where `range` ends today, its last day up to the same time of day as `now`. */
export function rangeBefore(range: ZonedRange): ZonedRange {
  const length = range.firstDay - range.lastDay + 1;
  return { ...range, firstDay: range.firstDay + length, lastDay: range.lastDay + length };
}

export function hasOneDay({ firstDay, lastDay }: ZonedRange): boolean {
  return firstDay === lastDay;
}

/** Of the half hour that had begun at the same time of day at the range before's end, the calls up to it; of a range that is over none. */
export async function findBegunCalls(db: Kysely<Schema>, { workspaceId, range, agentId }: RangeOf): Promise<CountedCall[]> {
  return range.lastDay > 0 ? [] : findCallsOfBegunHalfHour(db, workspaceId, rangeBefore(range), agentId);
}

/** What `sumByAgent` answers, for the range before: rows of one agent and direction may come more than once. */
export function sumBeforeByAgent<C extends string>(db: Kysely<Schema>, of: RangeOf, counters: readonly C[]): Promise<KeyedSums<C>[]> {
  const rows: BeforeRows = { days: sql`rollup_days`, halfHours: sql`rollup_half_hours`, key: sql`agent_id`, keyOf: (call) => call.agentId ?? '' };
  return readBefore(db, of, counters, findBegunCalls(db, of), rows);
}

/** The range before by direction, which may come more than once; `key` is empty. */
export function sumBefore<C extends string>(
  db: Kysely<Schema>,
  of: RangeOf,
  counters: readonly C[],
  begun: Promise<readonly CountedCall[]>,
): Promise<KeyedSums<C>[]> {
  return readBefore(db, of, counters, begun, { ...rollupsOf(of.agentId), key: sql`''`, keyOf: () => '' });
}

/** From where the range before is read, and what names its rows, in the rollups and of a call. */
interface BeforeRows {
  readonly days: RawBuilder<unknown>;
  readonly halfHours: RawBuilder<unknown>;
  readonly key: RawBuilder<unknown>;
  readonly keyOf: (call: CountedCall) => string;
}

async function readBefore<C extends string>(
  db: Kysely<Schema>,
  { workspaceId, range, agentId }: RangeOf,
  counters: readonly C[],
  begun: Promise<readonly CountedCall[]>,
  { days, halfHours, key, keyOf }: BeforeRows,
): Promise<KeyedSums<C>[]> {
  const read = (table: RawBuilder<unknown>, within: RawBuilder<boolean>) =>
    readKeyed(db, counters, sql`
      select ${key} as key, direction, ${sumsOf(counters)} from ${table}
      where workspace_id = ${workspaceId} and ${within} ${ofAgent(agentId)}
      group by 1, 2`);
  const before = rangeBefore(range);
  if (range.lastDay > 0) return read(days, withinDays(before));
  const [whole, cut, calls] = await Promise.all([
    hasOneDay(before) ? [] : read(days, withinDays({ ...before, lastDay: before.lastDay + 1 })),
    read(halfHours, untilNow(before)),
    begun,
  ]);
  return [...whole, ...cut, ...countCalls(calls, counters, keyOf)];
}

/** Rows added up; all zeros where there is none. */
export function addSums<C extends string>(rows: readonly { readonly sums: CounterSums<C> }[], counters: readonly C[]): CounterSums<C> {
  return Object.fromEntries(counters.map((column) => [column, rows.reduce((sum, row) => sum + row.sums[column], 0)])) as CounterSums<C>;
}

/** Calls counted as the rollups count them: one row for each key and direction. */
function countCalls<C extends string>(calls: readonly CountedCall[], counters: readonly C[], keyOf: BeforeRows['keyOf']): KeyedSums<C>[] {
  return [...Map.groupBy(calls, (call) => call.direction + keyOf(call)).values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ key: keyOf(first), direction: first.direction, sums: sumCalls(group, counters) }] : [];
  });
}

/** The sums of some calls, counted as the rollups count them. */
export function sumCalls<C extends string>(calls: readonly CountedCall[], counters: readonly C[]): CounterSums<C> {
  return Object.fromEntries(
    counters.map((column) => {
      const counter = rollupCounters.find((each) => each.column === column);
      if (!counter) throw new Error(`no rollup counts ${column}`);
      return [column, calls.reduce((sum, call) => sum + Number(counter.measure(call)), 0)];
    }),
  ) as CounterSums<C>;
}

/** True of half hours that lie in the range's days of the zone, found by their date; the bounds, generous where clocks jump, are there for the index. */
export function withinDaysByHour(range: ZonedRange): RawBuilder<boolean> {
  const { zone, firstDay, lastDay } = range;
  const dayAgo = (days: number): RawBuilder<unknown> => sql`(${todayIn(range)} - ${days}::integer)`;
  const midnight = (days: number): RawBuilder<unknown> => sql`${dayAgo(days)}::timestamp at time zone ${zone}::text`;
  return sql<boolean>`bucket_at >= ${midnight(firstDay)} - interval '2 hours' and bucket_at < ${midnight(lastDay - 1)} + interval '2 hours'
    and (bucket_at at time zone ${zone}::text)::date between ${dayAgo(firstDay)} and ${dayAgo(lastDay)}`;
}

function sumsOf(counters: readonly string[]): RawBuilder<unknown> {
  return sql.join(counters.map((column) => sql`coalesce(sum(${sql.ref(column)}), 0)::float8 as ${sql.ref(`c_${column}`)}`));
}

async function readKeyed<C extends string>(db: Kysely<Schema>, counters: readonly C[], query: RawBuilder<unknown>): Promise<KeyedSums<C>[]> {
  const { rows } = await (query as RawBuilder<Record<string, number | string>>).execute(db);
  return rows.map((row) => ({
    key: String(row['key']),
    direction: row['direction'] as KeyedSums<C>['direction'],
    sums: Object.fromEntries(counters.map((column) => [column, Number(row[`c_${column}`])])) as CounterSums<C>,
  }));
}
