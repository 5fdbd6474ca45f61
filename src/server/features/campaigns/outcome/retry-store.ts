/**
 * Locks campaigns whose calls ended, and wakes waiting campaigns whose recipients get a retry. If a call's end may
 * cause a retry, its campaign is locked before attempts and recipients, so that a campaign that was just stopped gets
 * no retry.
 */
import { sql, type RawBuilder } from 'kysely';
import {
  attemptOutcomesWithoutCall,
  type AttemptOutcome,
  type CampaignStatus,
  type RetryLimits,
  type RetryPolicy,
} from '../../../../contract/campaigns.ts';
import type { Tx } from '../../calls/index.ts';
import { setCampaignStatus } from '../campaign/campaign-store.ts';
import type { CampaignHourRestrictions } from '../rules/place-hours.ts';
import { isAttemptOutcomeWithoutCall } from '../rules/recipient-state.ts';

export interface CampaignAffectedByCallEnds {
  readonly id: string;
  readonly status: CampaignStatus;
  readonly retryPolicy: RetryPolicy;
  readonly retryLimits: RetryLimits;
  readonly callingWindow: CampaignHourRestrictions['callingWindow'];
  readonly kind: string | null;
  /**
   * True if the campaign waits for a reason other than the daily cap of its origin numbers. `waitingUntil` is the end
   * of the wait.
   */
  readonly isWaiting: boolean;
  /**
   * True if the campaign waits because of the daily cap of its origin numbers, but may be able to call again today. An
   * attempt that placed no call does not count for the cap, so it may have freed a number.
   */
  readonly isWaitingForNumber: boolean;
  readonly waitingUntil: Date | null;
  /**
   * Time when the campaign was last resumed. Calls requested before then don't prove whether the account may call now.
   */
  readonly resumedAt: Date | null;
  /** Time now on the database's clock. */
  readonly now: Date;
}

/** Event that may cause another attempt: one of a campaign's calls ended, or its agent promised to call back. */
export interface RetryTrigger {
  readonly campaignId: string;
  readonly outcome: AttemptOutcome | 'callback';
}

/**
 * Locks the dialling campaigns for which ended calls may cause a retry or a pause, exclusively and by ascending id. A
 * call that ends without such an effect locks nothing.
 * An attempt for which nobody was called does not count for the daily cap of its origin number. Campaigns that may wait
 * for this number are therefore locked too.
 */
export async function lockCampaignsAffectedByCallEnds(
  tx: Tx,
  workspaceId: string,
  ends: readonly RetryTrigger[],
): Promise<ReadonlyMap<string, CampaignAffectedByCallEnds>> {
  if (ends.length === 0) return new Map();
  const isFreed = sharesFreedNumber(workspaceId, ends);
  const { rows } = await sql<CampaignAffectedByCallEnds>`
    select id, status, retry_policy as "retryPolicy", retry_limits as "retryLimits",
      calling_window as "callingWindow", kind,
      waiting_until as "waitingUntil", resumed_at as "resumedAt", clock_timestamp() as now,
      coalesce(waiting_reason <> 'number_cap', false) as "isWaiting",
      coalesce(waiting_reason in ('number_cap', 'origin_barred') and waiting_until is not null and ${isFreed}, false) as "isWaitingForNumber"
    from campaigns
    where workspace_id = ${workspaceId} and status not in ('completed', 'failed') and (exists (
      select 1 from unnest(
        ${ends.map(({ campaignId }) => campaignId)}::uuid[],
        ${ends.map(({ outcome }) => outcome)}::text[]
      ) as given (campaign_id, outcome)
      where given.campaign_id = campaigns.id and (given.outcome = 'callback' or given.outcome = any(${attemptOutcomesWithoutCall}::text[]) or campaigns.retry_policy ? given.outcome))
      or ${isFreed})
    order by id for update`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * SQL condition: a dialling campaign shares an origin number with a campaign that just had an attempt without a call.
 * Such an attempt does not count for the number's daily cap, so the number may be usable again today.
 */
function sharesFreedNumber(workspaceId: string, ends: readonly RetryTrigger[]): RawBuilder<boolean> {
  const freeing = ends
    .filter(({ outcome }) => outcome !== 'callback' && isAttemptOutcomeWithoutCall(outcome))
    .map(({ campaignId }) => campaignId);
  if (freeing.length === 0) return sql`false`;
  return sql`(status = 'in_progress'
    and exists (select 1 from workspace_settings s
      where s.workspace_id = ${workspaceId} and (s.dialing ->> 'callsPerNumberPerDay')::int > 0)
    and exists (select 1 from campaigns freed where freed.workspace_id = ${workspaceId} and freed.id = any(${freeing}::uuid[])
      and (freed.phone_number || freed.more_numbers) && (campaigns.phone_number || campaigns.more_numbers)))`;
}

/**
 * Ends the wait of the given campaigns whose `isWaitingForNumber` is true, because an origin number may be below its
 * daily cap again. The campaigns must be locked.
 * @returns true if a wait ended.
 */
export async function wakeCampaignsForFreedOriginNumbers(
  tx: Tx,
  workspaceId: string,
  campaigns: ReadonlyMap<string, CampaignAffectedByCallEnds>,
): Promise<boolean> {
  const waiting = [...campaigns.values()].filter(({ isWaitingForNumber }) => isWaitingForNumber);
  if (waiting.length === 0) return false;
  await tx
    .updateTable('campaigns')
    .set({ waiting_reason: null, waiting_until: null })
    .where('workspace_id', '=', workspaceId)
    .where(
      'id',
      'in',
      waiting.map(({ id }) => id),
    )
    .execute();
  return true;
}

/**
 * Lets a finished or waiting campaign dial again at the time `from`, when a recipient's next call is due. Changes
 * nothing if the campaign goes on dialling by then anyway. @returns whether to notify the dispatcher.
 */
export async function wakeCampaignForRetries(
  tx: Tx,
  workspaceId: string,
  campaign: CampaignAffectedByCallEnds,
  from: Date,
): Promise<boolean> {
  if (campaign.status === 'sent') {
    await setCampaignStatus(tx, workspaceId, campaign.id, 'in_progress');
    return true;
  }
  if (!campaign.isWaiting || (campaign.waitingUntil !== null && campaign.waitingUntil <= from)) return false;
  await tx
    .updateTable('campaigns')
    .set({ waiting_reason: null, waiting_until: null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', campaign.id)
    .execute();
  return true;
}
