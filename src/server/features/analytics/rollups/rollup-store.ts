/**
 * Writes rollup rows: counts of calls by half hour (UTC) and by day of the workspace's time zone, for each agent and in
 * total. Tallies are counts by disconnection reason, mood or other values.
 * Each server writes rows of its own slot, so that servers don't wait for each other. Readers sum over all slots. The
 * sums are computed in the database, because its decimals are exact.
 */
import { sql, type RawBuilder } from 'kysely';
import { runWritesAsOneStatement } from '../../../platform/db/write-together.ts';
import type { Tx } from '../../calls/index.ts';
import type { SignedRollupContribution } from './rollup-contribution.ts';
import { rollupCounters } from './rollup-counters.ts';
import { analysisFieldRollupColumns } from './rollup-fields.ts';
import { sumRollupContributions, type RollupRowSums } from './rollup-sums.ts';

interface SummedColumn {
  readonly column: string;
  readonly type: string;
}
type Part = keyof RollupRowSums;

function summed(all: readonly SummedColumn[]) {
  return {
    list: sql.raw(all.map(({ column }) => column).join(', ')),
    sums: sql.raw(all.map(({ column, type }) => `sum(${column})::${type}`).join(', ')),
    additions: sql.raw(all.map(({ column }) => `${column} = kept.${column} + excluded.${column}`).join(', ')),
    types: sql.raw(all.map(({ column, type }) => `${column} ${type}`).join(', ')),
  };
}
/**
 * SQL of the summed columns of each kind of rollup row. `by`: names and types of the columns by which the sums are
 * grouped.
 */
const parts = {
  rows: { ...summed(rollupCounters), by: sql.raw('agent_id text, direction text') },
  tallies: {
    ...summed([{ column: 'calls', type: 'bigint' }]),
    by: sql.raw('agent_id text, direction text, kind text, value text'),
  },
  fields: { ...summed(analysisFieldRollupColumns), by: sql.raw('agent_id text, name text, reviewed smallint') },
} as const;

interface Rollup {
  readonly table: string;
  readonly part: Part;
  readonly key: readonly string[];
  /** Name of the rollup table from which this daily table is computed. Absent for half-hour tables. */
  readonly from?: string;
}

/** List of all rollup tables. A daily table must come after the table from which it is computed. */
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

export interface WorkspaceRollupWriterSlot {
  readonly workspaceId: string;
  readonly slot: number;
}

/**
 * Adds what calls contribute to all rollup tables in one statement. The transaction must have the workspace's shared
 * lock, so that the time zone can't change meanwhile. Rows are written in key order, so that writers can't deadlock.
 */
export async function addContributionsToRollups(
  tx: Tx,
  where: WorkspaceRollupWriterSlot,
  contributions: readonly SignedRollupContribution[],
): Promise<void> {
  await addSumsToRollups(tx, where, sumRollupContributions(contributions));
}

/** Adds summed contributions to the rollups. */
export async function addSumsToRollups(
  tx: Tx,
  { workspaceId, slot }: WorkspaceRollupWriterSlot,
  given: RollupRowSums,
): Promise<void> {
  const zone = sql`coalesce(
    (select time_zone from workspace_settings where workspace_id = ${workspaceId}::uuid), 'UTC')`;
  const written = rollups.filter(({ part }) => given[part].length > 0);
  await runWritesAsOneStatement(
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
    [...new Set(written.map(({ part }) => part))].map((part) => ({
      name: `given_${part}`,
      read: sql`
        select *, ${dayIn(zone)} as day
        from json_to_recordset(${JSON.stringify(given[part])}::json) as given (bucket_at timestamptz, ${parts[part].by}, ${parts[part].types})`,
    })),
  );
}

/**
 * Recomputes a workspace's daily rollups from the half-hour rollups after a change of its time zone. The caller must
 * have the workspace's exclusive lock.
 */
export async function recomputeDailyRollups(tx: Tx, workspaceId: string, zone: string): Promise<void> {
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

/** Deletes the rollup rows of one local day, whichever server wrote them. */
export async function deleteRollupsOfDay(tx: Tx, workspaceId: string, zone: string, day: string): Promise<void> {
  for (const rollup of rollups) {
    const condition = isOfDays(rollup) ? sql`day = ${day}::date` : buildLocalDayConditionSql('bucket_at', zone, day);
    await sql`delete from ${sql.raw(rollup.table)} where workspace_id = ${workspaceId} and ${condition}`.execute(tx);
  }
}

/**
 * SQL condition: the time is on the given local day. The condition also limits the time in UTC, with a day to spare on
 * each side. Only this second part lets PostgreSQL use the index.
 */
export function buildLocalDayConditionSql(
  column: 'bucket_at' | 'occurred_at',
  zone: string,
  day: string,
): RawBuilder<boolean> {
  const moment = sql.ref<Date>(column);
  return sql<boolean>`${moment} >= ${day}::timestamp at time zone 'UTC' - interval '1 day'
    and ${moment} < ${day}::timestamp at time zone 'UTC' + interval '2 days'
    and (${moment} at time zone ${zone}::text)::date = ${day}::date`;
}
