/** Writes status changes of campaigns, made by people or by the dispatcher. The campaign's row is locked meanwhile. */
import { sql, type Kysely } from 'kysely';
import {
  campaignOptionDefinitions,
  type ChangeableCampaignOptionName,
  type CampaignOptionValue,
} from '../../../../contract/campaign-options.ts';
import type { CampaignStatus, CampaignPauseReason } from '../../../../contract/campaigns.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { Tx } from '../../calls/index.ts';
import { getCampaignOptionColumn, toCampaignOptionColumnValue } from './option-columns.ts';
import { recipientReasonBeforePutOffSql } from '../people/queue-store.ts';

export interface LockedCampaignState {
  readonly name: string;
  readonly status: CampaignStatus;
  /** True if the campaign's start time has not come yet. */
  readonly startsAhead: boolean;
  readonly hasBegun: boolean;
  /** Number of calls in progress. */
  readonly live: number;
}

/** Locks a campaign's row, so that no server calls its recipients or completes it until the transaction ends. */
export async function lockCampaignState(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
): Promise<LockedCampaignState | null> {
  const row = await tx
    .selectFrom('campaigns')
    .select([
      'name',
      'status',
      'last_sent_at',
      sql<boolean>`coalesce(starts_at > clock_timestamp(), false)`.as('starts_ahead'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', campaignId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const { live } = await tx
    .selectFrom('campaign_counts')
    .select(sql<number>`coalesce(sum(live), 0)::bigint`.as('live'))
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    status: row.status,
    startsAhead: row.starts_ahead,
    hasBegun: row.last_sent_at !== null,
    live,
  };
}

/**
 * Pauses a campaign and clears its waiting reason. Keeps `rules_version`, so that a resume notices settings changed
 * meanwhile.
 */
export async function markCampaignPaused(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignId: string,
  reason: CampaignPauseReason,
): Promise<void> {
  await ofCampaign(db, workspaceId, campaignId)
    .set({ status: 'paused', pause_reason: reason, waiting_reason: null, waiting_until: null, updated_at: now })
    .execute();
}

export async function markCampaignResumed(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
  status: 'scheduled' | 'in_progress',
): Promise<void> {
  await ofCampaign(tx, workspaceId, campaignId)
    .set({
      status,
      pause_reason: null,
      resumed_at: now,
      updated_at: now,
      ...(status === 'in_progress' ? { last_sent_at: sql<Date>`coalesce(last_sent_at, clock_timestamp())` } : {}),
    })
    .execute();
}

/**
 * Campaign options that decide whether the campaign waits. Changing such an option clears the stored waiting reason.
 */
const judged: ReadonlySet<ChangeableCampaignOptionName> = new Set(['isOpen', 'callingWindow']);

/**
 * Stores a campaign's option. The caller must have locked the campaign.
 * @returns the previous value; null if the value stays the same.
 */
export async function storeCampaignOption<N extends ChangeableCampaignOptionName>(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
  name: N,
  value: CampaignOptionValue<N>,
): Promise<{ readonly value: CampaignOptionValue<N> } | null> {
  const column = sql.ref(getCampaignOptionColumn(name));
  const given = sql`${toCampaignOptionColumnValue(name, value)}::${sql.raw(campaignOptionDefinitions[name].column)}`;
  const { rows } = await sql<{ value: CampaignOptionValue<N> }>`
    with before as (
      select ${column} as value from campaigns
      where workspace_id = ${workspaceId} and id = ${campaignId} and ${column} is distinct from ${given}
    )
    update campaigns set ${column} = ${given}, updated_at = clock_timestamp()
      ${judged.has(name) ? sql`, waiting_reason = null, waiting_until = null` : sql``}
    from before where workspace_id = ${workspaceId} and id = ${campaignId}
    returning before.value`.execute(tx);
  return rows[0] ?? null;
}

/** Requests that all live calls of a campaign are ended, including those that become known later. */
export async function markCampaignHangUpRequested(tx: Tx, workspaceId: string, campaignId: string): Promise<void> {
  await ofCampaign(tx, workspaceId, campaignId).set({ hang_up_requested_at: now }).execute();
}

export interface DequeuedRecipientCounts {
  /** Recipients who were never called. */
  readonly undelivered: number;
  /**
   * Number of pending recipients who were called before and waited for a retry. The results of their earlier calls are
   * kept.
   */
  readonly sent: number;
}

/**
 * Takes a stopped campaign's pending recipients out of the queue. Stores `reason` with the recipients who were never
 * called.
 */
export async function dequeuePendingRecipients(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
  reason: string,
): Promise<DequeuedRecipientCounts> {
  const { rows } = await sql<DequeuedRecipientCounts>`
    with pending as (
      select id from recipients
      where workspace_id = ${workspaceId} and campaign_id = ${campaignId} and state = 'pending'
      order by id for update
    ), taken as (
      update recipients set state = case when was_sent then 'sent' else 'undelivered' end,
        last_reason = case when was_sent then ${recipientReasonBeforePutOffSql} else ${reason} end, next_attempt_at = null, callback_at = null,
        updated_at = clock_timestamp()
      from pending
      where recipients.workspace_id = ${workspaceId} and recipients.campaign_id = ${campaignId}
        and recipients.id = pending.id
      returning was_sent
    )
    select count(*) filter (where not was_sent) as undelivered, count(*) filter (where was_sent) as sent from taken`.execute(
    tx,
  );
  return rows[0] ?? { undelivered: 0, sent: 0 };
}

/** True if a server may still be sending the provider a request to place a call of this campaign. */
export async function hasCallOrdersInFlight(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('attempts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'claimed')
    .where('send_by', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const now = sql<Date>`clock_timestamp()`;

function ofCampaign(db: Kysely<DatabaseSchema>, workspaceId: string, campaignId: string) {
  return db.updateTable('campaigns').where('workspace_id', '=', workspaceId).where('id', '=', campaignId);
}

/**
 * Lists a campaign's calls that the provider accepted and that have not ended as far as known. `only` limits the list
 * to these call ids.
 */
export async function listLiveCampaignCalls(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignId: string,
  only: readonly string[] | null,
): Promise<string[]> {
  const rows = await db
    .selectFrom('attempts')
    .select('call_id')
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', campaignId)
    .where('accepted_at', 'is not', null)
    .where('state', '=', 'accepted')
    .$if(only !== null, (query) => query.where('call_id', '=', sql<string>`any(${only}::text[])`))
    .orderBy('accepted_at')
    .execute();
  return rows.flatMap(({ call_id: callId }) => (callId === null ? [] : [callId]));
}

/** Returns the given campaigns whose live calls a person asked to end. */
export async function findCampaignsToHangUp(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('campaigns')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${campaignIds}::uuid[])`)
    .where('hang_up_requested_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
