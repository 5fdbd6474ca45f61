/**
 * Rows of the rollups: half hours in UTC and days in the workspace's zone, with reasons and sentiments as narrow rows
 * of their own. Keys end in the writer's slot; readers sum over slots. Sums are made by the database, where decimals
 * are exact and every day is cut by the same table of zones.
 */
import { sql, type RawBuilder } from 'kysely';
import { writeTogether, type Write } from '../../platform/db/write-together.ts';
import type { Tx } from '../calls/index.ts';
import type { SignedContribution } from './rollup-contribution.ts';
import { rollupCounters } from './rollup-counters.ts';
import { fieldColumns } from './rollup-fields.ts';
import { sumContributions, type ContributionSums } from './rollup-sums.ts';

interface SummedColumn {
  readonly column: string;
  readonly type: string;
}
/** Columns that add up, as the parts of a statement that adds them. */
function summed(all: readonly SummedColumn[]) {
  return {
    list: sql.raw(all.map(({ column }) => column).join(', ')),
    sums: sql.raw(all.map(({ column, type }) => `sum(${column})::${type}`).join(', ')),
    additions: sql.raw(all.map(({ column }) => `${column} = kept.${column} + excluded.${column}`).join(', ')),
    types: sql.raw(all.map(({ column, type }) => `${column} ${type}`).join(', ')),
  };
}
const counters = summed(rollupCounters);
const fieldSums = summed(fieldColumns);

/** The two grains: where they stand, and how a half hour names its row. */
interface Grain {
  readonly rows: RawBuilder<unknown>;
  readonly tallies: RawBuilder<unknown>;
  readonly fields: RawBuilder<unknown>;
  readonly key: RawBuilder<unknown>;
  readonly keyOf: (zone: RawBuilder<unknown>) => RawBuilder<unknown>;
}
const halfHours: Grain = {
  rows: sql.raw('rollup_half_hours'),
  tallies: sql.raw('rollup_half_hour_tallies'),
  fields: sql.raw('rollup_half_hour_fields'),
  key: sql.raw('bucket_at'),
  keyOf: () => sql`bucket_at`,
};
const days: Grain = {
  rows: sql.raw('rollup_days'),
  tallies: sql.raw('rollup_day_tallies'),
  fields: sql.raw('rollup_day_fields'),
  key: sql.raw('day'),
  keyOf: (zone) => sql`(bucket_at at time zone ${zone})::date`,
};

export interface WrittenWhere {
  readonly workspaceId: string;
  readonly slot: number;
}

/**
 * Adds (and takes away) contributions at both grains: one statement for all tables, rows in the order of their keys. Under the
 * workspace's lock, which a change of zone holds exclusively: days are never cut by the zone before.
 */
export async function addContributions(tx: Tx, where: WrittenWhere, contributions: readonly SignedContribution[]): Promise<void> {
  await addSums(tx, where, sumContributions(contributions));
}

/** As `addContributions`, of contributions that were added up before. */
export async function addSums(tx: Tx, { workspaceId, slot }: WrittenWhere, { rows, tallies, fields }: ContributionSums): Promise<void> {
  const zone = sql`coalesce(
    (select time_zone from workspace_settings where workspace_id = ${workspaceId}::uuid), 'UTC')`;
  await writeTogether(tx, [halfHours, days].flatMap((grain): Write[] => [
    rows.length === 0
      ? null
      : sql`
        insert into ${grain.rows} as kept (workspace_id, ${grain.key}, agent_id, direction, slot, ${counters.list})
        select ${workspaceId}::uuid, ${grain.keyOf(zone)} as key, agent_id, direction, ${slot}::smallint, ${counters.sums}
        from json_to_recordset(${JSON.stringify(rows)}::json)
          as given (bucket_at timestamptz, agent_id text, direction text, ${counters.types})
        group by key, agent_id, direction
        order by key, agent_id, direction
        on conflict (workspace_id, ${grain.key}, agent_id, direction, slot) do update set ${counters.additions}`,
    tallies.length === 0
      ? null
      : sql`
        insert into ${grain.tallies} as kept (workspace_id, ${grain.key}, agent_id, direction, kind, value, slot, calls)
        select ${workspaceId}::uuid, ${grain.keyOf(zone)} as key, agent_id, direction, kind, value, ${slot}::smallint,
          sum(calls)::bigint
        from json_to_recordset(${JSON.stringify(tallies)}::json)
          as given (bucket_at timestamptz, agent_id text, direction text, kind text, value text, calls bigint)
        group by key, agent_id, direction, kind, value
        order by key, agent_id, direction, kind, value
        on conflict (workspace_id, ${grain.key}, agent_id, direction, kind, value, slot)
          do update set calls = kept.calls + excluded.calls`,
    fields.length === 0
      ? null
      : sql`
        insert into ${grain.fields} as kept (workspace_id, name, ${grain.key}, agent_id, reviewed, slot, ${fieldSums.list})
        select ${workspaceId}::uuid, name, ${grain.keyOf(zone)} as key, agent_id, reviewed, ${slot}::smallint, ${fieldSums.sums}
        from json_to_recordset(${JSON.stringify(fields)}::json)
          as given (bucket_at timestamptz, agent_id text, name text, reviewed smallint, ${fieldSums.types})
        group by name, key, agent_id, reviewed
        order by name, key, agent_id, reviewed
        on conflict (workspace_id, name, ${grain.key}, agent_id, reviewed, slot) do update set ${fieldSums.additions}`,
  ]));
}

/** Makes the days anew from the half hours, cut by `zone`, into slot 0. Under the workspace's exclusive lock. */
export async function replaceDays(tx: Tx, workspaceId: string, zone: string): Promise<void> {
  await sql`delete from rollup_days where workspace_id = ${workspaceId}`.execute(tx);
  await sql`
    insert into rollup_days (workspace_id, day, agent_id, direction, slot, ${counters.list})
    select workspace_id, ${days.keyOf(sql`${zone}::text`)} as key, agent_id, direction, 0, ${counters.sums}
    from rollup_half_hours
    where workspace_id = ${workspaceId}
    group by workspace_id, key, agent_id, direction`.execute(tx);
  await sql`delete from rollup_day_tallies where workspace_id = ${workspaceId}`.execute(tx);
  await sql`
    insert into rollup_day_tallies (workspace_id, day, agent_id, direction, kind, value, slot, calls)
    select workspace_id, ${days.keyOf(sql`${zone}::text`)} as key, agent_id, direction, kind, value, 0, sum(calls)::bigint
    from rollup_half_hour_tallies
    where workspace_id = ${workspaceId}
    group by workspace_id, key, agent_id, direction, kind, value`.execute(tx);
  await sql`delete from rollup_day_fields where workspace_id = ${workspaceId}`.execute(tx);
  await sql`
    insert into rollup_day_fields (workspace_id, name, day, agent_id, reviewed, slot, ${fieldSums.list})
    select workspace_id, name, ${days.keyOf(sql`${zone}::text`)} as key, agent_id, reviewed, 0, ${fieldSums.sums}
    from rollup_half_hour_fields
    where workspace_id = ${workspaceId}
    group by workspace_id, name, key, agent_id, reviewed`.execute(tx);
}

/** Takes away everything of one day of the zone, at both grains and of every slot. */
export async function deleteDay(tx: Tx, workspaceId: string, zone: string, day: string): Promise<void> {
  for (const { rows, tallies, fields } of [halfHours, days]) {
    const condition = rows === days.rows ? sql`day = ${day}::date` : withinDay('bucket_at', zone, day);
    for (const table of [rows, tallies, fields]) {
      await sql`delete from ${table} where workspace_id = ${workspaceId} and ${condition}`.execute(tx);
    }
  }
}

/** True of the moments that belong to a day of the zone; the plain bounds are there for the index. */
export function withinDay(column: 'bucket_at' | 'occurred_at', zone: string, day: string): RawBuilder<boolean> {
  const moment = sql.ref<Date>(column);
  return sql<boolean>`${moment} >= ${day}::timestamp at time zone 'UTC' - interval '1 day'
    and ${moment} < ${day}::timestamp at time zone 'UTC' + interval '2 days'
    and (${moment} at time zone ${zone}::text)::date = ${day}::date`;
}
