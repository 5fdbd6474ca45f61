/**
 * Writes rollup rows: half hours in UTC, and days in the workspace's zone, by agent and in total. Tallies count calls
 * by reason or mood. Keys end in the writer's slot, and readers sum over slots. The database does the sums, because its
 * decimals are exact and all days follow its time zone data.
 */
import { sql, type RawBuilder } from 'kysely';
import { writeTogether } from '../../../platform/db/write-together.ts';
import type { Tx } from '../../calls/index.ts';
import type { SignedContribution } from './rollup-contribution.ts';
import { rollupCounters } from './rollup-counters.ts';
import { fieldColumns } from './rollup-fields.ts';
import { sumContributions, type ContributionSums } from './rollup-sums.ts';

interface SummedColumn {
  readonly column: string;
  readonly type: string;
}
type Part = keyof ContributionSums;

/** Builds the SQL fragments of a statement that adds up rollup columns. */
function summed(all: readonly SummedColumn[]) {
  return {
    list: sql.raw(all.map(({ column }) => column).join(', ')),
    sums: sql.raw(all.map(({ column, type }) => `sum(${column})::${type}`).join(', ')),
    additions: sql.raw(all.map(({ column }) => `${column} = kept.${column} + excluded.${column}`).join(', ')),
    types: sql.raw(all.map(({ column, type }) => `${column} ${type}`).join(', ')),
  };
}
/** For each kind of rollup row, its summed columns and its key columns with their types. */
const parts = {
  rows: { ...summed(rollupCounters), by: sql.raw('agent_id text, direction text') },
  tallies: {
    ...summed([{ column: 'calls', type: 'bigint' }]),
    by: sql.raw('agent_id text, direction text, kind text, value text'),
  },
  fields: { ...summed(fieldColumns), by: sql.raw('agent_id text, name text, reviewed smallint') },
} as const;

interface Rollup {
  readonly table: string;
  readonly part: Part;
  /** Key columns of the rollup table between the workspace and the writer slot, in order. */
  readonly key: readonly string[];
  /** The rollup table from which this daily rollup table is computed. Missing for half-hour tables. */
  readonly from?: string;
}

/** All rollup tables, each after the table from which it is computed. Totals omit key columns that nobody reads. */
const rollups: readonly Rollup[] = [
  { table: 'rollup_half_hours', part: 'rows', key: ['agent_id', 'bucket_at', 'direction'] },
  { table: 'rollup_total_half_hours', part: 'rows', key: ['bucket_at', 'direction'] },
  { table: 'rollup_half_hour_tallies', part: 'tallies', key: ['bucket_at', 'agent_id', 'direction', 'kind', 'value'] },
  { table: 'rollup_half_hour_fields', part: 'fields', key: ['name', 'bucket_at', 'agent_id', 'reviewed'] },
  { table: 'rollup_total_half_hour_fields', part: 'fields', key: ['name', 'bucket_at', 'reviewed'] },
  { table: 'rollup_days', part: 'rows', key: ['day', 'agent_id', 'direction'], from: 'rollup_half_hours' },
  { table: 'rollup_total_days', part: 'rows', key: ['day', 'direction'], from: 'rollup_total_half_hours' },
  { table: 'rollup_agent_days', part: 'rows', key: ['day', 'agent_id'], from: 'rollup_days' },
  {
    table: 'rollup_day_tallies',
    part: 'tallies',
    key: ['day', 'agent_id', 'direction', 'kind', 'value'],
    from: 'rollup_half_hour_tallies',
  },
  { table: 'rollup_total_day_tallies', part: 'tallies', key: ['kind', 'day', 'value'], from: 'rollup_day_tallies' },
  {
    table: 'rollup_day_fields',
    part: 'fields',
    key: ['name', 'day', 'agent_id', 'reviewed'],
    from: 'rollup_half_hour_fields',
  },
  {
    table: 'rollup_total_day_fields',
    part: 'fields',
    key: ['name', 'day', 'reviewed'],
    from: 'rollup_total_half_hour_fields',
  },
];
const isOfDays = ({ key }: Rollup): boolean => key.includes('day');
/** SQL: the day of a half hour. */
const dayIn = (zone: RawBuilder<unknown>): RawBuilder<unknown> => sql`(bucket_at at time zone ${zone})::date`;

export interface RollupTarget {
  readonly workspaceId: string;
  readonly slot: number;
}

/**
 * Adds calls' contributions to all rollup tables with one statement, rows in key order. The transaction must have the
 * workspace's shared lock, so that its time zone can't change meanwhile.
 */
export async function addContributions(
  tx: Tx,
  where: RollupTarget,
  contributions: readonly SignedContribution[],
): Promise<void> {
  await addSums(tx, where, sumContributions(contributions));
}

/** Adds summed contributions to the rollups. */
export async function addSums(tx: Tx, { workspaceId, slot }: RollupTarget, given: ContributionSums): Promise<void> {
  const zone = sql`coalesce(
    (select time_zone from workspace_settings where workspace_id = ${workspaceId}::uuid), 'UTC')`;
  const written = rollups.filter(({ part }) => given[part].length > 0);
  await writeTogether(
    tx,
    written.map(({ table, part, key }) => {
      const { list, sums, additions } = parts[part];
      const columns = sql.raw(key.join(', '));
      return sql`
        insert into ${sql.raw(table)} as kept (workspace_id, ${columns}, slot, ${list})
        select ${workspaceId}::uuid, ${columns}, ${slot}::smallint, ${sums}
        from ${sql.raw(`given_${part}`)}
        group by ${columns}
        order by ${columns}
        on conflict (workspace_id, ${columns}, slot) do update set ${additions}`;
    }),
    // The JSON of sums is parsed once for all rollup tables.
    [...new Set(written.map(({ part }) => part))].map((part) => ({
      name: `given_${part}`,
      read: sql`
        select *, ${dayIn(zone)} as day
        from json_to_recordset(${JSON.stringify(given[part])}::json) as given (bucket_at timestamptz, ${parts[part].by}, ${parts[part].types})`,
    })),
  );
}

/** Recomputes daily rollups from half hours for a new time zone. Needs the workspace's exclusive lock. */
export async function replaceDays(tx: Tx, workspaceId: string, zone: string): Promise<void> {
  for (const { table, part, key, from } of rollups) {
    if (from === undefined) continue;
    const { list, sums } = parts[part];
    const columns = sql.raw(key.join(', '));
    const isCut = rollups.some((each) => each.table === from && isOfDays(each));
    const source = isCut
      ? sql.raw(from)
      : sql`(select *, ${dayIn(sql`${zone}::text`)} as day from ${sql.raw(from)}) as cut`;
    await sql`delete from ${sql.raw(table)} where workspace_id = ${workspaceId}`.execute(tx);
    await sql`
      insert into ${sql.raw(table)} (workspace_id, ${columns}, slot, ${list})
      select workspace_id, ${columns}, 0, ${sums}
      from ${source}
      where workspace_id = ${workspaceId}
      group by workspace_id, ${columns}`.execute(tx);
  }
}

/** Deletes the rollup rows of one day of the zone, in every writer slot. */
export async function deleteDay(tx: Tx, workspaceId: string, zone: string, day: string): Promise<void> {
  for (const rollup of rollups) {
    const condition = isOfDays(rollup) ? sql`day = ${day}::date` : withinDay('bucket_at', zone, day);
    await sql`delete from ${sql.raw(rollup.table)} where workspace_id = ${workspaceId} and ${condition}`.execute(tx);
  }
}

/** SQL condition: the time belongs to a day of the zone. Its plain bounds let PostgreSQL use the index. */
export function withinDay(column: 'bucket_at' | 'occurred_at', zone: string, day: string): RawBuilder<boolean> {
  const moment = sql.ref<Date>(column);
  return sql<boolean>`${moment} >= ${day}::timestamp at time zone 'UTC' - interval '1 day'
    and ${moment} < ${day}::timestamp at time zone 'UTC' + interval '2 days'
    and (${moment} at time zone ${zone}::text)::date = ${day}::date`;
}
