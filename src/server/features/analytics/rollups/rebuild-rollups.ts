/**
 * Rebuilds a workspace's rollups from its calls, one day at a time. Each day takes the workspace's exclusive lock, so
 * writers wait for one day at most. A background job also rebuilds the days that a migration has listed.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { lockWorkspaceExclusively } from '../../calls/index.ts';
import { findWorkspaceTimeZone } from '../../settings/index.ts';
import { computeRollupContribution } from './rollup-contribution.ts';
import {
  deleteRollupRebuildRequests,
  listWorkspaceIdsWithRollupsToRebuild,
  listDaysWithCallsOrRollups,
  listRollupDaysToRebuild,
  readCallPagesOfDay,
} from './rollup-rebuild-store.ts';
import { addSumsToRollups, deleteRollupsOfDay } from './rollup-store.ts';
import { createRollupSumAccumulator } from './rollup-sums.ts';

/** Writer slot (part of the key of a rollup row) that rebuilds use. Each server writes rows with its own slot. */
const rebuildSlot = 0;

/** Rebuilds all daily rollups of a workspace and returns the number of days. */
export function rebuildWorkspaceRollups(deps: RebuildDeps, workspaceId: string): Promise<number> {
  return rebuildListed(deps, workspaceId, listDaysWithCallsOrRollups);
}

/** Rebuilds rollups of days that a migration listed, for all workspaces. After an abort, a later run continues. */
export async function rebuildOutdatedRollupDays(deps: RebuildDeps, signal: AbortSignal): Promise<void> {
  for (const workspaceId of await listWorkspaceIdsWithRollupsToRebuild(deps.db)) {
    const days = await rebuildListed(deps, workspaceId, listRollupDaysToRebuild, signal);
    deps.log.info({ workspaceId, days }, 'figures were made anew, as calls are read now');
  }
}

interface RebuildDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
}

async function rebuildListed(
  { db, log }: RebuildDeps,
  workspaceId: string,
  list: typeof listDaysWithCallsOrRollups,
  signal?: AbortSignal,
): Promise<number> {
  for (;;) {
    const zone = (await findWorkspaceTimeZone(db, workspaceId)) ?? 'UTC';
    const dates = await list(db, workspaceId, zone);
    if (await rebuildDays(db, workspaceId, zone, dates, signal)) return dates.length;
    log.info({ workspaceId }, 'the zone changed during a rebuild: once more');
  }
}

/**
 * Rebuilds the rollups of the listed days. Returns false if the workspace's time zone changed meanwhile, because its
 * days then begin at other times.
 */
async function rebuildDays(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  zone: string,
  dates: readonly string[],
  signal?: AbortSignal,
): Promise<boolean> {
  for (const day of dates) {
    signal?.throwIfAborted();
    const isDone = await db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (tx) => {
        await lockWorkspaceExclusively(tx, workspaceId);
        if (((await findWorkspaceTimeZone(tx, workspaceId)) ?? 'UTC') !== zone) return false;
        await deleteRollupsOfDay(tx, workspaceId, zone, day);
        const sums = createRollupSumAccumulator();
        for await (const calls of readCallPagesOfDay(tx, workspaceId, zone, day)) {
          sums.add(calls.map((call) => ({ sign: 1 as const, contribution: computeRollupContribution(call) })));
        }
        await addSumsToRollups(tx, { workspaceId, slot: rebuildSlot }, sums.read());
        await deleteRollupRebuildRequests(tx, workspaceId, zone, day);
        return true;
      });
    if (!isDone) return false;
  }
  return true;
}
