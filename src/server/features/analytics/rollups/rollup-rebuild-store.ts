/** Queries for a rebuild of rollups: the days that need one, and a day's calls in pages. */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { callSelectColumns, type CallTableRow, type Tx } from '../../calls/index.ts';
import { buildLocalDayConditionSql } from './rollup-store.ts';

/** Lists the local days (`YYYY-MM-DD`) on which the workspace has calls or rollups, oldest first. */
export async function listDaysWithCallsOrRollups(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  zone: string,
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct (moment at time zone ${zone}::text)::date as day from (
      select occurred_at as moment from calls where workspace_id = ${workspaceId}
      union all select bucket_at from rollup_half_hours where workspace_id = ${workspaceId}
      union all select bucket_at from rollup_half_hour_tallies where workspace_id = ${workspaceId}
      union all select bucket_at from rollup_half_hour_fields where workspace_id = ${workspaceId}
      union all select bucket_at from rollup_total_half_hours where workspace_id = ${workspaceId}
      union all select bucket_at from rollup_total_half_hour_fields where workspace_id = ${workspaceId}
    ) as moments
    union select day from rollup_days where workspace_id = ${workspaceId}
    union select day from rollup_day_tallies where workspace_id = ${workspaceId}
    union select day from rollup_day_fields where workspace_id = ${workspaceId}
    union select day from rollup_agent_days where workspace_id = ${workspaceId}
    union select day from rollup_total_days where workspace_id = ${workspaceId}
    union select day from rollup_total_day_tallies where workspace_id = ${workspaceId}
    union select day from rollup_total_day_fields where workspace_id = ${workspaceId}
    order by day`.execute(db);
  return rows.map((row) => row.day);
}

/** Finds the workspaces for which a migration listed rollup days to rebuild. */
export async function listWorkspaceIdsWithRollupsToRebuild(db: Kysely<DatabaseSchema>): Promise<string[]> {
  const rows = await db.selectFrom('rollup_repairs').select('workspace_id').distinct().execute();
  return rows.map((row) => row.workspace_id);
}

/** Lists the local days (`YYYY-MM-DD`) of a workspace whose rollups a migration marked for a rebuild, newest first. */
export async function listRollupDaysToRebuild(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  zone: string,
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct (bucket_at at time zone ${zone}::text)::date as day from rollup_repairs
    where workspace_id = ${workspaceId} order by day desc`.execute(db);
  return rows.map((row) => row.day);
}

export async function deleteRollupRebuildRequests(
  tx: Tx,
  workspaceId: string,
  zone: string,
  day: string,
): Promise<void> {
  await tx
    .deleteFrom('rollup_repairs')
    .where('workspace_id', '=', workspaceId)
    .where(buildLocalDayConditionSql('bucket_at', zone, day))
    .execute();
}

const manyCalls = 5_000;

/** Generator of a day's calls in pages, newest first. A page continues after the last call of the previous page. */
export async function* readCallPagesOfDay(
  tx: Tx,
  workspaceId: string,
  zone: string,
  day: string,
  pageSize = manyCalls,
): AsyncGenerator<CallTableRow[]> {
  let before: { readonly moment: string; readonly id: string } | undefined;
  for (;;) {
    const rows = await tx
      .selectFrom('calls')
      .select(callSelectColumns)
      // The call's time is read as text to keep the microseconds, which a JavaScript date would lose.
      .select(sql<string>`occurred_at::text`.as('moment'))
      .where('workspace_id', '=', workspaceId)
      .where(buildLocalDayConditionSql('occurred_at', zone, day))
      .$if(before !== undefined, (query) =>
        query.where(sql<boolean>`(occurred_at, id) < (${before?.moment}::timestamptz, ${before?.id})`),
      )
      .orderBy('occurred_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < pageSize) return;
    before = last;
  }
}
