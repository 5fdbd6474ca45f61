/**
 * Makes a workspace's rollups anew from its calls: a day at a time, each under the workspace's exclusive lock, so that
 * writers wait for one day at most and every figure is right before, between and after.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../../../platform/db/schema.ts';
import { lockWorkspaceExclusively } from '../../calls/index.ts';
import { findTimeZone } from '../../settings/index.ts';
import { contributionOf } from './rollup-contribution.ts';
import { listDays, readCallsOfDay } from './rollup-rebuild-store.ts';
import { addSums, deleteDay } from './rollup-store.ts';
import { gatherSums } from './rollup-sums.ts';

/** Rows made by a rebuild stand in this slot. */
const rebuildSlot = 0;

/** Answers how many days were made anew. Calls that arrive meanwhile are counted by their writers. */
export async function rebuildRollups(
  { db, log }: { readonly db: Kysely<Schema>; readonly log: Logger },
  workspaceId: string,
): Promise<number> {
  for (;;) {
    const zone = (await findTimeZone(db, workspaceId)) ?? 'UTC';
    const dates = await listDays(db, workspaceId, zone);
    if (await rebuildDays(db, workspaceId, zone, dates)) return dates.length;
    log.info({ workspaceId }, 'the zone changed during a rebuild: once more');
  }
}

/** False when the zone is another one by now, so that the days are cut otherwise. */
async function rebuildDays(
  db: Kysely<Schema>,
  workspaceId: string,
  zone: string,
  dates: readonly string[],
): Promise<boolean> {
  for (const day of dates) {
    const isDone = await db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (tx) => {
        await lockWorkspaceExclusively(tx, workspaceId);
        if (((await findTimeZone(tx, workspaceId)) ?? 'UTC') !== zone) return false;
        await deleteDay(tx, workspaceId, zone, day);
        const sums = gatherSums();
        for await (const calls of readCallsOfDay(tx, workspaceId, zone, day)) {
          sums.add(calls.map((call) => ({ sign: 1 as const, contribution: contributionOf(call) })));
        }
        await addSums(tx, { workspaceId, slot: rebuildSlot }, sums.read());
        return true;
      });
    if (!isDone) return false;
  }
  return true;
}
