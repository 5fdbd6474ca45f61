/**
 * Stores why and until when running campaigns call nobody. Screens show it, and dispatchers skip the campaigns until
 * then.
 */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { lockWorkspaceShared } from '../../calls/index.ts';
import { lockCampaignRow } from '../campaign/campaign-store.ts';
import type { CampaignWait } from '../rules/may-call.ts';
import { findCampaignDialingWait, requeuePutOffRecipients, type CampaignDialingWait } from '../people/queue-store.ts';
import { areAllOriginNumbersAtDailyCap } from './origin-store.ts';

export interface CampaignWaitUpdate {
  readonly campaignId: string;
  /** Reason and end of the campaign's wait; null if the campaign does not wait any more. */
  readonly wait: CampaignWait | null;
  /**
   * True if settings changed since the campaign began to wait. Then recipients postponed to another day may perhaps be
   * called today.
   */
  readonly isRecalled: boolean;
}

/**
 * Stores which campaigns wait to dial, and the version of the workspace settings by which that was decided.
 * @returns ids of the campaigns in progress.
 */
export function storeCampaignWaits(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  waits: readonly CampaignWaitUpdate[],
  rulesVersion: number | null,
): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      await lockWorkspaceShared(tx, workspaceId);
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
      if (recalled.length > 0) await requeuePutOffRecipients(tx, workspaceId, recalled);
      return rows.map(({ id }) => id);
    });
}

interface NextAttemptTerms {
  readonly rulesVersion: number;
  readonly fullNumbers: readonly string[];
  /** Limit of calls of an origin number in a day. */
  readonly cap: number;
  readonly since: Date;
  readonly waitOf: (next: CampaignDialingWait) => CampaignWait | null;
}

/**
 * Stores that a campaign dials nobody until its next attempt is due, for example tomorrow or after a retry delay.
 * `waitOf` computes the wait from version `rulesVersion` of the workspace settings.
 * Stores nothing if one of the numbers in `fullNumbers` is below its daily cap again. Locks the campaign, so that no
 * recipient becomes pending meanwhile.
 */
export function storeCampaignNextAttemptWait(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignId: string,
  { rulesVersion, fullNumbers, cap, since, waitOf }: NextAttemptTerms,
): Promise<boolean> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      if ((await lockCampaignRow(tx, workspaceId, campaignId)) !== 'in_progress') return false;
      const next = await findCampaignDialingWait(tx, workspaceId, campaignId);
      if (!next) return false;
      const wait = waitOf(next);
      if (!wait || !(await areAllOriginNumbersAtDailyCap(tx, workspaceId, fullNumbers, { cap, since }))) return false;
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
