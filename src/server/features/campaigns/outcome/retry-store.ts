/**
 * Campaigns as their calls' ends look at them: locked before attempts and recipients where an end may give somebody
 * another attempt, so that nobody is given one behind a stop, and set going again when somebody was.
 */
import { sql, type RawBuilder } from 'kysely';
import {
  uncalledOutcomes,
  type AttemptOutcome,
  type CampaignStatus,
  type RetryLimits,
  type RetryPolicy,
} from '../../../../contract/campaigns.ts';
import type { Tx } from '../../calls/index.ts';
import { setCampaignStatus } from '../campaign/campaign-store.ts';
import type { CampaignHours } from '../rules/place-hours.ts';
import { isUncalled } from '../rules/recipient-state.ts';

export interface RetryCampaign {
  readonly id: string;
  readonly status: CampaignStatus;
  readonly retryPolicy: RetryPolicy;
  readonly retryLimits: RetryLimits;
  readonly callingWindow: CampaignHours['callingWindow'];
  readonly kind: string | null;
  /** Nobody of it is claimed before `waitingUntil`, for everybody waits for an hour, the next day or a delay, or it waits for more people. */
  readonly isWaiting: boolean;
  /** It waits for tomorrow's calls of its numbers, and one of them has a call left today after all. */
  readonly isWaitingForNumber: boolean;
  readonly waitingUntil: Date | null;
  /** Calls of attempts made before say nothing of how things stand since. */
  readonly resumedAt: Date | null;
  /** The database's clock. */
  readonly now: Date;
}

/** An attempt that ended so, or whose call promised a call back. */
export interface RetryChance {
  readonly campaignId: string;
  readonly outcome: AttemptOutcome | 'callback';
}

/**
 * Of these ends, the campaigns that still dial and whom the outcome or a call back may give another attempt or pause, locked by id and
 * exclusively: a shared lock could not be turned into the exclusive one that a changed status needs. The usual end,
 * without a retry, locks nothing here. An end that called nobody leaves a call of the day to its number: the campaigns that may
 * wait for it are locked as well, so that none begins to wait unseen.
 */
export async function lockRetryCampaigns(
  tx: Tx,
  workspaceId: string,
  ends: readonly RetryChance[],
): Promise<ReadonlyMap<string, RetryCampaign>> {
  if (ends.length === 0) return new Map();
  const isFreed = sharesFreedNumber(workspaceId, ends);
  const { rows } = await sql<RetryCampaign>`
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
      where given.campaign_id = campaigns.id and (given.outcome = 'callback' or given.outcome = any(${uncalledOutcomes}::text[]) or campaigns.retry_policy ? given.outcome))
      or ${isFreed})
    order by id for update`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Of campaigns that dial: they call from a number of one whose call called nobody, where numbers have a cap. */
function sharesFreedNumber(workspaceId: string, ends: readonly RetryChance[]): RawBuilder<boolean> {
  const freeing = ends
    .filter(({ outcome }) => outcome !== 'callback' && isUncalled(outcome))
    .map(({ campaignId }) => campaignId);
  if (freeing.length === 0) return sql`false`;
  return sql`(status = 'in_progress'
    and exists (select 1 from workspace_settings s
      where s.workspace_id = ${workspaceId} and (s.dialing ->> 'callsPerNumberPerDay')::int > 0)
    and exists (select 1 from campaigns freed where freed.workspace_id = ${workspaceId} and freed.id = any(${freeing}::uuid[])
      and (freed.phone_number || freed.more_numbers) && (campaigns.phone_number || campaigns.more_numbers)))`;
}

/** Of these locked campaigns, those whose number has a call left after all look again. @returns whether the dispatcher has to be told. */
export async function goOnForFreedNumbers(
  tx: Tx,
  workspaceId: string,
  campaigns: ReadonlyMap<string, RetryCampaign>,
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
 * Somebody of the campaign waits for another attempt from `from` on: one that had dialled everybody dials again, and
 * one that sleeps longer than that is looked at anew. @returns whether the dispatcher has to be told.
 */
export async function goOnForRetries(
  tx: Tx,
  workspaceId: string,
  campaign: RetryCampaign,
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
