/**
 * Sums rollup counters over a date range: in total, by agent, by day or by hour. The cost grows with days and agents,
 * not with calls. Rollups count only whole half hours. If the comparison period ends within a half hour, the calls of
 * that half hour are therefore read one by one.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { addDays } from '../../../../contract/calendar-days.ts';
import { preparedStatementMark } from '../../../platform/db/prepared.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { buildCounterValuesPerCallSql } from './counted-calls-query.ts';
import {
  runningHalfHourCallsCondition,
  buildAgentRollupAndClause,
  chooseAgentOrTotalRollupTables,
  buildSameTimeOfLastDaySql,
  elapsedHalfHoursCondition,
  dayInRangeCondition,
} from './day-range-query.ts';
import { isOneDayRange, getComparedDateRange, type ZonedDateRangeWithComparison } from './figure-range.ts';
import { buildZonedHourStartSql } from './range-pieces-query.ts';
import { rollupCounters } from '../rollups/rollup-counters.ts';

/** Sum of each rollup counter, by the counter's name. Whole numbers are exact up to 2^53. */
export type RollupCounterSums<C extends string> = Readonly<Record<C, number>>;

export interface AgentRangeFilter {
  readonly workspaceId: string;
  readonly range: ZonedDateRangeWithComparison;
  /** The agent's id; null for all agents. */
  readonly agentId: string | null;
}

/** Sums of rollup counters for one `key`: an agent's id, a day ('YYYY-MM-DD') or the start of an hour. */
export interface GroupedCounterSums<C extends string> {
  readonly key: string;
  /** The calls' direction; null for all directions. */
  readonly direction: 'inbound' | 'outbound' | 'web_call' | null;
  readonly sums: RollupCounterSums<C>;
}

/** Sums the range by day and direction. */
export function sumCountersByDayAndDirection<C extends string>(
  db: Kysely<DatabaseSchema>,
  of: AgentRangeFilter,
  counters: readonly C[],
): Promise<GroupedCounterSums<C>[]> {
  return readKeyed(
    db,
    counters,
    sql`
    select day::text as key, direction, ${sumsOf(counters)} from ${chooseAgentOrTotalRollupTables(of.agentId).days}
    where workspace_id = ${of.workspaceId} and ${dayInRangeCondition(of.range)} ${buildAgentRollupAndClause(of.agentId)}
    group by day, direction order by day, direction`,
  );
}

/** Sums the range by agent ('' if unknown). */
export function sumCountersByAgent<C extends string>(
  db: Kysely<DatabaseSchema>,
  of: AgentRangeFilter,
  counters: readonly C[],
): Promise<GroupedCounterSums<C>[]> {
  return readAgents(db, of, counters, { table: sql`rollup_agent_days`, direction: sql`null::text` });
}

/** Sums rollup counters of the date range by agent ('' if unknown) and by the direction of calls. */
export function sumCountersByAgentAndDirection<C extends string>(
  db: Kysely<DatabaseSchema>,
  of: AgentRangeFilter,
  counters: readonly C[],
): Promise<GroupedCounterSums<C>[]> {
  return readAgents(db, of, counters, { table: sql`rollup_days`, direction: sql`direction` });
}

function readAgents<C extends string>(
  db: Kysely<DatabaseSchema>,
  { workspaceId, range, agentId }: AgentRangeFilter,
  counters: readonly C[],
  { table, direction }: { readonly table: RawBuilder<unknown>; readonly direction: RawBuilder<unknown> },
): Promise<GroupedCounterSums<C>[]> {
  return readKeyed(
    db,
    counters,
    sql`
    select agent_id as key, ${direction} as direction, ${sumsOf(counters)} from ${table}
    where workspace_id = ${workspaceId} and ${dayInRangeCondition(range)} ${buildAgentRollupAndClause(agentId)}
    group by 1, 2 order by 1, 2`,
  );
}

/**
 * Sums rollup counters by half hour and call direction. `key` is the start of the local hour, so one hour has several
 * rows.
 */
export function sumCountersByHourAndDirection<C extends string>(
  db: Kysely<DatabaseSchema>,
  of: AgentRangeFilter,
  counters: readonly C[],
): Promise<GroupedCounterSums<C>[]> {
  return readKeyed(
    db,
    counters,
    sql`
    select ${buildZonedHourStartSql(sql`bucket_at`, of.range.zone)} as key, direction, ${sumsOf(counters)} from ${chooseAgentOrTotalRollupTables(of.agentId).halfHours}
    where workspace_id = ${of.workspaceId} and ${halfHourInRangeCondition(of.range)} ${buildAgentRollupAndClause(of.agentId)}
    group by bucket_at, direction order by bucket_at, direction`,
  );
}

/** Sums rollup counters by the local hour of the day, '0' to '23', over all days and directions of the range. */
export function sumCountersByHourOfDay<C extends string>(
  db: Kysely<DatabaseSchema>,
  of: AgentRangeFilter,
  counters: readonly C[],
): Promise<GroupedCounterSums<C>[]> {
  return readKeyed(db, counters, hoursOfDay(of, halfHourInRangeCondition(of.range), counters));
}

/**
 * Sums rollup counters of the comparison period by hour of the day. The result may contain several rows for an hour,
 * which the caller must add up.
 */
export function sumPreviousCountersByHourOfDay<C extends string>(
  db: Kysely<DatabaseSchema>,
  of: AgentRangeFilter,
  counters: readonly C[],
): Promise<GroupedCounterSums<C>[]> {
  const before = getComparedDateRange(of.range);
  if (!before.isRunning) return readKeyed(db, counters, hoursOfDay(of, halfHourInRangeCondition(before), counters));
  const daysBefore = { ...before, to: addDays(before.to, -1) };
  const begun = runningHalfHourCallsCondition(of.workspaceId, before, of.agentId);
  return readKeyed(
    db,
    counters,
    sql.join(
      [
        ...(isOneDayRange(before) ? [] : [hoursOfDay(of, halfHourInRangeCondition(daysBefore), counters)]),
        hoursOfDay(of, elapsedHalfHoursCondition(before), counters),
        sql`select ${hourOfDay(buildSameTimeOfLastDaySql(before), before.zone)} as key, null as direction, ${sumsOf(counters)}
          from ${buildCounterValuesPerCallSql(begun, counters)}`,
      ],
      sql` union all `,
    ),
  );
}

function hoursOfDay(
  { workspaceId, range: { zone }, agentId }: AgentRangeFilter,
  within: RawBuilder<boolean>,
  counters: readonly string[],
): RawBuilder<unknown> {
  return sql`select ${hourOfDay(sql`bucket_at`, zone)} as key, null as direction, ${sumsOf(counters)} from ${chooseAgentOrTotalRollupTables(agentId).halfHours}
    where workspace_id = ${workspaceId} and ${within} ${buildAgentRollupAndClause(agentId)} group by 1`;
}

const hourOfDay = (moment: RawBuilder<unknown>, zone: string) =>
  sql<string>`extract(hour from ${moment} at time zone ${zone}::text)::text`;

/**
 * Sums rollup counters of the comparison period by agent. The result may contain several rows for an agent, which the
 * caller must add up.
 */
export function sumPreviousCountersByAgent<C extends string>(
  db: Kysely<DatabaseSchema>,
  of: AgentRangeFilter,
  counters: readonly C[],
): Promise<GroupedCounterSums<C>[]> {
  const rows: BeforeRows = {
    days: sql`rollup_agent_days`,
    halfHours: sql`rollup_half_hours`,
    key: sql`agent_id`,
    direction: sql`null::text`,
  };
  return readBefore(db, of, counters, rows);
}

/**
 * Sums rollup counters of the comparison period by call direction. The result may contain several rows for a direction,
 * which the caller must add up.
 */
export function sumPreviousCountersByDirection<C extends string>(
  db: Kysely<DatabaseSchema>,
  of: AgentRangeFilter,
  counters: readonly C[],
): Promise<GroupedCounterSums<C>[]> {
  return readBefore(db, of, counters, {
    ...chooseAgentOrTotalRollupTables(of.agentId),
    key: sql`''`,
    direction: sql`direction`,
  });
}

interface BeforeRows {
  readonly days: RawBuilder<unknown>;
  readonly halfHours: RawBuilder<unknown>;
  readonly key: RawBuilder<unknown>;
  readonly direction: RawBuilder<unknown>;
}

function readBefore<C extends string>(
  db: Kysely<DatabaseSchema>,
  { workspaceId, range, agentId }: AgentRangeFilter,
  counters: readonly C[],
  { days, halfHours, key, direction }: BeforeRows,
): Promise<GroupedCounterSums<C>[]> {
  const sumsFrom = (rows: RawBuilder<unknown>) =>
    sql`select ${key} as key, ${direction} as direction, ${sumsOf(counters)} from ${rows} group by 1, 2`;
  const sumsOfRows = (table: RawBuilder<unknown>, within: RawBuilder<boolean>) =>
    sumsFrom(sql`${table} where workspace_id = ${workspaceId} and ${within} ${buildAgentRollupAndClause(agentId)}`);
  const before = getComparedDateRange(range);
  if (!range.isRunning) return readKeyed(db, counters, sumsOfRows(days, dayInRangeCondition(before)));
  // One statement reads rollups and single calls, so that no call is missed or counted twice if it changes meanwhile.
  return readKeyed(
    db,
    counters,
    sql.join(
      [
        ...(isOneDayRange(before)
          ? []
          : [sumsOfRows(days, dayInRangeCondition({ from: before.from, to: addDays(before.to, -1) }))]),
        sumsOfRows(halfHours, elapsedHalfHoursCondition(before)),
        sumsFrom(buildCounterValuesPerCallSql(runningHalfHourCallsCondition(workspaceId, before, agentId), counters)),
      ],
      sql` union all `,
    ),
  );
}

export function addUpCounterSums<C extends string>(
  rows: readonly { readonly sums: RollupCounterSums<C> }[],
  counters: readonly C[],
): RollupCounterSums<C> {
  const total = named(counters, () => 0) as Record<C, number>;
  for (const { sums } of rows) for (const column of counters) total[column] += sums[column];
  return total;
}

/**
 * SQL condition: a rollup's half hour lies in a date range. Limits on the half hour's time let PostgreSQL use the
 * index. They are 2 hours wider than the range, because of clock changes.
 */
export function halfHourInRangeCondition({ zone, from, to }: ZonedDateRangeWithComparison): RawBuilder<boolean> {
  const midnight = (day: string): RawBuilder<unknown> => sql`${day}::timestamp at time zone ${zone}::text`;
  return sql<boolean>`bucket_at >= ${midnight(from)} - interval '2 hours' and bucket_at < ${midnight(addDays(to, 1))} + interval '2 hours'
    and (bucket_at at time zone ${zone}::text)::date between ${from}::date and ${to}::date`;
}

const decimals: ReadonlySet<string> = new Set(
  rollupCounters.filter(({ type }) => type === 'numeric').map(({ column }) => column),
);

/** SQL expression: sums of rollup counters as one JSON array, because many columns are slower to read. */
function sumsOf(counters: readonly string[]): RawBuilder<unknown> {
  // Whole numbers are summed as double precision, which is several times faster and exact up to 2^53.
  const sumOf = (column: string) =>
    decimals.has(column) ? sql`sum(${sql.ref(column)})::float8` : sql`sum(${sql.ref(column)}::float8)`;
  return sql`to_json(array[${sql.join(counters.map((column) => sql`coalesce(${sumOf(column)}, 0)`))}]) as sums`;
}

async function readKeyed<C extends string>(
  db: Kysely<DatabaseSchema>,
  counters: readonly C[],
  query: RawBuilder<unknown>,
): Promise<GroupedCounterSums<C>[]> {
  const { rows } = await sql<
    Omit<GroupedCounterSums<C>, 'sums'> & { readonly sums: readonly number[] }
  >`${preparedStatementMark} ${query}`.execute(db);
  return rows.map(({ key, direction, sums }) => ({
    key,
    direction,
    sums: named(counters, (place) => sums[place] ?? 0),
  }));
}

function named<C extends string>(counters: readonly C[], valueAt: (place: number) => number): RollupCounterSums<C> {
  const sums: Partial<Record<C, number>> = {};
  for (const [place, column] of counters.entries()) sums[column] = valueAt(place);
  return sums as RollupCounterSums<C>;
}
