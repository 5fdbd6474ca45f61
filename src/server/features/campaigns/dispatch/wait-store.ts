/** Why campaigns in progress claim nobody now, and until when: noted in their rows, so that people read it and servers sleep. */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import { lockWorkspaceShared } from '../../calls/index.ts';
import { lockCampaign } from '../campaign/campaign-store.ts';
import type { Wait } from '../rules/may-call.ts';
import { findNextAttempt, recallPutOff, type NextAttempt } from '../people/queue-store.ts';
import { areSurelyFull } from './origin-store.ts';

export interface NotedWait {
  readonly campaignId: string;
  /** Null: it waits no more. */
  readonly wait: Wait | null;
  /** Noted by other settings: whom today's limit had put off is looked at again. */
  readonly isRecalled: boolean;
}

/** @returns those that were still in progress. `rulesVersion`: of the settings by which the waits were decided. */
export function writeWaits(
  db: Kysely<Schema>,
  workspaceId: string,
  waits: readonly NotedWait[],
  rulesVersion: number | null,
): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      await lockWorkspaceShared(tx, workspaceId);
      // In the order of ids, as whoever locks several.
      const { rows } = await sql<{ id: string }>`
      with dialing as (
        select id from campaigns
        where workspace_id = ${workspaceId} and id = any(${waits.map(({ campaignId }) => campaignId)}::uuid[]) and status = 'in_progress'
        order by id for update
      )
      update campaigns set waiting_reason = given.reason, waiting_until = given.until, rules_version = ${rulesVersion}
      from unnest(
        ${waits.map(({ campaignId }) => campaignId)}::uuid[],
        ${waits.map(({ wait }) => wait?.reason ?? null)}::text[],
        ${waits.map(({ wait }) => wait?.until?.toISOString() ?? null)}::timestamptz[]
      ) as given (id, reason, until) join dialing using (id)
      where workspace_id = ${workspaceId} and campaigns.id = given.id
      returning campaigns.id`.execute(tx);
      const recalled = waits.filter(({ isRecalled }) => isRecalled).map(({ campaignId }) => campaignId);
      if (recalled.length > 0) await recallPutOff(tx, workspaceId, recalled);
      return rows.map(({ id }) => id);
    });
}

interface NextAttemptTerms {
  readonly rulesVersion: number;
  readonly fullNumbers: readonly string[];
  /** Calls a number and day. */
  readonly cap: number;
  /** When the workspace's day began. */
  readonly since: Date;
  readonly waitOf: (next: NextAttempt) => Wait | null;
}

/**
 * Notes that all who are left of a campaign wait: for another day's attempts, or for the delay before another try. The
 * campaign is locked exclusively, so that nobody is given back to its queue meanwhile; whoever gives somebody back
 * later lets it wait no longer (retry-store.ts), and so does a call of one of its numbers that turns out to have called nobody.
 * `waitOf`: what that means for it, by the settings of `rulesVersion`. `fullNumbers`: those that had all their calls of the
 * day when it was claimed; they are counted anew, for nobody wakes it for what came to light before the wait was noted.
 */
export function writeNextAttemptWait(
  db: Kysely<Schema>,
  workspaceId: string,
  campaignId: string,
  { rulesVersion, fullNumbers, cap, since, waitOf }: NextAttemptTerms,
): Promise<boolean> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      if ((await lockCampaign(tx, workspaceId, campaignId)) !== 'in_progress') return false;
      const next = await findNextAttempt(tx, workspaceId, campaignId);
      if (!next) return false;
      const wait = waitOf(next);
      if (!wait || !(await areSurelyFull(tx, workspaceId, fullNumbers, { cap, since }))) return false;
      const { reason, until } = wait;
      await tx
        .updateTable('campaigns')
        .set({ waiting_reason: reason, waiting_until: until, rules_version: rulesVersion })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', campaignId)
        .execute();
      return true;
    });
}
