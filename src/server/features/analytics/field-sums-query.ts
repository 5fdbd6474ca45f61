/**
 * Sums of what the rollups hold of analysis fields and of what people scored, over a range: by day, by hour of the zone or by
 * agent. Which fields are asked for is the workspace's mapping, and takes effect on all that there is. Bounded as the sums of
 * counters beside it.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { CallState } from '../calls/index.ts';
import { untilNow } from './analytics-figures-query.ts';
import { rangeBefore, withinDaysByHour, type RangeOf } from './counter-sums-query.ts';
import { ofAgent, withinDays } from './day-range-query.ts';
import { zonedHourOf } from './range-pieces-query.ts';
import { fieldsOf, type FieldSums } from './rollup-fields.ts';

/** A field to add up, under a key of the asker's; several may share a name. */
export interface AskedField<K extends string> {
  readonly key: K;
  readonly name: string;
  /** Bits of `reviewBits`: leaves out the calls of which people scored any of these. 0: none. */
  readonly unlessReviewed: number;
}

/** Numbers of what FieldSums holds, its decimals to float precision. */
export type FieldFigures = Readonly<Record<keyof FieldSums, number>>;

/** One row for each that has a value. */
export interface KeyedFieldSums<K extends string> {
  /** A day as 'YYYY-MM-DD', an hour as the moment it begins, or an agent. */
  readonly group: string;
  readonly key: K;
  readonly sums: FieldFigures;
}

const columns = ['number_n', 'number_sum', 'share_n', 'share_sum', 'score_n', 'score_sum', 'score_high'] as const satisfies readonly (keyof FieldSums)[];
const sums = sql.join(columns.map((column) => sql`sum(${sql.ref(column)})::float8 as ${sql.ref(column)}`));

export function sumFieldsByDay<K extends string>(db: Kysely<Schema>, of: RangeOf, fields: readonly AskedField<K>[]): Promise<KeyedFieldSums<K>[]> {
  return readFields(db, of, fields, { group: sql`day::text`, table: sql`rollup_day_fields`, within: withinDays(of.range) });
}

/** `group` is the hour's beginning, ISO 8601 in UTC. For ranges of a few days. */
export function sumFieldsByHour<K extends string>(db: Kysely<Schema>, of: RangeOf, fields: readonly AskedField<K>[]): Promise<KeyedFieldSums<K>[]> {
  const within = withinDaysByHour(of.range);
  return readFields(db, of, fields, { group: zonedHourOf(sql`bucket_at`, of.range.zone), table: sql`rollup_half_hour_fields`, within });
}

/** Of the range before, up to the same time of day; `begun` are the calls of the half hour that had begun then (findBegunCalls). */
export async function sumFieldsBefore<K extends string>(
  db: Kysely<Schema>,
  of: RangeOf,
  fields: readonly AskedField<K>[],
  begun: Promise<readonly CallState[]>,
): Promise<KeyedFieldSums<K>[]> {
  const before = rangeBefore(of.range);
  const whole = { group: sql`''`, table: sql`rollup_day_fields` };
  if (of.range.lastDay > 0) return readFields(db, of, fields, { ...whole, within: withinDays(before) });
  const [days, halfHours, calls] = await Promise.all([
    readFields(db, of, fields, { ...whole, within: withinDays({ ...before, lastDay: before.lastDay + 1 }) }),
    readFields(db, of, fields, { group: sql`''`, table: sql`rollup_half_hour_fields`, within: untilNow(before) }),
    begun,
  ]);
  return [...days, ...halfHours, ...calls.flatMap((call) => measureFields(call, fields))];
}

/** Rows of one key added up; all zeros where there is none. */
export function addFieldSums<K extends string>(rows: readonly KeyedFieldSums<K>[], key: K): FieldFigures {
  const ofKey = rows.filter((row) => row.key === key);
  return Object.fromEntries(columns.map((column) => [column, ofKey.reduce((sum, row) => sum + row.sums[column], 0)])) as FieldFigures;
}

function measureFields<K extends string>(call: CallState, fields: readonly AskedField<K>[]): KeyedFieldSums<K>[] {
  const held = fieldsOf(call);
  return fields.flatMap(({ key, name, unlessReviewed }) =>
    held
      .filter((field) => field.name === name && (field.reviewed & unlessReviewed) === 0)
      .map((field) => ({ group: '', key, sums: Object.fromEntries(columns.map((column) => [column, Number(field[column])])) as FieldFigures })),
  );
}

interface FieldRows {
  readonly group: RawBuilder<unknown>;
  readonly table: RawBuilder<unknown>;
  readonly within: RawBuilder<boolean>;
}

/** One look into the key for each field that is asked for. */
async function readFields<K extends string>(
  db: Kysely<Schema>,
  { workspaceId, agentId }: RangeOf,
  fields: readonly AskedField<K>[],
  { group, table, within }: FieldRows,
): Promise<KeyedFieldSums<K>[]> {
  const { rows } = await sql<FieldFigures & { readonly group: string; readonly key: K }>`
    select ${group} as "group", asked.key, ${sums}
    from json_to_recordset(${JSON.stringify(fields)}::json) as asked (key text, name text, "unlessReviewed" smallint)
    join ${table} as held on held.workspace_id = ${workspaceId} and held.name = asked.name and reviewed & "unlessReviewed" = 0
    where ${within} ${ofAgent(agentId)}
    group by 1, asked.key`.execute(db);
  return rows.map(({ group: named, key, ...figures }) => ({ group: named, key, sums: figures }));
}
