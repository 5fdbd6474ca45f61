/**
 * Rebuilds a workspace's rollups from its calls, one day at a time. Each day takes the workspace's exclusive lock, so
 * writers wait for one day at most. A background job also rebuilds the days that a migration has listed.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../../../platform/db/schema.ts';
import { lockWorkspaceExclusively } from '../../calls/index.ts';
import { findTimeZone } from '../../settings/index.ts';
import { rollupContributionOf } from './rollup-contribution.ts';
import {
  deleteRepairs,
  findWorkspacesToRepair,
  listDays,
  listDaysToRepair,
  readCallsOfDay,
} from './rollup-rebuild-store.ts';
import { addSums, deleteDay } from './rollup-store.ts';
import { createSumAccumulator } from './rollup-sums.ts';

/** Writer slot (part of the key of a rollup row) that rebuilds use. Each server writes rows with its own slot. */
const rebuildSlot = 0;

/** Rebuilds all daily rollups of a workspace and returns the number of days. */
export function rebuildRollups(deps: RebuildDeps, workspaceId: string): Promise<number> {
  return rebuildListed(deps, workspaceId, listDays);
}

/** Rebuilds rollups of days that a migration listed, for all workspaces. After an abort, a later run continues. */
export async function repairRollups(deps: RebuildDeps, signal: AbortSignal): Promise<void> {
  for (const workspaceId of await findWorkspacesToRepair(deps.db)) {
    const days = await rebuildListed(deps, workspaceId, listDaysToRepair, signal);
    deps.log.info({ workspaceId, days }, 'figures were made anew, as calls are read now');
  }
}

interface RebuildDeps {
  readonly db: Kysely<Schema>;
  readonly log: Logger;
}

async function rebuildListed(
  { db, log }: RebuildDeps,
  workspaceId: string,
  list: typeof listDays,
  signal?: AbortSignal,
): Promise<number> {
  for (;;) {
    const zone = (await findTimeZone(db, workspaceId)) ?? 'UTC';
    const dates = await list(db, workspaceId, zone);
    if (await rebuildDays(db, workspaceId, zone, dates, signal)) return dates.length;
    log.info({ workspaceId }, 'the zone changed during a rebuild: once more');
  }
}

/** Rebuilds rollups of the listed days. Returns false if the time zone changed, because the days are then different. */
async function rebuildDays(
  db: Kysely<Schema>,
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
        if (((await findTimeZone(tx, workspaceId)) ?? 'UTC') !== zone) return false;
        await deleteDay(tx, workspaceId, zone, day);
        const sums = createSumAccumulator();
        for await (const calls of readCallsOfDay(tx, workspaceId, zone, day)) {
          sums.add(calls.map((call) => ({ sign: 1 as const, contribution: rollupContributionOf(call) })));
        }
        await addSums(tx, { workspaceId, slot: rebuildSlot }, sums.read());
        await deleteRepairs(tx, workspaceId, zone, day);
        return true;
      });
    if (!isDone) return false;
  }
  return true;
}
