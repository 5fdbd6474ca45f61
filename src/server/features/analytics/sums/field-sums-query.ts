/**
 * Sums analysis fields and people's review scores over a date range: by day, hour or agent, or in total. The caller
 * says which analysis field each quality metric uses.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { addDays } from '../../../../contract/calendar-days.ts';
import { preparedStatementMark } from '../../../platform/db/prepared.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { CallTableRow } from '../../calls/index.ts';
import { halfHourInRangeCondition, type AgentRangeFilter } from './counter-sums-query.ts';
import {
  runningHalfHourCallsCondition,
  buildAgentRollupAndClause,
  chooseAgentOrTotalRollupTables,
  elapsedHalfHoursCondition,
  dayInRangeCondition,
} from './day-range-query.ts';
import { isOneDayRange, getComparedDateRange, type ZonedDateRangeWithComparison } from './figure-range.ts';
import { buildZonedHourStartSql } from './range-pieces-query.ts';
import {
  analysisFieldRollupColumns,
  listAnalysisFieldRollupContributions,
  reviewScoreRollupFieldNames,
  type AnalysisFieldRollupSums,
} from '../rollups/rollup-fields.ts';

/**
 * Kinds of sums of an analysis field: numbers, shares from 0 to 1, scores from 1 to 5, or the count of high scores.
 */
export type AnalysisFieldSumKind = 'number' | 'share' | 'score' | 'highScore';

/** A request to sum one analysis field. `key` is a name chosen by the caller, under which the sums are returned. */
export interface RequestedAnalysisFieldSum<K extends string> {
  readonly key: K;
  readonly name: string;
  readonly measure: AnalysisFieldSumKind;
  /**
   * Bit mask of parts of a call review. A call is left out of this sum if people scored one of these parts, because
   * their score is summed instead.
   */
  readonly unlessReviewed: number;
}

export interface AnalysisFieldSum {
  readonly n: number;
  readonly sum: number;
}

/**
 * Sum of an analysis field over some calls of one day, hour or agent. Several partial sums may have the same `group`
 * and `key`, and must be added up.
 */
export interface GroupedFieldSum<K extends string> extends AnalysisFieldSum {
  /**
   * The group whose sum this is: a day as 'YYYY-MM-DD', the start of an hour, or an agent's id. Empty for the total.
   */
  readonly group: string;
  readonly key: K;
}

const measured = {
  number: { n: 'number_n', sum: 'number_sum' },
  share: { n: 'share_n', sum: 'share_sum' },
  score: { n: 'score_n', sum: 'score_sum' },
  highScore: { n: 'score_n', sum: 'score_high' },
} as const satisfies Record<AnalysisFieldSumKind, Record<keyof AnalysisFieldSum, keyof AnalysisFieldRollupSums>>;

export function sumAnalysisFieldsByDay<K extends string>(
  db: Kysely<DatabaseSchema>,
  of: AgentRangeFilter,
  fields: readonly RequestedAnalysisFieldSum<K>[],
): Promise<GroupedFieldSum<K>[]> {
  const rows = rowsOf(
    of,
    chooseAgentOrTotalRollupTables(of.agentId).dayFields,
    dayInRangeCondition(of.range),
    sql`day`,
  );
  return readFields(db, fields, rows, sql`by::text`);
}

/**
 * Sums analysis fields by hour, for ranges of a few days. The `group` of each sum is the hour's start in ISO 8601
 * (UTC).
 */
export function sumAnalysisFieldsByHour<K extends string>(
  db: Kysely<DatabaseSchema>,
  of: AgentRangeFilter,
  fields: readonly RequestedAnalysisFieldSum<K>[],
): Promise<GroupedFieldSum<K>[]> {
  const rows = rowsOf(
    of,
    chooseAgentOrTotalRollupTables(of.agentId).halfHourFields,
    halfHourInRangeCondition(of.range),
    sql`bucket_at`,
  );
  return readFields(db, fields, rows, buildZonedHourStartSql(sql`by`, of.range.zone));
}

/** Sums fields by agent ('' if unknown). */
export function sumAnalysisFieldsByAgent<K extends string>(
  db: Kysely<DatabaseSchema>,
  of: AgentRangeFilter,
  fields: readonly RequestedAnalysisFieldSum<K>[],
): Promise<GroupedFieldSum<K>[]> {
  return readFields(
    db,
    fields,
    rowsOf(of, sql`rollup_day_fields`, dayInRangeCondition(of.range), sql`agent_id`),
    sql`by`,
  );
}

/**
 * Sums analysis fields over the comparison period. If the date range ends today, the comparison period ends at the
 * present time of day.
 */
export async function sumPreviousAnalysisFields<K extends string>(
  db: Kysely<DatabaseSchema>,
  of: AgentRangeFilter,
  fields: readonly RequestedAnalysisFieldSum<K>[],
): Promise<GroupedFieldSum<K>[]> {
  const before = getComparedDateRange(of.range);
  const { dayFields, halfHourFields } = chooseAgentOrTotalRollupTables(of.agentId);
  const ofDays = (range: ZonedDateRangeWithComparison) => rowsOf(of, dayFields, dayInRangeCondition(range), sql`1`);
  const read = (rows: RawBuilder<unknown>) => readFields(db, fields, rows, sql`''`);
  if (!of.range.isRunning) return read(ofDays(before));
  const cut = rowsOf(of, halfHourFields, elapsedHalfHoursCondition(before), sql`1`);
  const [whole, begun] = await Promise.all([
    read(isOneDayRange(before) ? cut : sql`${ofDays({ ...before, to: addDays(before.to, -1) })} union all ${cut}`),
    sumBegunFields(db, { ...of, range: before }, fields),
  ]);
  return [...whole, ...begun];
}

/**
 * Sums analysis fields from single calls of the half hour in which the comparison period ends. Rollups can't be used
 * for it, because they contain the whole half hour.
 */
async function sumBegunFields<K extends string>(
  db: Kysely<DatabaseSchema>,
  { workspaceId, range, agentId }: AgentRangeFilter,
  fields: readonly RequestedAnalysisFieldSum<K>[],
): Promise<GroupedFieldSum<K>[]> {
  const calls = await db
    .selectFrom('calls')
    .select(['figures', 'review'])
    .where(runningHalfHourCallsCondition(workspaceId, range, agentId))
    .where((call) => call.or([call('figures', 'is not', null), call('review', 'is not', null)]))
    .execute();
  const names = new Set(fields.map(({ name }) => name));
  return countValues(calls, names).flatMap((value) => measureValue(value, fields));
}

type CallFields = Pick<CallTableRow, 'figures' | 'review'>;

interface HeldValue {
  readonly name: string;
  /** A call's fields with this value only. */
  readonly call: CallFields;
  readonly calls: number;
}

function countValues(calls: readonly CallFields[], names: ReadonlySet<string>): HeldValue[] {
  const reviews = Map.groupBy(calls, ({ review }) => (review === null ? '' : JSON.stringify(review)));
  return [...reviews.values()].flatMap((alike) => {
    const review = alike[0]?.review ?? null;
    const scored = review === null ? [] : Object.values(reviewScoreRollupFieldNames).filter((name) => names.has(name));
    const counts = new Map([...names].map((name) => [name, new Map<number | boolean, number>()]));
    for (const { figures } of alike) {
      for (const [name, value] of Object.entries(figures ?? {})) {
        const ofName = counts.get(name);
        ofName?.set(value, (ofName.get(value) ?? 0) + 1);
      }
    }
    return [
      ...scored.map((name) => ({ name, call: { figures: null, review }, calls: alike.length })),
      ...[...counts].flatMap(([name, ofName]) =>
        [...ofName].map(([value, held]) => ({ name, call: { figures: { [name]: value }, review }, calls: held })),
      ),
    ];
  });
}

function measureValue<K extends string>(
  { name, call, calls }: HeldValue,
  fields: readonly RequestedAnalysisFieldSum<K>[],
): GroupedFieldSum<K>[] {
  const held = listAnalysisFieldRollupContributions(call).filter((field) => field.name === name);
  return fields
    .filter((asked) => asked.name === name)
    .flatMap(({ key, measure, unlessReviewed }) =>
      held
        .filter(({ reviewed }) => (reviewed & unlessReviewed) === 0)
        .map((field) => ({
          group: '',
          key,
          n: calls * field[measured[measure].n],
          sum: calls * Number(field[measured[measure].sum]),
        })),
    );
}

export function addUpAnalysisFieldSums<K extends string>(
  rows: readonly GroupedFieldSum<K>[],
  key: K,
): AnalysisFieldSum {
  return rows.reduce((total, row) => (row.key === key ? { n: total.n + row.n, sum: total.sum + row.sum } : total), {
    n: 0,
    sum: 0,
  });
}

const fieldColumnList = sql.raw(analysisFieldRollupColumns.map(({ column }) => column).join(', '));

function rowsOf(
  { workspaceId, agentId }: AgentRangeFilter,
  table: RawBuilder<unknown>,
  within: RawBuilder<boolean>,
  by: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select name, reviewed, ${by} as by, ${fieldColumnList} from ${table} where workspace_id = ${workspaceId} and ${within} ${buildAgentRollupAndClause(agentId)}`;
}

/**
 * Reads the sums of several analysis fields, with one index scan for each field. `label` is SQL that converts a row's
 * grouping value to the result's `group`.
 */
async function readFields<K extends string>(
  db: Kysely<DatabaseSchema>,
  fields: readonly RequestedAnalysisFieldSum<K>[],
  from: RawBuilder<unknown>,
  label: RawBuilder<unknown>,
): Promise<GroupedFieldSum<K>[]> {
  const column = (part: 'name' | 'measure' | 'unlessReviewed') => fields.map((field) => field[part]);
  const oneOf = (part: keyof AnalysisFieldSum): RawBuilder<unknown> =>
    sql`case measure ${sql.join(
      Object.entries(measured).map(([name, columns]) => sql`when ${sql.lit(name)} then ${sql.ref(columns[part])}`),
      sql` `,
    )} end`;
  const { rows } = await sql<{
    readonly place: number;
    readonly groups: readonly string[] | null;
    readonly counts: readonly number[];
    readonly sums: readonly number[];
  }>`
    ${preparedStatementMark} select place::integer, groups, counts, sums
    from unnest(${column('name')}::text[], ${column('measure')}::text[], ${column('unlessReviewed')}::smallint[])
      with ordinality as asked (name, measure, "unlessReviewed", place)
    cross join lateral (
      select to_json(array_agg("group")) as groups, to_json(array_agg(n)) as counts, to_json(array_agg(sum)) as sums from (
        select ${label} as "group", sum((${oneOf('n')})::float8) as n, sum(${oneOf('sum')})::float8 as sum from (${from}) as kept
        where name = asked.name and reviewed & "unlessReviewed" = 0
        group by by
      ) as held
    ) as gathered`.execute(db);
  return rows.flatMap(({ place, groups, counts, sums }) => {
    const field = fields[place - 1];
    if (field === undefined) return [];
    return (groups ?? []).map((group, index) => ({
      group,
      key: field.key,
      n: counts[index] ?? 0,
      sum: sums[index] ?? 0,
    }));
  });
}
