/**
 * Pauses all campaigns that dial, are scheduled or wait for their last results. This happens in a workspace that lost
 * its last admin, and in a restored database, which does not know the calls placed after the backup.
 */
import { sql, type Transaction } from 'kysely';
import type { CampaignLogDetailsByKind, CampaignPauseReason } from '../../../../contract/campaigns.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import { lockWorkspaceShared } from '../../calls/index.ts';
import type { ClientBase } from 'pg';

const detailsOf = (reason: CampaignPauseReason): CampaignLogDetailsByKind['paused'] => ({
  reason,
  message: null,
  failed: null,
  calls: null,
});

/**
 * Pauses all campaigns of a workspace without an admin. Requires a transaction that has not locked calls or campaigns
 * yet. Call the returned function after the commit, so that dispatchers drop calls not yet placed.
 */
export async function pauseCampaignsOfWorkspaceWithoutAdmin(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  events: EventBus,
): Promise<() => void> {
  await lockWorkspaceShared(tx, workspaceId);
  const { rows } = await sql<{ id: string }>`
    with running as (
      select id from campaigns
      where workspace_id = ${workspaceId} and status in ('created', 'scheduled', 'in_progress', 'sent') and deleted_at is null
      order by id for update
    ), paused as (
      update campaigns c set status = 'paused', pause_reason = 'no_admin', waiting_reason = null, waiting_until = null, updated_at = clock_timestamp()
      from running where c.workspace_id = ${workspaceId} and c.id = running.id
      returning c.id
    ), told as (
      insert into campaign_log (workspace_id, campaign_id, at, kind, details)
      select ${workspaceId}, id, clock_timestamp(), 'paused', ${JSON.stringify(detailsOf('no_admin'))}::jsonb from paused
    )
    select id from paused`.execute(tx);
  return () => {
    for (const { id: campaignId } of rows) events.emit('campaign.paused', { workspaceId, campaignId });
    if (rows.length === 0) return;
    events.emit('dispatch.due', { workspaceId });
    events.emit('campaigns.changed', { workspaceId, campaignIds: rows.map(({ id }) => id) });
  };
}

/** Pauses the campaigns of a restored backup, in the transaction that restores it. @returns how many. */
export async function pauseRestoredCampaigns(client: ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    `with paused as (
       update campaigns set status = 'paused', pause_reason = $1, waiting_reason = null, waiting_until = null, updated_at = clock_timestamp()
       where status in ('created', 'scheduled', 'in_progress', 'sent') returning workspace_id, id
     )
     insert into campaign_log (workspace_id, campaign_id, at, kind, details)
     select workspace_id, id, clock_timestamp(), 'paused', $2::jsonb from paused`,
    ['restored', JSON.stringify(detailsOf('restored'))],
  );
  return rowCount ?? 0;
}
