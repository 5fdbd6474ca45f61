/**
 * Campaigns as their calls' ends look at them: locked before attempts and recipients where an end may give somebody
 * another attempt, so that nobody is given one behind a stop, and set going again when somebody was.
 */
import { sql } from 'kysely';
import {
  uncalledOutcomes,
  type AttemptOutcome,
  type CampaignStatus,
  type RetryLimits,
  type RetryPolicy,
} from '../../../../contract/campaigns.ts';
import type { Tx } from '../../calls/index.ts';
import { setCampaignStatus } from '../campaign-store.ts';

export interface RetryCampaign {
  readonly id: string;
  readonly status: CampaignStatus;
  readonly retryPolicy: RetryPolicy;
  readonly retryLimits: RetryLimits;
  /** Its own, as it is stored; null: none. */
  readonly callingWindow: unknown;
  readonly kind: string | null;
  /** Nobody of it is claimed before `waitingUntil`, for everybody waits for an hour, the next day or a delay, or it waits for more people. */
  readonly isWaiting: boolean;
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
 * without a retry, locks nothing here.
 */
export async function lockRetryCampaigns(
  tx: Tx,
  workspaceId: string,
  ends: readonly RetryChance[],
): Promise<ReadonlyMap<string, RetryCampaign>> {
  if (ends.length === 0) return new Map();
  const outcomes = ends.map(({ outcome }) => outcome);
  const { rows } = await sql<RetryCampaign>`
    select id, status, retry_policy as "retryPolicy", retry_limits as "retryLimits",
      calling_window as "callingWindow", kind,
      waiting_until as "waitingUntil", resumed_at as "resumedAt", clock_timestamp() as now,
      -- Whoever was not called after all leaves their call of today to the number.
      waiting_reason is not null and (waiting_reason <> 'number_cap' or ${outcomes}::text[] && ${uncalledOutcomes}::text[]) as "isWaiting"
    from campaigns
    where workspace_id = ${workspaceId} and status not in ('completed', 'failed') and exists (
      select 1 from unnest(
        ${ends.map(({ campaignId }) => campaignId)}::uuid[],
        ${outcomes}::text[]
      ) as given (campaign_id, outcome)
      where given.campaign_id = campaigns.id and (given.outcome = 'callback' or given.outcome = any(${uncalledOutcomes}::text[]) or campaigns.retry_policy ? given.outcome))
    order by id for update`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
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
